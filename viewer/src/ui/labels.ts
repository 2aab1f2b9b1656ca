// Names over vehicles that are cast or selected, and over ways and marks: elements of the page that move with the picture.
import { el } from './dom.ts';

export interface Label {
  key: string;
  text: string;
  x: number;
  y: number;
  look: string;
  colour?: string; // of its role
}

export class Labels {
  readonly root = el('div', { class: 'labels', 'aria-hidden': 'true' });
  private readonly shown = new Map<string, HTMLElement>();

  // Pixels of the page; labels that are not in the list go away.
  set(labels: Label[]): void {
    const left = new Set(this.shown.keys());
    for (const { key, text, x, y, look, colour } of labels) {
      left.delete(key);
      let node = this.shown.get(key);
      if (!node) {
        node = el('span', {}, text);
        this.shown.set(key, node);
        this.root.append(node);
      }
      if (node.textContent !== text) node.textContent = text;
      const name = `label ${look}`;
      if (node.className !== name) node.className = name;
      if (colour) node.style.borderLeftColor = colour;
      node.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -100%)`;
    }
    for (const key of left) {
      this.shown.get(key)!.remove();
      this.shown.delete(key);
    }
  }
}
