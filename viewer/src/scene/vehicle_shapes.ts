// The bodies of vehicles, by kind. Each fills its unit box in plan (shape_parts.ts), so that what is drawn ends where the simulation's body ends.
import type { BufferGeometry } from 'three';
import { person } from './person_shape.ts';
import { Part, PartBuilder } from './shape_parts.ts';

export type Kind = 'car' | 'truck' | 'bus' | 'motorcycle' | 'pedestrian' | 'bicycle' | 'box';
export const kKinds: Kind[] = ['car', 'truck', 'bus', 'motorcycle', 'pedestrian', 'bicycle', 'box'];

export function geometryOf(kind: Kind): BufferGeometry {
  switch (kind) {
    case 'car':
      return car();
    case 'truck':
      return truck();
    case 'bus':
      return bus();
    case 'motorcycle':
      return motorcycle();
    case 'pedestrian':
      return person();
    case 'bicycle':
      return bicycle();
    case 'box':
      return new PartBuilder().box(Part.paint, { x: [-0.5, 0.5], y: [-0.5, 0.5], z: [0.1, 1] }).build();
  }
}

function car(): BufferGeometry {
  const b = new PartBuilder();
  // lower body: bumper, bonnet, belt line, boot
  b.extrude(
    Part.paint,
    [
      [-0.5, 0.2],
      [0.5, 0.2],
      [0.5, 0.44],
      [0.47, 0.53],
      [0.2, 0.62],
      [-0.37, 0.63],
      [-0.48, 0.6],
      [-0.5, 0.5],
    ],
    -0.465,
    0.465,
  );
  b.box(Part.dark, { x: [-0.46, 0.46], y: [-0.455, 0.455], z: [0.12, 0.22] });
  // cabin: glass all around, painted roof
  b.frustum(Part.glass, Part.paint, { x: [-0.4, 0.2], y: [-0.45, 0.45], z: [0.61, 1] }, { x: [-0.27, 0.03], y: [-0.37, 0.37], z: [0.61, 1] });
  // the pillars between the doors, a little outside of the glass
  b.frustum(Part.paint, Part.paint, { x: [-0.115, -0.085], y: [-0.453, 0.453], z: [0.61, 1] }, { x: [-0.115, -0.085], y: [-0.373, 0.373], z: [0.61, 1] });
  // grille and number plates
  b.box(Part.dark, { x: [0.49, 0.502], y: [-0.26, 0.26], z: [0.26, 0.38] });
  b.box(Part.light, { x: [0.49, 0.504], y: [-0.14, 0.14], z: [0.29, 0.35] });
  b.box(Part.light, { x: [-0.504, -0.49], y: [-0.14, 0.14], z: [0.36, 0.42] });
  b.box(Part.dark, { x: [0.1, 0.13], y: [-0.5, -0.44], z: [0.6, 0.68] });
  b.box(Part.dark, { x: [0.1, 0.13], y: [0.44, 0.5], z: [0.6, 0.68] });
  for (const x of [-0.31, 0.31]) for (const y of [-0.43, 0.43]) b.wheel(x, y, 0.13, 0.073, 0.215, 10, true);
  b.box(Part.brake, { x: [-0.345, -0.33], y: [-0.14, 0.14], z: [0.82, 0.87] });
  return b.lamps([0.44, 0.605], 0.26, 0.03, 0.03).build();
}

function truck(): BufferGeometry {
  const b = new PartBuilder();
  b.box(Part.dark, { x: [-0.49, 0.49], y: [-0.4, 0.4], z: [0.13, 0.24] });
  b.box(Part.light, { x: [-0.5, 0.24], y: [-0.5, 0.5], z: [0.24, 1] });
  // cab with a slightly raked windscreen
  b.frustum(Part.paint, Part.paint, { x: [0.27, 0.5], y: [-0.48, 0.48], z: [0.13, 0.5] }, { x: [0.27, 0.5], y: [-0.48, 0.48], z: [0.13, 0.5] });
  b.frustum(Part.glass, Part.paint, { x: [0.27, 0.495], y: [-0.47, 0.47], z: [0.5, 0.82] }, { x: [0.27, 0.465], y: [-0.44, 0.44], z: [0.5, 0.82] });
  for (const x of [-0.36, -0.24, 0.36]) for (const y of [-0.42, 0.42]) b.wheel(x, y, 0.14, 0.058, 0.15);
  return b.lamps([0.2, 0.3], 0.22, 0.012, 0.02).build();
}

