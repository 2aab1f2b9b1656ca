// The line at the lower left of the picture: the place under the mouse in all frames, a scale, and the length of a measured line.
import type { Connection } from '../net/connection.ts';
import type { Located } from '../net/messages.ts';
import type { Model } from '../model/model.ts';
import { el, setShown, setText } from './dom.ts';
import { fixed, withUnit } from './format.ts';

const kAskEveryMs = 150;
const kScaleSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];

export class StatusLine {
  readonly root: HTMLElement;
  private readonly world = el('span', { class: 'coordinates' });
  private readonly way = el('span', { class: 'coordinates' });
  private readonly source = el('span', { class: 'coordinates muted' });
  private readonly scaleBar = el('span', { class: 'scale-bar' });
  private readonly scaleText = el('span', { class: 'muted' });
  private readonly scale = el('span', { class: 'scale' }, this.scaleText, this.scaleBar);
  private readonly length = el('strong', { class: 'measured', hidden: true });
  private wanted: { x: number; y: number } | null = null;
  private isTimerSet = false;

  constructor(
    private readonly connection: Connection,
    private readonly model: Model,
  ) {
    this.root = el('div', { class: 'status-line' }, this.scale, this.length, this.world, this.way, this.source);
    model.on('located', (located) => this.showPlace(located));
  }

  // (x, y) relative to the origin; null where the mouse is not over the ground.
  showMouse(at: { x: number; y: number } | null): void {
    const origin = this.model.hello?.origin;
    setShown(this.world, at !== null);
    setShown(this.way, at !== null);
    setShown(this.source, at !== null);
    if (!at || !origin) return;
    const place = { x: at.x + origin[0], y: at.y + origin[1] };
    setText(this.world, `x ${fixed(place.x, 2)}  y ${fixed(place.y, 2)}`);
    this.ask(place);
  }

  showScale(metresPerPixel: number): void {
    setShown(this.scale, metresPerPixel > 0);
    if (metresPerPixel <= 0) return;
    const metres = kScaleSteps.find((step) => step / metresPerPixel >= 60) ?? 10000;
    setText(this.scaleText, metres >= 1000 ? `${metres / 1000} km` : `${metres} m`);
    this.scaleBar.style.width = `${Math.round(metres / metresPerPixel)}px`;
  }

  showLength(metres: number | null): void {
    setShown(this.length, metres !== null);
    if (metres !== null) setText(this.length, withUnit(metres, 2, 'm'));
  }

  private ask(place: { x: number; y: number }): void {
    this.wanted = place;
    if (this.isTimerSet || !this.model.can('locate')) return;
    this.isTimerSet = true;
    setTimeout(() => {
      this.isTimerSet = false;
      if (this.wanted) this.connection.send({ do: 'locate', ...this.wanted });
    }, kAskEveryMs);
  }

  private showPlace({ places }: Located): void {
    const best = places[0];
    if (!best) {
      setText(this.way, 'off the network');
      setText(this.source, '');
      return;
    }
    const where = [best.way || best.intersection, best.lane].filter(Boolean).join(' ');
    setText(
      this.way,
      `${where}  distance ${fixed(best.distance, 2)}  offset ${fixed(best.offset, 2)}  loft ${fixed(best.loft, 2)}  z ${fixed(best.z, 2)}`,
    );
    setText(this.source, best.source ? `road ${best.source.road}  s ${fixed(best.source.s, 2)}  t ${fixed(best.source.t, 2)}` : '');
  }
}
