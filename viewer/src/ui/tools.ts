// The controls that float over the picture: which camera, measure, picture, link; zoom and north.
import type { CameraMode } from '../camera/rig.ts';
import { el, iconButton, setClass } from './dom.ts';

const kLabels: Record<CameraMode, [string, string]> = {
  top: ['Top', 'From above (1)'],
  free: ['3-D', 'Free camera (2)'],
  follow: ['Follow', 'Turns around the vehicle (3)'],
  chase: ['Chase', 'Behind the vehicle (4)'],
  driver: ['Seat', "From the driver's seat (5)"],
};

export interface ToolHooks {
  setMode(mode: CameraMode): void;
  toggleMeasure(): void;
  savePicture(): void;
  share(): void;
  drive(): void;
  toggleSensors(): void;
  zoom(factor: number): void;
  faceNorth(): void;
}

export class Tools {
  readonly root: HTMLElement;
  readonly corner: HTMLElement;
  readonly driveButton: HTMLButtonElement;
  readonly sensorButton: HTMLButtonElement;
  private readonly modes = new Map<CameraMode, HTMLButtonElement>();
  private readonly measure: HTMLButtonElement;
  private readonly north: HTMLButtonElement;

  constructor(hooks: ToolHooks) {
    const cameras = el('div', { class: 'segments', role: 'group', 'aria-label': 'Camera' });
    for (const [mode, [label, title]] of Object.entries(kLabels) as [CameraMode, [string, string]][]) {
      const button = el('button', { type: 'button', title, 'aria-pressed': 'false', onclick: () => hooks.setMode(mode) }, label);
      this.modes.set(mode, button);
      cameras.append(button);
    }
    this.measure = iconButton('ruler', 'Measure a distance', hooks.toggleMeasure, 'M');
    this.measure.setAttribute('aria-pressed', 'false');
    this.sensorButton = iconButton('eye', 'What the driver sees', hooks.toggleSensors, 'V');
    this.sensorButton.setAttribute('aria-pressed', 'false');
    this.sensorButton.hidden = true;
    this.driveButton = iconButton('wheel', 'Drive', hooks.drive, 'D');
    this.driveButton.append('Drive');
    this.driveButton.classList.add('with-text');
    this.north = iconButton('north', 'North is up', hooks.faceNorth, 'Home');
    this.root = el(
      'div',
      { class: 'tools', role: 'toolbar', 'aria-label': 'Tools' },
      cameras,
      el(
        'div',
        { class: 'tool-group' },
        this.measure,
        this.sensorButton,
        iconButton('camera', 'Save a picture', hooks.savePicture, 'Shift+P'),
        iconButton('link', 'Copy a link to this moment', hooks.share, 'L'),
      ),
      el('div', { class: 'tool-group drive-group' }, this.driveButton),
    );
    this.corner = el(
      'div',
      { class: 'corner', role: 'group', 'aria-label': 'Zoom' },
      this.north,
      iconButton('plus', 'Closer', () => hooks.zoom(1 / 1.5), '+'),
      iconButton('minus', 'Farther', () => hooks.zoom(1.5), '-'),
    );
  }

  showMode(mode: CameraMode): void {
    for (const [other, button] of this.modes) button.setAttribute('aria-pressed', String(other === mode));
  }

  showMeasuring(isOn: boolean): void {
    this.measure.setAttribute('aria-pressed', String(isOn));
  }

  // The needle turns with the camera.
  showAzimuth(azimuth: number): void {
    const degrees = ((Math.round((azimuth * 180) / Math.PI - 90) % 360) + 360) % 360;
    (this.north.firstElementChild as SVGElement).style.transform = `rotate(${degrees}deg)`;
    setClass(this.north, 'is-north', degrees === 0);
  }
}
