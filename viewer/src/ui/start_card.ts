// Over the picture while a run waits for the human who drives it: which keys drive, and that the first touch begins.
import type { Model } from '../model/model.ts';
import { el, setShown } from './dom.ts';

const kRows: [string[], string][] = [
  [['\u2191'], 'throttle'],
  [['\u2193'], 'brake'],
  [['\u2190', '\u2192'], 'steer'],
  [['Q', 'E'], 'indicators'],
  [['Esc'], 'the software drives on'],
];

export function makeStartCard(model: Model, isDriving: () => boolean): HTMLElement {
  const card = el(
    'section',
    { class: 'start-card', 'aria-label': 'Before the drive', hidden: true },
    el('h2', {}, 'You drive'),
    el('p', {}, 'The scene begins when you press a pedal or turn the wheel.'),
    el('dl', {}, ...kRows.flatMap(([keys, text]) => [el('dt', {}, ...keys.map((key) => el('kbd', {}, key))), el('dd', {}, text)])),
    el('p', { class: 'muted' }, 'A gamepad, or a wheel with pedals, works as well.'),
  );
  model.on('hello', () => setShown(card, false));
  model.on('run', (run) => setShown(card, run.waits_for_driver === true && isDriving()));
  return card;
}
