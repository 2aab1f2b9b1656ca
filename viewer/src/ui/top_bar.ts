// The bar at the top: what is shown, the transport with its clock, search, theme, help.
import type { Connection } from '../net/connection.ts';
import type { Model } from '../model/model.ts';
import { el, icon, iconButton, setIcon, setShown, setText } from './dom.ts';
import { clock, fixed } from './format.ts';
import { makeSearch } from './search.ts';

const kFactors: [number, string][] = [
  [0.1, '0.1×'],
  [0.25, '0.25×'],
  [0.5, '0.5×'],
  [1, '1×'],
  [2, '2×'],
  [4, '4×'],
  [10, '10×'],
  [0, 'max'],
];
const kModes: Record<string, string> = { network: 'Network', traffic: 'Traffic', scene: 'Scene', recording: 'Recording', report: 'Report' };

export interface TopBarHooks {
  toggleTheme(): void;
  showHelp(): void;
  togglePanel(): void;
  goTo(x: number, y: number, z: number): void;
}

export class TopBar {
  readonly root: HTMLElement;
  private readonly title = el('h1', { class: 'title' }, 'Backlot');
  private readonly kind = el('span', { class: 'tag' });
  private readonly play: HTMLButtonElement;
  private readonly step: HTMLButtonElement;
  private readonly restart: HTMLButtonElement;
  private readonly time = el('output', { class: 'clock', 'aria-label': 'Time of the run' }, '0:00.0');
  private readonly reached = el('span', { class: 'reached' });
  private readonly speed: HTMLSelectElement;
  private readonly theme: HTMLButtonElement;
  readonly search: { root: HTMLElement; focus(): void };

  constructor(
    private readonly connection: Connection,
    private readonly model: Model,
    hooks: TopBarHooks,
  ) {
    this.play = iconButton('play', 'Play', () => this.togglePlay(), 'Space');
    this.play.classList.add('primary');
    this.step = iconButton('step', 'One step', () => connection.send({ do: 'step' }), '.');
    this.restart = iconButton('restart', 'Restart', () => connection.send({ do: 'restart' }), 'Shift+R');
    this.speed = el(
      'select',
      {
        class: 'speed',
        'aria-label': 'Speed',
        title: 'Speed, as a multiple of real time',
        onchange: () => connection.send({ do: 'speed', factor: Number(this.speed.value) }),
      },
      ...kFactors.map(([factor, text]) => el('option', { value: factor }, text)),
    );
    this.speed.value = '1';
    this.theme = iconButton('moon', 'Dark theme', hooks.toggleTheme, 'T');
    this.search = makeSearch(connection, model, hooks.goTo);
    this.root = el(
      'header',
      { class: 'top-bar' },
      el('div', { class: 'brand' }, logo(), el('div', { class: 'what' }, this.title, this.kind)),
      el('div', { class: 'transport', role: 'group', 'aria-label': 'Run' }, this.restart, this.step, this.play, this.time, this.speed, this.reached),
      el(
        'div',
        { class: 'end' },
        this.search.root,
        this.theme,
        iconButton('help', 'Keyboard help', hooks.showHelp, '?'),
        iconButton('panel', 'Side panel', hooks.togglePanel, 'P'),
      ),
    );
    model.on('hello', (hello) => {
      setText(this.title, hello.title || hello.file);
      this.title.title = hello.file;
      setText(this.kind, kModes[hello.mode] ?? hello.mode);
      document.title = `${hello.title || hello.file} · Backlot`;
      setShown(this.root.querySelector<HTMLElement>('.transport')!, model.can('play'));
      setShown(this.step, model.can('step'));
      setShown(this.restart, model.can('restart'));
      setShown(this.speed, model.can('speed'));
    });
    model.on('run', (run) => {
      this.showTime(run.time_s);
      setIcon(this.play, run.playing ? 'pause' : 'play');
      const label = run.playing ? 'Pause' : 'Play';
      this.play.setAttribute('aria-label', label);
      this.play.title = `${label} (Space)`;
      if (document.activeElement !== this.speed && this.speed.value !== String(run.factor)) this.speed.value = String(run.factor);
      const isSlow = run.playing && run.reached !== null && (run.factor === 0 || run.reached < 0.9 * run.factor);
      setText(this.reached, isSlow ? `${fixed(run.reached, 1)}× reached` : '');
    });
  }

  showTime(seconds: number): void {
    setText(this.time, clock(seconds, 1));
  }

  showTheme(isDark: boolean): void {
    setIcon(this.theme, isDark ? 'sun' : 'moon');
    const label = isDark ? 'Day theme' : 'Dark theme';
    this.theme.setAttribute('aria-label', label);
    this.theme.title = `${label} (T)`;
  }

  togglePlay(): void {
    this.connection.send({ do: this.model.run?.playing ? 'pause' : 'play' });
  }
}

function logo(): HTMLElement {
  const mark = icon('play');
  mark.setAttribute('viewBox', '0 0 24 24');
  mark.classList.add('logo');
  // A road that runs into the picture, in the frame of a camera.
  mark.querySelector('path')!.setAttribute('d', 'M3 8V4h4M17 4h4v4M21 16v4h-4M7 20H3v-4M10.6 6L7 18M13.4 6L17 18M12 8v1.6M12 12v2M12 16.4v1.8');
  const box = el('span', { class: 'logo-box' });
  box.append(mark);
  return box;
}
