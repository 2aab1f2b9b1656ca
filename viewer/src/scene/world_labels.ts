// Which names stand in the picture: of cast and selected vehicles always, of ways and marks where there is room.
import { PerspectiveCamera, Vector3 } from 'three';
import type { Hello, World } from '../net/messages.ts';
import type { Snapshot } from '../net/snapshot.ts';
import type { Label } from '../ui/labels.ts';
import { paintOf, type Palette } from './palette.ts';
import type { Vehicles } from './vehicles.ts';

const kMostActors = 40;
const kMostNames = 24;
const kNamesUpToMetresPerPixel = 1.2;
const point = new Vector3();

export interface LabelView {
  camera: PerspectiveCamera;
  widthPx: number;
  heightPx: number;
  metresPerPixel: number;
  selected: number;
  subject: number;
  hasNames: boolean;
  palette: Palette;
}

// Pixel of a place, or null where it is out of the picture.
export function pixelOf(
  camera: PerspectiveCamera,
  widthPx: number,
  heightPx: number,
  x: number,
  y: number,
  z: number,
): { x: number; y: number } | null {
  point.set(x, y, z).project(camera);
  if (point.z < -1 || point.z > 1 || Math.abs(point.x) > 1.05 || Math.abs(point.y) > 1.05) return null;
  return { x: (0.5 + 0.5 * point.x) * widthPx, y: (0.5 - 0.5 * point.y) * heightPx };
}

export function labelsOf(frame: Snapshot, vehicles: Vehicles, hello: Hello, world: World | null, view: LabelView): Label[] {
  const labels: Label[] = [];
  for (let slot = 0; slot < frame.slots && labels.length < kMostActors; ++slot) {
    if (!frame.isAlive[slot]) continue;
    const id = frame.id[slot];
    const role = frame.role[slot] ? (hello.roles[frame.role[slot] - 1] ?? '') : '';
    const isSelected = id === view.selected;
    if (!role && !isSelected && id !== view.subject) continue;
    const height = vehicles.shapeOf(frame.shape[slot])?.height_m ?? 1.5;
    const at = pixelOf(view.camera, view.widthPx, view.heightPx, frame.x[slot], frame.y[slot], frame.z[slot] + height);
    if (!at) continue;
    const name = role || (id === view.subject ? 'subject' : '');
    labels.push({
      key: `actor ${id}`,
      text: [name, id].filter(Boolean).join(' '),
      x: at.x,
      y: at.y - 10,
      look: id === view.subject || role === 'subject' ? 'is-subject' : role ? 'is-role' : 'is-selected',
      colour: role && role !== 'subject' ? `#${paintOf(view.palette, id, frame.role[slot], false).toString(16).padStart(6, '0')}` : undefined,
    });
  }
  if (world && view.hasNames && view.metresPerPixel < kNamesUpToMetresPerPixel) addNames(labels, world, view);
  return labels;
}

function addNames(labels: Label[], world: World, view: LabelView): void {
  const taken: { x: number; y: number }[] = labels.map(({ x, y }) => ({ x, y }));
  let count = 0;
  const places = [
    ...world.marks.map(({ name, at }) => ({ text: name, at, look: 'is-mark' })),
    ...world.names.map(({ text, at, what }) => ({ text, at, look: what === 'way' ? 'is-way' : 'is-place' })),
  ];
  for (const { text, at, look } of places) {
    if (count === kMostNames) return;
    const pixel = pixelOf(view.camera, view.widthPx, view.heightPx, at[0], at[1], at[2] + 0.2);
    if (!pixel || taken.some((other) => Math.abs(other.x - pixel.x) < 110 && Math.abs(other.y - pixel.y) < 24)) continue;
    taken.push(pixel);
    labels.push({ key: `${look} ${text}`, text: text.replaceAll('_', ' '), x: pixel.x, y: pixel.y, look });
    ++count;
  }
}
