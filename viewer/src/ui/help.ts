// What the keys do, and how the mouse moves the camera.
import { el, iconButton } from './dom.ts';

const kKeys: [string, [string, string][]][] = [
  [
    'Run',
    [
      ['Space', 'play or pause'],
      ['.', 'one step'],
      ['Shift R', 'restart'],
      ['[  ]', 'slower, faster'],
      ['N, Shift N', 'next, previous finding'],
      ['←  →', 'in a recording: back, forth by 1 s'],
    ],
  ],
  [
    'Camera',
    [
      ['1 … 5', 'top, 3-D, follow, chase, seat'],
      ['drag', 'moves the ground'],
      ['right drag, Shift drag', 'turns'],
      ['wheel, +  -', 'closer, farther'],
      ['↑ ↓ ← →', 'moves the ground'],
      ['Home', 'north is up'],
      ['0', 'shows everything'],
    ],
  ],
  [
    'Look closer',
    [
      ['click', 'selects a vehicle'],
      ['F', 'follows it'],
      ['Esc', 'releases it'],
      ['/', 'search'],
      ['M', 'measure a distance'],
      ['V', 'what the driver sees'],
      ['L', 'link to this moment'],
      ['Shift P', 'saves a picture'],
      ['P', 'side panel'],
      ['T', 'day or dark theme'],
    ],
  ],
  [
    'Drive',
    [
      ['D', 'begins to drive'],
      ['↑ or W', 'throttle'],
      ['↓ or S', 'brake'],
      ['← → or A D', 'steer'],
      ['Q, E', 'indicator left, right'],
      ['Esc', 'gives the wheel back'],
    ],
  ],
];

export function makeHelp(): HTMLDialogElement {
  const dialog = el('dialog', { class: 'help', 'aria-label': 'Keyboard help' });
  dialog.append(
    el(
      'div',
      { class: 'help-head' },
      el('h2', {}, 'Keys'),
      iconButton('close', 'Close', () => dialog.close(), 'Esc'),
    ),
    el(
      'div',
      { class: 'help-columns' },
      ...kKeys.map(([title, rows]) =>
        el(
          'section',
          {},
          el('h3', {}, title),
          el('dl', {}, ...rows.map(([key, text]) => el('div', {}, el('dt', {}, el('kbd', {}, key)), el('dd', {}, text)))),
        ),
      ),
    ),
  );
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  return dialog;
}
