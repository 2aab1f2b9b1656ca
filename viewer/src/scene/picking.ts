// Which vehicle is under the mouse: the ray through the pixel against the boxes of the bodies.
import { PerspectiveCamera, Vector3 } from 'three';
import type { ShapeEntry } from '../net/messages.ts';
import type { Snapshot } from '../net/snapshot.ts';

const origin = new Vector3();
const direction = new Vector3();

// Id of the nearest vehicle that the ray meets, or -1. (u, v) from -1 to 1, v upwards. Small bodies are widened to `leastM`.
export function pick(
  frame: Snapshot,
  shapeOf: (number: number) => ShapeEntry | undefined,
  camera: PerspectiveCamera,
  u: number,
  v: number,
  leastM: number,
): number {
  origin.copy(camera.position);
  direction.set(u, v, 0.5).unproject(camera).sub(origin).normalize();
  let best = -1;
  let bestAt = Infinity;
  for (let slot = 0; slot < frame.slots; ++slot) {
    const shape = frame.isAlive[slot] ? shapeOf(frame.shape[slot]) : undefined;
    if (!shape) continue;
    const at = rayIntoBox(frame, slot, shape, leastM);
    if (at < bestAt) {
      bestAt = at;
      best = frame.id[slot];
    }
  }
  return best;
}

// Distance along the ray at which it enters the box, or infinity: the slabs of the box in its own frame.
function rayIntoBox(frame: Snapshot, slot: number, shape: ShapeEntry, leastM: number): number {
  const c = Math.cos(frame.heading[slot]);
  const s = Math.sin(frame.heading[slot]);
  const px = origin.x - frame.x[slot];
  const py = origin.y - frame.y[slot];
  const halfLength = 0.5 * Math.max(leastM, shape.length_m);
  const halfWidth = 0.5 * Math.max(leastM, shape.width_m);
  let enter = 0;
  let leave = Infinity;
  const slab = (at: number, step: number, low: number, high: number): void => {
    if (Math.abs(step) < 1e-12) {
      if (at < low || at > high) leave = -1;
      return;
    }
    const a = (low - at) / step;
    const b = (high - at) / step;
    enter = Math.max(enter, Math.min(a, b));
    leave = Math.min(leave, Math.max(a, b));
  };
  slab(c * px + s * py, c * direction.x + s * direction.y, -halfLength, halfLength);
  slab(-s * px + c * py, -s * direction.x + c * direction.y, -halfWidth, halfWidth);
  slab(origin.z - frame.z[slot], direction.z, 0, shape.height_m);
  return enter <= leave ? enter : Infinity;
}
