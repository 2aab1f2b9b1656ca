// A recorded run and a reference driver's fork of it, side by side: which half shows what.
import type { Fork } from '../net/messages.ts';
import type { Picture } from '../scene/picture.ts';
import { el, setShown, setText } from './dom.ts';

export class Beside {
  private readonly right = el('span', { class: 'half right' });
  readonly root = el('div', { class: 'beside', hidden: true }, el('span', { class: 'half' }, 'The run'), this.right);

  constructor(private readonly picture: Picture) {}

  // True where the fork is shown now.
  toggle(fork: Fork): boolean {
    const isShown = this.picture.besideStream !== fork.stream;
    setText(this.right, `${fork.name.replaceAll('_', ' ')}: ${fork.avoided ? 'avoided' : 'not avoided'}`);
    this.show(isShown ? fork.stream : 0);
    return isShown;
  }

  close(): void {
    this.show(0);
  }

  private show(stream: number): void {
    this.picture.besideStream = stream;
    setShown(this.root, stream !== 0);
    this.picture.due();
  }
}
