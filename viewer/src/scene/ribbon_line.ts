// Flat bands of a given width along lines on the road.
import { BufferAttribute, BufferGeometry } from 'three';
import type { Place } from '../net/messages.ts';

export function ribbonAlong(lines: Place[][], widthM: number, liftM: number): BufferGeometry {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const line of lines) {
    const first = positions.length / 3;
    line.forEach(([x, y, z], i) => {
      const [ax, ay] = line[Math.max(0, i - 1)];
      const [bx, by] = line[Math.min(line.length - 1, i + 1)];
      const length = Math.hypot(bx - ax, by - ay) || 1;
      const nx = (-(by - ay) / length) * 0.5 * widthM;
      const ny = ((bx - ax) / length) * 0.5 * widthM;
      positions.push(x + nx, y + ny, z + liftM, x - nx, y - ny, z + liftM);
      if (i > 0) {
        const k = first + 2 * i;
        indices.push(k - 2, k - 1, k + 1, k - 2, k + 1, k);
      }
    });
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  geometry.setIndex(indices);
  return geometry;
}
