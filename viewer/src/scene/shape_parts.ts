// Low-poly parts out of which vehicles are made. All lie in the unit box of a body: x from -0.5 (rear) to 0.5 (front), y from -0.5 (right) to
// 0.5 (left), z from 0 (road) to 1 (roof). An instance is scaled to the length, width and height of its body.
import { BufferAttribute, BufferGeometry } from 'three';

// What a triangle is made of. The shader colours a part by this number (vehicle_material.ts).
export enum Part {
  paint = 0,
  glass = 1,
  dark = 2,
  light = 3,
  brake = 4,
  left = 5,
  right = 6,
  head = 7,
  skin = 8,
  hair = 9,
  trousers = 10,
}

// What swings while a person walks (vehicle_material.ts).
export enum Limb {
  none = 0,
  leftLeg = 1,
  rightLeg = 2,
  leftArm = 3,
  rightArm = 4,
}

type Corner = [number, number, number];

// From where to where a box reaches, in unit coordinates.
export interface Box {
  x: [number, number];
  y: [number, number];
  z: [number, number];
}

// An ellipse at the height z, with its middle at (x, y).
export interface Ring {
  z: number;
  rx: number;
  ry: number;
  x?: number;
  y?: number;
}

export class PartBuilder {
  limb = Limb.none; // of the faces that follow
  private readonly limbs: number[] = [];
  private readonly positions: number[] = [];
  private readonly normals: number[] = [];
  private readonly parts: number[] = [];

  // A flat face: corners counter-clockwise seen from outside. Every face has its own vertices, so edges stay crisp.
  face(part: Part, corners: Corner[]): this {
    const normal = faceNormal(corners);
    for (let i = 2; i < corners.length; ++i) {
      for (const corner of [corners[0], corners[i - 1], corners[i]]) {
        this.positions.push(...corner);
        this.normals.push(...normal);
        this.parts.push(part);
        this.limbs.push(this.limb);
      }
    }
    return this;
  }

  box(part: Part, { x, y, z }: Box): this {
    return this.frustum(part, part, { x, y, z }, { x, y, z });
  }

  // A box whose top may be smaller than its foot: the foot gives z[0] and the lower rectangle, the top z[1] and the upper one.
  frustum(side: Part, lid: Part, foot: Box, top: Box): this {
    const a: Corner[] = ring(foot, foot.z[0]);
    const b: Corner[] = ring(top, top.z[1]);
    for (let i = 0; i < 4; ++i) {
      const j = (i + 1) % 4;
      this.face(side, [a[i], a[j], b[j], b[i]]);
    }
    return this.face(lid, b);
  }

  // A profile in x and z, given counter-clockwise seen from the right side (y negative), drawn across from y0 to y1.
  extrude(part: Part, profile: [number, number][], y0: number, y1: number): this {
    this.face(
      part,
      profile.map(([x, z]) => [x, y0, z] as Corner),
    );
    this.face(
      part,
      [...profile].reverse().map(([x, z]) => [x, y1, z] as Corner),
    );
    for (let i = 0; i < profile.length; ++i) {
      const [ax, az] = profile[i];
      const [bx, bz] = profile[(i + 1) % profile.length];
      this.face(part, [
        [bx, y0, bz],
        [ax, y0, az],
        [ax, y1, az],
        [bx, y1, bz],
      ]);
    }
    return this;
  }

  // A wheel with its axle across. Radii differ in x and z, since the unit box is stretched.
  wheel(x: number, y: number, thickness: number, radiusX: number, radiusZ: number, sides = 8, hasHub = false): this {
    const ring = (share: number) =>
      Array.from({ length: sides }, (_, i): [number, number] => {
        const angle = ((i + 0.5) / sides) * 2 * Math.PI;
        return [x + share * radiusX * Math.cos(angle), radiusZ + share * radiusZ * Math.sin(angle)];
      });
    this.extrude(Part.dark, ring(1), y - thickness / 2, y + thickness / 2);
    return hasHub ? this.extrude(Part.light, ring(0.55), y - thickness / 2 - 0.004, y + thickness / 2 + 0.004) : this;
  }

  // A skin over rings, from the lowest to the highest, closed at both ends.
  tube(part: Part, rings: Ring[], sides = 6): this {
    const at = (ring: Ring, i: number): Corner => {
      const angle = ((i + 0.5) / sides) * 2 * Math.PI;
      return [(ring.x ?? 0) + ring.rx * Math.cos(angle), (ring.y ?? 0) + ring.ry * Math.sin(angle), ring.z];
    };
    const around = Array.from({ length: sides }, (_, i) => i);
    for (let k = 1; k < rings.length; ++k) {
      for (const i of around) this.face(part, [at(rings[k - 1], i), at(rings[k - 1], i + 1), at(rings[k], i + 1), at(rings[k], i)]);
    }
    this.face(part, around.map((i) => at(rings[0], sides - i)));
    return this.face(part, around.map((i) => at(rings[rings.length - 1], i)));
  }

  // Brake lights, indicators and head lamps at the four corners. `wrap` is how far they reach over the body, so that they are seen from above.
  lamps(z: [number, number], width = 0.2, wrap = 0.035, inset = 0): this {
    const outer = 0.5 - inset;
    const blink = width * 0.42;
    for (const side of [1, -1]) {
      const indicator = side > 0 ? Part.left : Part.right;
      const span = (from: number, to: number): [number, number] => (side > 0 ? [from, to] : [-to, -from]);
      this.box(Part.brake, { x: [-0.502, -0.5 + wrap], y: span(outer - width, outer - blink), z });
      this.box(indicator, { x: [-0.502, -0.5 + wrap], y: span(outer - blink, outer), z });
      this.box(Part.head, { x: [0.5 - wrap, 0.502], y: span(outer - width, outer - blink), z });
      this.box(indicator, { x: [0.5 - wrap, 0.502], y: span(outer - blink, outer), z });
    }
    return this;
  }

  build(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(this.positions), 3));
    geometry.setAttribute('normal', new BufferAttribute(new Float32Array(this.normals), 3));
    geometry.setAttribute('limb', new BufferAttribute(new Float32Array(this.limbs), 1));
    geometry.setAttribute('part', new BufferAttribute(new Float32Array(this.parts), 1));
    return geometry;
  }
}

function ring({ x, y }: Box, z: number): Corner[] {
  return [
    [x[0], y[0], z],
    [x[1], y[0], z],
    [x[1], y[1], z],
    [x[0], y[1], z],
  ];
}

function faceNormal(corners: Corner[]): Corner {
  const [a, b, c] = corners;
  const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const n: Corner = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const length = Math.hypot(...n) || 1;
  return [n[0] / length, n[1] / length, n[2] / length];
}
