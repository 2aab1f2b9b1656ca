// A person on foot. The body fills the unit box in plan from shoulder to shoulder; legs and arms swing (vehicle_material.ts) and reach beyond it, as they do.
import type { BufferGeometry } from 'three';
import { Limb, Part, PartBuilder } from './shape_parts.ts';

const kHipZ = 0.5;
const kShoulderZ = 0.82;

export function person(): BufferGeometry {
  const b = new PartBuilder();
  for (const [side, limb] of [
    [1, Limb.leftLeg],
    [-1, Limb.rightLeg],
  ] as const) {
    const y = 0.2 * side;
    b.limb = limb;
    b.tube(Part.trousers, [
      { z: 0.045, rx: 0.19, ry: 0.1, y },
      { z: 0.26, rx: 0.24, ry: 0.13, y, x: 0.03 },
      { z: kHipZ + 0.01, rx: 0.34, ry: 0.19, y },
    ]);
    b.box(Part.dark, { x: [-0.24, 0.58], y: [y - 0.11, y + 0.11], z: [0, 0.05] });
  }
  b.limb = Limb.none;
  b.tube(
    Part.paint,
    [
      { z: kHipZ - 0.03, rx: 0.42, ry: 0.36 },
      { z: 0.62, rx: 0.38, ry: 0.34 },
      { z: 0.76, rx: 0.46, ry: 0.44 },
      { z: kShoulderZ, rx: 0.34, ry: 0.42 },
      { z: 0.85, rx: 0.2, ry: 0.14 },
    ],
    8,
  );
  for (const [side, limb] of [
    [1, Limb.leftArm],
    [-1, Limb.rightArm],
  ] as const) {
    const y = 0.44 * side;
    b.limb = limb;
    b.tube(Part.paint, [
      { z: 0.48, rx: 0.13, ry: 0.07, y, x: 0.12 },
      { z: 0.65, rx: 0.16, ry: 0.085, y },
      { z: kShoulderZ, rx: 0.2, ry: 0.1, y: 0.42 * side },
    ]);
    b.tube(Part.skin, [
      { z: 0.435, rx: 0.11, ry: 0.05, y, x: 0.15 },
      { z: 0.48, rx: 0.12, ry: 0.06, y, x: 0.12 },
    ]);
  }
  b.limb = Limb.none;
  b.tube(Part.skin, [
    { z: 0.84, rx: 0.2, ry: 0.12 },
    { z: 0.875, rx: 0.22, ry: 0.13, x: 0.04 },
    { z: 0.92, rx: 0.36, ry: 0.18, x: 0.05 },
    { z: 0.955, rx: 0.36, ry: 0.18, x: 0.04 },
  ]);
  b.tube(
    Part.hair,
    [
      { z: 0.9, rx: 0.3, ry: 0.19, x: -0.1 },
      { z: 0.95, rx: 0.4, ry: 0.2, x: -0.02 },
      { z: 0.985, rx: 0.34, ry: 0.17, x: -0.02 },
      { z: 1, rx: 0.18, ry: 0.09, x: -0.02 },
    ],
    8,
  );
  return b.build();
}
