// The surfaces on which vehicles stand, as triangles in a grid: the height of the road at a place. Bodies are tilted by it, and the mouse finds
// its place on it.

const kCellM = 12;
const kSteepest = 0.35;
const kMostTriangles = 600_000; // of a larger world nothing is indexed, and everything is flat

// Of a body: z per metre forward, and per metre to its left.
export interface Tilt {
  slope: number;
  bank: number;
}

export class Ground {
  private readonly cells = new Map<number, number[]>();
  private readonly corners: number[] = []; // nine numbers for each triangle
  private isFull = false;

  clear(): void {
    this.cells.clear();
    this.corners.length = 0;
    this.isFull = false;
  }

  add(positions: Float32Array, indices: Uint32Array): void {
    if (this.isFull || this.corners.length / 9 + indices.length / 3 > kMostTriangles) {
      this.clear();
      this.isFull = true;
      return;
    }
    for (let i = 0; i < indices.length; i += 3) {
      const number = this.corners.length / 9;
      let x0 = Infinity,
        y0 = Infinity,
        x1 = -Infinity,
        y1 = -Infinity;
      for (let k = 0; k < 3; ++k) {
        const at = 3 * indices[i + k];
        const x = positions[at];
        const y = positions[at + 1];
        this.corners.push(x, y, positions[at + 2]);
        x0 = Math.min(x0, x);
        x1 = Math.max(x1, x);
        y0 = Math.min(y0, y);
        y1 = Math.max(y1, y);
      }
      for (let cx = Math.floor(x0 / kCellM); cx <= Math.floor(x1 / kCellM); ++cx) {
        for (let cy = Math.floor(y0 / kCellM); cy <= Math.floor(y1 / kCellM); ++cy) {
          const key = keyOf(cx, cy);
          const list = this.cells.get(key);
          if (list) list.push(number);
          else this.cells.set(key, [number]);
        }
      }
    }
  }

  // The height of the surface at (x, y) that is nearest to z and within `reach` of it, or null.
  heightAt(x: number, y: number, z: number, reach = 2): number | null {
    const list = this.cells.get(keyOf(Math.floor(x / kCellM), Math.floor(y / kCellM)));
    if (!list) return null;
    let best: number | null = null;
    let bestAway = reach;
    for (const number of list) {
      const height = this.heightOn(number, x, y);
      if (height === null) continue;
      const away = Math.abs(height - z);
      if (away <= bestAway) {
        best = height;
        bestAway = away;
      }
    }
    return best;
  }

  // Slope and bank of the road below a body at (x, y, z) with its heading as cosine and sine.
  tiltAt(x: number, y: number, z: number, c: number, s: number, length: number, width: number, out: Tilt): void {
    const at = (along: number, across: number) => this.heightAt(x + along * c - across * s, y + along * s + across * c, z, 1.5) ?? z;
    const reach = 0.35 * length;
    const half = 0.5 * width;
    const slope = (at(reach, 0) - at(-reach, 0)) / (2 * reach);
    const bank = (at(0, half) - at(0, -half)) / (2 * half);
    out.slope = Math.abs(slope) > kSteepest ? 0 : slope; // an edge, and no road
    out.bank = Math.abs(bank) > kSteepest ? 0 : bank;
  }

  private heightOn(number: number, x: number, y: number): number | null {
    const c = this.corners;
    const a = 9 * number;
    const ux = c[a + 3] - c[a];
    const uy = c[a + 4] - c[a + 1];
    const vx = c[a + 6] - c[a];
    const vy = c[a + 7] - c[a + 1];
    const area = ux * vy - uy * vx;
    if (area === 0) return null;
    const px = x - c[a];
    const py = y - c[a + 1];
    const u = (px * vy - py * vx) / area;
    const v = (ux * py - uy * px) / area;
    const kSlack = 1e-4;
    if (u < -kSlack || v < -kSlack || u + v > 1 + kSlack) return null;
    return c[a + 2] + u * (c[a + 5] - c[a + 2]) + v * (c[a + 8] - c[a + 2]);
  }
}

function keyOf(cx: number, cy: number): number {
  return (cx + 1_000_000) * 4_194_304 + (cy + 1_000_000);
}
