// What a driver sees of the vehicle: speed, indicators, pedals, the wheel, latency, frames of the mirrors; and the button that passes the wheel.
import type { DriveMode } from '../drive/drive_mode.ts';
import type { Rectangle } from '../drive/mirrors.ts';
import { el, icon, setClass, setShown, setText } from './dom.ts';
import { fixed } from './format.ts';

export class DriveHud {
  readonly root: HTMLElement;
  readonly mirrorFrames = el('div', { 'aria-hidden': 'true' });
  private readonly speed = el('output', { class: 'dial', 'aria-label': 'Speed in km/h' }, '0');
  private readonly left = el('span', { class: 'blinker' }, icon('left'));
  private readonly right = el('span', { class: 'blinker' }, icon('right'));
  private readonly throttle = el('span', { class: 'bar throttle' }, el('i'));
  private readonly brake = el('span', { class: 'bar brake' }, el('i'));
  private readonly wheel = icon('wheel');
  private readonly latency = el('span', { class: 'muted latency' });

  constructor(private readonly drive: DriveMode) {
    this.wheel.classList.add('steering');
    this.root = el(
      'section',
      { class: 'drive-hud', 'aria-label': 'Driving', hidden: true },
      this.left,
      this.wheel,
      el('div', { class: 'speedometer' }, this.speed, el('span', { class: 'muted' }, 'km/h')),
      el('div', { class: 'pedals' }, this.throttle, this.brake),
      this.right,
      el(
        'div',
        { class: 'hud-end' },
        el('button', { type: 'button', class: 'plain', title: 'The software drives on (Esc)', onclick: () => drive.handBack() }, 'Hand back'),
        this.latency,
      ),
    );
  }

  show(isShown: boolean, mirrors: Rectangle[]): void {
    setShown(this.root, isShown);
    while (this.mirrorFrames.children.length > mirrors.length) this.mirrorFrames.lastChild!.remove();
    while (this.mirrorFrames.children.length < mirrors.length) this.mirrorFrames.append(el('div', { class: 'mirror-frame' }));
    mirrors.forEach(({ left, top, width, height }, i) =>
      Object.assign((this.mirrorFrames.children[i] as HTMLElement).style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` }),
    );
  }

  update(speedMps: number, isBlinkOn: boolean): void {
    const { steer, throttle, brake, indicator } = this.drive.controls;
    setText(this.speed, fixed(Math.abs(3.6 * speedMps), 0));
    setClass(this.left, 'is-on', indicator === -1 && isBlinkOn);
    setClass(this.right, 'is-on', indicator === 1 && isBlinkOn);
    (this.throttle.firstElementChild as HTMLElement).style.height = `${Math.round(100 * throttle)}%`;
    (this.brake.firstElementChild as HTMLElement).style.height = `${Math.round(100 * brake)}%`;
    this.wheel.style.transform = `rotate(${Math.round(-110 * steer)}deg)`;
    setText(this.latency, this.drive.latencyMs === null ? '' : `${fixed(this.drive.latencyMs, 0)} ms input to picture`);
  }
}
