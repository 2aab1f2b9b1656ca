// A crossing with houses, trees, signals and signs, as messages of the program.
import { ByteWriter } from '../byte_writer.ts';

export const kMaterials = ['asphalt', 'marking_white', 'sidewalk', 'crosswalk', 'stop_line', 'building', 'roof', 'verge', 'kerb', 'marking_yellow'];
const kArmM = 240;
const kHalfM = 7;

interface Part {
  material: string;
  positions: number[];
  indices: number[];
}

class Parts {
  private readonly parts = new Map<string, Part>();

  // A rectangle on the ground, or at a height.
  flat(material: string, x0: number, y0: number, x1: number, y1: number, z = 0): void {
    this.quad(material, [x0, y0, z], [x1, y0, z], [x1, y1, z], [x0, y1, z]);
  }

  house(x0: number, y0: number, x1: number, y1: number, height: number): void {
    const foot = [
      [x0, y0],
      [x1, y0],
      [x1, y1],
      [x0, y1],
    ];
    foot.forEach(([ax, ay], i) => {
      const [bx, by] = foot[(i + 1) % 4];
      this.quad('building', [ax, ay, 0], [bx, by, 0], [bx, by, height], [ax, ay, height]);
    });
    this.flat('roof', x0, y0, x1, y1, height);
  }

  message(): Buffer {
    const out = new ByteWriter().u8(1).u8(1).u16(this.parts.size);
    for (const part of this.parts.values()) {
      out
        .u16(kMaterials.indexOf(part.material))
        .u16(0)
        .u32(part.positions.length / 3)
        .u32(part.indices.length);
      for (const number of part.positions) out.f32(number);
      for (const index of part.indices) out.u32(index);
    }
    return out.done();
  }

  private quad(material: string, ...corners: number[][]): void {
    const part = this.parts.get(material) ?? { material, positions: [], indices: [] };
    this.parts.set(material, part);
    const first = part.positions.length / 3;
    for (const corner of corners) part.positions.push(...corner);
    part.indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
  }
}

export function meshMessage(): Buffer {
  const parts = new Parts();
  const paint = 0.015;
  parts.flat('asphalt', -kArmM, -kHalfM, kArmM, kHalfM);
  parts.flat('asphalt', -kHalfM, kHalfM, kHalfM, kArmM);
  parts.flat('asphalt', -kHalfM, -kArmM, kHalfM, -kHalfM);
  for (const side of [-1, 1]) {
    for (const [from, to] of [
      [-kArmM, -kHalfM - 3],
      [kHalfM + 3, kArmM],
    ]) {
      parts.flat('sidewalk', from, side > 0 ? kHalfM : -kHalfM - 3, to, side > 0 ? kHalfM + 3 : -kHalfM, 0.12);
      parts.flat('sidewalk', side > 0 ? kHalfM : -kHalfM - 3, from, side > 0 ? kHalfM + 3 : -kHalfM, to, 0.12);
      parts.flat('marking_white', from, -0.08, to, 0.08, paint);
      parts.flat('marking_white', -0.08, from, 0.08, to, paint);
      for (let at = from; at < to; at += 12) {
        parts.flat('marking_white', at, 3.5 * side - 0.07, Math.min(to, at + 4), 3.5 * side + 0.07, paint);
        parts.flat('marking_white', 3.5 * side - 0.07, at, 3.5 * side + 0.07, Math.min(to, at + 4), paint);
      }
    }
    for (let k = -6.5; k < 6.5; k += 1) {
      parts.flat('crosswalk', side * 9 - 1.2, k, side * 9 + 1.2, k + 0.5, paint);
      parts.flat('crosswalk', k, side * 9 - 1.2, k + 0.5, side * 9 + 1.2, paint);
    }
    parts.flat('stop_line', side * 11.5 - 0.2, side > 0 ? 0 : -kHalfM, side * 11.5 + 0.2, side > 0 ? kHalfM : 0, paint);
  }
  for (let i = 0; i < 5; ++i) {
    for (const [sx, sy] of [
      [1, 1],
      [1, -1],
      [-1, 1],
      [-1, -1],
    ]) {
      const x = sx * (22 + 30 * i);
      const y = sy * (22 + 5 * (i % 3));
      parts.house(Math.min(x, x + sx * 18), Math.min(y, y + sy * 14), Math.max(x, x + sx * 18), Math.max(y, y + sy * 14), 6 + 3 * (i % 4));
    }
  }
  return parts.message();
}

export function worldMessage(): object {
  const trees: number[][] = [];
  for (let at = 16; at < 200; at += 11)
    for (const [x, y] of [
      [at, 13],
      [-at, 13],
      [at, -13],
      [-at, -13],
      [13, at],
      [-13, -at],
    ])
      trees.push([x, y, 0, 5 + (at % 4)]);
  return {
    is: 'world',
    trees,
    poles: [],
    benches: [[18, 11.5, 0.12, 0]],
    signs: [
      { kind: 'speed', at: [40, -8, 0], heading: Math.PI, text: '50' },
      { kind: 'stop', at: [-8, 20, 0], heading: Math.PI / 2, text: '' },
      { kind: 'priority', at: [-30, -8, 0], heading: Math.PI, text: '' },
    ],
    signal_groups: [
      { name: 'main', intersection: 'crossing' },
      { name: 'side', intersection: 'crossing' },
    ],
    heads: [
      [-12, -8, 0, Math.PI, 0],
      [12, 8, 0, 0, 0],
      [8, -12, 0, -Math.PI / 2, 1],
      [-8, 12, 0, Math.PI / 2, 1],
    ],
    walker_heads: [
      [10.6, -7.4, 0, -Math.PI / 2, 0],
      [7.4, 10.6, 0, 0, 1],
    ],
    names: [
      { text: 'main_street', at: [60, 0, 0], heading: 0, what: 'way' },
      { text: 'church_street', at: [0, 60, 0], heading: Math.PI / 2, what: 'way' },
      { text: 'crossing', at: [0, 0, 0], heading: 0, what: 'intersection' },
    ],
    marks: [{ name: 'line', at: [-12, -1.75, 0], heading: 0 }],
  };
}
