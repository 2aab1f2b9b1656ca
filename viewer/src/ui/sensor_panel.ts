// What the system under test sees against the truth: its sensors, how much of the traffic they report, and how far the reports are off.
import type { Connection } from '../net/connection.ts';
import type { Sensors } from '../net/messages.ts';
import type { Model } from '../model/model.ts';
import type { Picture } from '../scene/picture.ts';
import { refill } from './actor_panel.ts';
import { el, setShown, setText } from './dom.ts';
import { Facts } from './facts.ts';
import { withUnit } from './format.ts';

const kMostRows = 12;

export class SensorPanel {
  readonly root: HTMLElement;
  isOn = false;
  private isAsked = false; // the program tells what the driver sees
  onChanged: (isOn: boolean) => void = () => {};
  private readonly toggleButton: HTMLButtonElement;
  private readonly facts = new Facts();
  private readonly sensors = el('ul', { class: 'rows' });
  private readonly objects = el('ul', { class: 'rows' });
  private readonly body: HTMLElement;

  constructor(
    private readonly connection: Connection,
    private readonly model: Model,
    private readonly picture: Picture,
    select: (id: number) => void,
  ) {
    this.toggleButton = el('button', { type: 'button', class: 'wide-button', 'aria-pressed': 'false', onclick: () => this.toggle() }, '');
    this.body = el(
      'div',
      {},
      this.facts.root,
      el('h3', {}, 'Sensors'),
      this.sensors,
      el('h3', {}, 'Nearest objects'),
      this.objects,
    );
    this.root = el(
      'section',
      { class: 'sensor-panel' },
      el('p', { class: 'hint' }, 'What the driver is told, at this moment: outlines stand where its sensors report a body. Bodies that it is not told of are pale.'),
      this.toggleButton,
      this.body,
    );
    model.on('hello', () => this.set(this.isOn && model.can('sensors')));
    model.on('sensors', (sensors) => this.show(sensors, select));
    this.set(false);
  }

  toggle(isOn = !this.isOn): void {
    this.set(isOn);
  }

  private set(isOn: boolean): void {
    this.isOn = isOn;
    if (this.model.can('sensors') && (isOn || this.isAsked)) this.connection.send({ do: 'sensors', on: isOn ? 1 : 0 });
    this.isAsked = isOn;
    setText(this.toggleButton, isOn ? 'Hide what it sees' : 'Show what it sees');
    this.toggleButton.setAttribute('aria-pressed', String(isOn));
    setShown(this.body, isOn);
    if (!isOn) this.picture.setSensors(null);
    this.onChanged(isOn);
  }

  private show(sensors: Sensors | null, select: (id: number) => void): void {
    if (!this.isOn) return;
    this.picture.setSensors(sensors);
    if (!sensors) return;
    const frame = this.picture.run.newestFrame;
    const all = Math.max(0, frame.count - 1);
    const count = (why: string) => sensors.unseen.filter((one) => one.why === why).length;
    this.facts.set('Reported', `${sensors.seen.length} of ${all} in the picture`);
    this.facts.set('Hidden', String(count('hidden')));
    this.facts.set('Lost or late', String(count('lost')));
    refill(
      this.sensors,
      sensors.sensors.map((sensor) =>
        el(
          'li',
          {},
          el('span', {}, sensor.name),
          el(
            'span',
            { class: 'muted' },
            `${withUnit(sensor.range_m, 0, 'm')}, ${sensor.field > 6.28 ? 'all around' : withUnit((sensor.field * 180) / Math.PI, 0, '°')}`,
          ),
        ),
      ),
    );
    const eye = sensors.sensors[0]?.at ?? [0, 0, 0];
    const rows = sensors.seen.map(({ id, at }) => {
      const slot = frame.find(id);
      const offM = slot < 0 ? null : Math.hypot(at[0] - frame.x[slot], at[1] - frame.y[slot]);
      return { id, awayM: Math.hypot(at[0] - eye[0], at[1] - eye[1]), text: offM === null ? 'not in view' : `${withUnit(offM, 2, 'm')} off` };
    });
    for (const { id, why } of sensors.unseen) {
      const slot = frame.find(id);
      if (slot >= 0) rows.push({ id, awayM: Math.hypot(frame.x[slot] - eye[0], frame.y[slot] - eye[1]), text: why });
    }
    rows.sort((a, b) => a.awayM - b.awayM || a.id - b.id);
    refill(
      this.objects,
      rows.slice(0, kMostRows).map(({ id, awayM, text }) =>
        el(
          'li',
          {},
          el('button', { type: 'button', class: 'link', onclick: () => select(id) }, String(id)),
          el('span', { class: 'muted' }, `${withUnit(awayM, 0, 'm')}, ${text}`),
        ),
      ),
    );
  }
}
