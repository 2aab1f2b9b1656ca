// The panel at the right with its tabs. Tabs that say nothing about what is shown are left out.
import { el, setShown } from './dom.ts';

export interface Tab {
  name: string;
  label: string;
  root: HTMLElement;
  onShown?(): void;
}

export class SidePanel {
  readonly root = el('aside', { class: 'side-panel', 'aria-label': 'Details' });
  private readonly list = el('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Details' });
  private readonly buttons = new Map<string, HTMLButtonElement>();
  private readonly tabs = new Map<string, Tab>();
  current = '';
  onResized: () => void = () => {};

  constructor(tabs: Tab[]) {
    this.root.append(this.list);
    for (const tab of tabs) this.add(tab);
  }

  add(tab: Tab): void {
    const button = el(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `tab-${tab.name}`,
        'aria-controls': `panel-${tab.name}`,
        'aria-selected': 'false',
        tabindex: -1,
        onclick: () => this.show(tab.name),
      },
      tab.label,
    );
    button.addEventListener('keydown', (event) => this.move(event));
    tab.root.id = `panel-${tab.name}`;
    tab.root.classList.add('panel-body');
    tab.root.setAttribute('role', 'tabpanel');
    tab.root.setAttribute('aria-labelledby', button.id);
    tab.root.tabIndex = 0;
    tab.root.hidden = true;
    this.buttons.set(tab.name, button);
    this.tabs.set(tab.name, tab);
    this.list.append(button);
    this.root.append(tab.root);
  }

  get isOpen(): boolean {
    return !this.root.hidden;
  }

  toggle(isOpen = !this.isOpen): void {
    setShown(this.root, isOpen);
    this.onResized();
  }

  offer(name: string, isOffered: boolean): void {
    setShown(this.buttons.get(name)!, isOffered);
    if (!isOffered && this.current === name) this.show([...this.buttons].find(([, button]) => !button.hidden)![0]);
  }

  // A dot at the tab: something happened there that was not looked at.
  notify(name: string, isNew: boolean): void {
    this.buttons.get(name)!.classList.toggle('has-news', isNew && this.current !== name);
  }

  show(name: string): void {
    this.current = name;
    for (const [other, tab] of this.tabs) {
      const isShown = other === name;
      setShown(tab.root, isShown);
      const button = this.buttons.get(other)!;
      button.setAttribute('aria-selected', String(isShown));
      button.tabIndex = isShown ? 0 : -1;
    }
    this.notify(name, false);
    if (!this.isOpen) this.toggle(true);
    this.tabs.get(name)!.onShown?.();
  }

  private move(event: KeyboardEvent): void {
    const names = [...this.buttons].filter(([, button]) => !button.hidden).map(([name]) => name);
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const next = names[(names.indexOf(this.current) + step + names.length) % names.length];
    this.show(next);
    this.buttons.get(next)!.focus();
  }
}
