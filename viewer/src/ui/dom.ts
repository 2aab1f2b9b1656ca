// Small helpers to build elements. Texts are always set as text, never as markup.

type Attributes = Record<string, string | number | boolean | undefined | ((event: never) => void)>;
type Child = Node | string | null | undefined | false;

// el('button', {class: 'icon', title: 'Play', onclick: play}, 'Play'): functions become listeners, true an empty attribute, undefined nothing.
export function el<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.replace(/^on/, ''), value as EventListener);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

// Writes only where the text changed: a page that is read aloud is not read again and again.
export function setText(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

export function setShown(node: HTMLElement, isShown: boolean): void {
  if (node.hidden === isShown) node.hidden = !isShown;
}

export function setClass(node: Element, name: string, isOn: boolean): void {
  node.classList.toggle(name, isOn);
}

const kSvg = 'http://www.w3.org/2000/svg';

// Icons on a grid of 20 by 20, drawn with a line of 1.6.
const kIcons: Record<string, string> = {
  play: 'M6 4l10 6-10 6z',
  pause: 'M6.5 4v12M13.5 4v12',
  step: 'M4 4l8 6-8 6zM15.5 4v12',
  restart: 'M4 10a6 6 0 1 0 2-4.5M4 3v3.2h3.2',
  search: 'M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM13 13l4 4',
  sun: 'M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM10 2v1.6M10 16.4V18M2 10h1.6M16.4 10H18M4.3 4.3l1.2 1.2M14.5 14.5l1.2 1.2M4.3 15.7l1.2-1.2M14.5 5.5l1.2-1.2',
  moon: 'M16 12.2A6.6 6.6 0 0 1 7.8 4 6.6 6.6 0 1 0 16 12.2z',
  help: 'M7.4 7.6a2.6 2.6 0 1 1 3.7 2.3c-.8.4-1.1.9-1.1 1.7M10 14.4v.2M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15z',
  ruler: 'M3 13.2L13.2 3 17 6.8 6.8 17zM6 10.2l1.6 1.6M8.4 7.8l1.6 1.6M10.8 5.4l1.6 1.6',
  camera: 'M3 6.5h3l1.2-2h5.6l1.2 2h3v9H3zM10 8.2a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2z',
  link: 'M8.5 11.5l3-3M9 6.5l1.6-1.6a3.2 3.2 0 0 1 4.5 4.5L13.5 11M11 13.5l-1.6 1.6a3.2 3.2 0 0 1-4.5-4.5L6.5 9',
  plus: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  north: 'M10 3l4 13-4-3-4 3z',
  close: 'M5 5l10 10M15 5L5 15',
  panel: 'M3 4h14v12H3zM12.5 4v12',
  wheel: 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM10 8.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zM2.8 9h5.5M11.7 9h5.5M10 11.8v5.5',
  left: 'M9 3.5L3 10l6 6.5V12.6h8V7.4H9z',
  right: 'M11 3.5L17 10l-6 6.5V12.6H3V7.4h8z',
  previous: 'M15 4L7 10l8 6zM4.5 4v12',
  next: 'M5 4l8 6-8 6zM15.5 4v12',
  eye: 'M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM10 7.6a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8z',
  target: 'M10 5a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM10 2v4M10 14v4M2 10h4M14 10h4',
};

export function icon(name: keyof typeof kIcons): SVGSVGElement {
  const svg = document.createElementNS(kSvg, 'svg');
  svg.setAttribute('viewBox', '0 0 20 20');
  svg.setAttribute('aria-hidden', 'true');
  svg.classList.add('icon');
  const path = document.createElementNS(kSvg, 'path');
  path.setAttribute('d', kIcons[name]);
  svg.append(path);
  return svg;
}

export function iconButton(name: keyof typeof kIcons, label: string, onclick: () => void, keys = ''): HTMLButtonElement {
  const title = keys ? `${label} (${keys})` : label;
  return el('button', { type: 'button', class: 'icon-button', 'aria-label': label, title, onclick }, icon(name));
}

export function setIcon(button: HTMLElement, name: keyof typeof kIcons): void {
  button.querySelector('path')!.setAttribute('d', kIcons[name]);
}
