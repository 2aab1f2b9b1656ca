// What the camera sees of the ground, as a box: the program sends what lies in it.
import type { CameraRig } from './rig.ts';

export interface ViewBox {
  box: [number, number, number, number];
  metresPerPixel: number;
}

const kFarthestM = 1500; // towards the horizon
const kMargin = 0.12;

export function viewBox(rig: CameraRig): ViewBox {
  const eye = rig.camera.position;
  const { x, y, z } = rig.orbit;
  const xs = [x];
  const ys = [y];
  for (const u of [-1, 0, 1]) {
    for (const v of [-1, -0.3, 0.3, 1]) {
      const at = rig.groundAt(u, v, z);
      if (!at) {
        xs.push(eye.x - kFarthestM, eye.x + kFarthestM);
        ys.push(eye.y - kFarthestM, eye.y + kFarthestM);
        continue;
      }
      const away = Math.hypot(at.x - eye.x, at.y - eye.y);
      const share = rig.mode === 'top' ? 1 : Math.min(1, Math.max(kFarthestM, 4 * rig.orbit.distance) / Math.max(1, away));
      xs.push(eye.x + share * (at.x - eye.x));
      ys.push(eye.y + share * (at.y - eye.y));
    }
  }
  const [x0, x1] = [Math.min(...xs), Math.max(...xs)];
  const [y0, y1] = [Math.min(...ys), Math.max(...ys)];
  const dx = kMargin * (x1 - x0);
  const dy = kMargin * (y1 - y0);
  const isNear = rig.mode === 'chase' || rig.mode === 'driver';
  return { box: [x0 - dx, y0 - dy, x1 + dx, y1 + dy], metresPerPixel: isNear ? 0.02 : rig.metresPerPixel };
}

// Whether the program has to be told: the view left the box that it knows, or is much smaller.
export function isMuchDifferent(known: ViewBox | null, now: ViewBox): boolean {
  if (!known) return true;
  const ratio = now.metresPerPixel / known.metresPerPixel;
  if (ratio < 0.75 || ratio > 1.34) return true;
  const width = now.box[2] - now.box[0];
  const height = now.box[3] - now.box[1];
  const moved = Math.max(
    Math.abs(now.box[0] - known.box[0]) / width,
    Math.abs(now.box[2] - known.box[2]) / width,
    Math.abs(now.box[1] - known.box[1]) / height,
    Math.abs(now.box[3] - known.box[3]) / height,
  );
  return moved > 0.06;
}
