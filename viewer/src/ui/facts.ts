// A list of facts: names at the left, values at the right, kept up to date in place.
import { el, setShown, setText } from './dom.ts';

export class Facts {
  readonly root = el('dl', { class: 'facts' });
  private readonly rows = new Map<string, { row: HTMLElement; value: HTMLElement }>();

  set(name: string, value: string | null): void {
    let entry = this.rows.get(name);
    if (!entry) {
      if (value === null) return;
      const cell = el('dd');
      entry = { row: el('div', {}, el('dt', {}, name), cell), value: cell };
      this.rows.set(name, entry);
      this.root.append(entry.row);
    }
    setShown(entry.row, value !== null);
    if (value !== null) setText(entry.value, value);
  }
}