function bus(): BufferGeometry {
  const b = new PartBuilder();
  b.box(Part.paint, { x: [-0.5, 0.5], y: [-0.5, 0.5], z: [0.11, 0.46] });
  b.frustum(
    Part.glass,
    Part.glass,
    { x: [-0.497, 0.497], y: [-0.49, 0.49], z: [0.46, 0.82] },
    { x: [-0.495, 0.49], y: [-0.48, 0.48], z: [0.46, 0.82] },
  );
  b.frustum(
    Part.paint,
    Part.paint,
    { x: [-0.5, 0.495], y: [-0.49, 0.49], z: [0.82, 0.94] },
    { x: [-0.48, 0.475], y: [-0.44, 0.44], z: [0.82, 0.94] },
  );
  b.box(Part.light, { x: [-0.3, -0.08], y: [-0.28, 0.28], z: [0.94, 1] });
  b.box(Part.light, { x: [0.12, 0.3], y: [-0.28, 0.28], z: [0.94, 1] });
  for (const x of [-0.28, 0.3]) for (const y of [-0.43, 0.43]) b.wheel(x, y, 0.12, 0.042, 0.15);
  return b.lamps([0.2, 0.3], 0.2, 0.01, 0.01).build();
}

function motorcycle(): BufferGeometry {
  const b = new PartBuilder();
  b.wheel(-0.33, 0, 0.18, 0.165, 0.22, 10);
  b.wheel(0.33, 0, 0.16, 0.165, 0.22, 10);
  b.extrude(
    Part.paint,
    [
      [-0.46, 0.46],
      [-0.1, 0.3],
      [0.2, 0.3],
      [0.34, 0.5],
      [0.22, 0.6],
      [-0.05, 0.52],
      [-0.4, 0.55],
    ],
    -0.2,
    0.2,
  );
  b.box(Part.dark, { x: [0.2, 0.27], y: [-0.5, 0.5], z: [0.6, 0.65] });
  rider(b, -0.1, 0.5);
  b.box(Part.brake, { x: [-0.5, -0.44], y: [-0.12, 0.12], z: [0.46, 0.56] });
  b.box(Part.head, { x: [0.36, 0.42], y: [-0.15, 0.15], z: [0.5, 0.6] });
  b.box(Part.left, { x: [-0.47, -0.41], y: [0.14, 0.34], z: [0.47, 0.55] });
  b.box(Part.right, { x: [-0.47, -0.41], y: [-0.34, -0.14], z: [0.47, 0.55] });
  b.box(Part.left, { x: [0.32, 0.38], y: [0.16, 0.36], z: [0.5, 0.58] });
  return b.box(Part.right, { x: [0.32, 0.38], y: [-0.36, -0.16], z: [0.5, 0.58] }).build();
}

function bicycle(): BufferGeometry {
  const b = new PartBuilder();
  b.wheel(-0.3, 0, 0.06, 0.19, 0.2, 12);
  b.wheel(0.3, 0, 0.06, 0.19, 0.2, 12);
  b.extrude(
    Part.paint,
    [
      [-0.3, 0.2],
      [-0.02, 0.16],
      [0.3, 0.2],
      [0.24, 0.5],
      [-0.1, 0.46],
    ],
    -0.06,
    0.06,
  );
  b.box(Part.dark, { x: [0.2, 0.25], y: [-0.5, 0.5], z: [0.55, 0.59] });
  rider(b, -0.08, 0.48);
  return b.build();
}

// A rider that sits with the hips at (x, z) and leans forward.
function rider(b: PartBuilder, x: number, z: number): void {
  b.extrude(
    Part.paint,
    [
      [x - 0.12, z],
      [x + 0.06, z],
      [x + 0.22, z + 0.3],
      [x + 0.06, z + 0.34],
    ],
    -0.32,
    0.32,
  );
  b.box(Part.dark, { x: [x + 0.08, x + 0.22], y: [-0.17, 0.17], z: [z + 0.34, Math.min(1, z + 0.5)] });
}
