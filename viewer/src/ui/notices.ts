// Short messages at the top of the picture: errors of the program, a lost connection, what was just done.
import { el, setShown, setText } from './dom.ts';

const kShownMs = 5000;

export class Notices {
  readonly root = el('div', { class: 'notices', role: 'status', 'aria-live': 'polite' });
  private readonly lost = el('p', { class: 'toast bad', hidden: true });

  constructor() {
    this.root.append(this.lost);
  }

  say(text: string, isBad = false): void {
    const toast = el('p', { class: isBad ? 'toast bad' : 'toast' }, text);
    this.root.append(toast);
    while (this.root.children.length > 4) this.root.children[1].remove();
    setTimeout(() => toast.remove(), kShownMs);
  }

  // Stays until the connection is back.
  showLost(text: string | null): void {
    setShown(this.lost, text !== null);
    if (text !== null) setText(this.lost, text);
  }
}
