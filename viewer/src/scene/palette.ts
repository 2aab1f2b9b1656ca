// Colours of the picture, by theme. Panels take theirs from CSS; what is drawn by three.js takes them from here.

export type Theme = 'day' | 'dark';

export interface Palette {
  sky: number; // at the horizon
  zenith: number;
  ground: number;
  sun: number;
  sunStrength: number;
  ambient: number;
  ambientGround: number;
  ambientStrength: number;
  shadow: number; // opacity of the soft shadow below a vehicle
  materials: Record<string, number>;
  extras: number[]; // paints of vehicles without a role
  clothes: number[]; // of people without a role
  subject: number;
  roles: number[]; // paints of cast vehicles, by number of the role
  selection: number;
  path: number;
  measure: number;
  sensors: number; // fields and reports of sensors
  fork: number; // the subject of another run
  unreported: number; // paint of bodies that sensors do not report
}

const kDay: Palette = {
  sky: 0xdde6ee,
  zenith: 0x9dbfe0,
  ground: 0xdde3d3,
  sun: 0xfff8ee,
  sunStrength: 2.1,
  ambient: 0xf2f7ff,
  ambientGround: 0xb9b4a6,
  ambientStrength: 1.75,
  shadow: 0.34,
  materials: {
    asphalt: 0x7d848c,
    intersection: 0x7d848c,
    shoulder: 0x959a9e,
    marking_white: 0xfbfbf8,
    marking_yellow: 0xf0bd3a,
    kerb: 0xc6c6c0,
    sidewalk: 0xcfcdc6,
    walkway: 0xcfcdc6,
    crosswalk: 0xfbfbf8,
    stop_line: 0xfbfbf8,
    bicycle_lane: 0xb9786a,
    bus_lane: 0x9a6f66,
    barrier: 0xa9adb0,
    bridge: 0xb9bcbc,
    border: 0xc6c9c0,
    parking: 0x8d9299,
    median: 0xc2cfae,
    grass: 0xd3ddc2,
    verge: 0xd3ddc2,
    building: 0xe9e2d6,
    roof: 0xd7c8b8,
    trunk: 0x86694e,
    leaves: 0x88ab72,
    pole: 0x6e757c,
    sign: 0xf4f4f2,
    sign_red: 0xc8352b,
    water: 0xa9cbe0,
  },
  extras: [0xf4f5f6, 0xd5d9dd, 0xa7b0b9, 0x59636d, 0x7f99b5, 0x3e5f86, 0xb7a58c, 0x8f4a45, 0x6f8f82],
  clothes: [0xb3392f, 0x2f6f9f, 0xe0b23c, 0x4c7d4f, 0x8a5a9c, 0x2d3a4a, 0xd9d4c8, 0xc9764a, 0x5fa3a0],
  subject: 0xff5a1a,
  roles: [0x7b4fe0, 0x0d8f84, 0xd42f7a, 0xc99700, 0x2f7fe0, 0x5b8f1e],
  selection: 0x0b6bcb,
  path: 0x0b6bcb,
  measure: 0xb3261e,
  sensors: 0x0a7d5a,
  fork: 0x6a3fd6,
  unreported: 0xc3c8cd,
};

const kDark: Palette = {
  sky: 0x1a222b,
  zenith: 0x0b1016,
  ground: 0x1d2225,
  sun: 0xe3e9f7,
  sunStrength: 1.8,
  ambient: 0xcdd6e4,
  ambientGround: 0x3a3f46,
  ambientStrength: 2.2,
  shadow: 0.5,
  materials: {
    asphalt: 0x343b43,
    intersection: 0x343b43,
    shoulder: 0x2d343b,
    marking_white: 0xc4cbd2,
    marking_yellow: 0xc7a03c,
    kerb: 0x59616a,
    sidewalk: 0x454c54,
    walkway: 0x454c54,
    crosswalk: 0xc4cbd2,
    stop_line: 0xc4cbd2,
    bicycle_lane: 0x5c3f3a,
    bus_lane: 0x53403d,
    barrier: 0x59616a,
    bridge: 0x4d545c,
    border: 0x333a40,
    parking: 0x3b424a,
    median: 0x29332a,
    grass: 0x1f2822,
    verge: 0x1f2822,
    building: 0x3d444d,
    roof: 0x4a4f57,
    trunk: 0x4a3d31,
    leaves: 0x35503b,
    pole: 0x6b747d,
    sign: 0xaab1b8,
    sign_red: 0xa3372f,
    water: 0x1f3444,
  },
  extras: [0xdfe3e7, 0xb4bbc3, 0x87919b, 0x56616c, 0x6d8bad, 0x4a6c97, 0x9c8d78, 0x9a5650, 0x6c8d80],
  clothes: [0xc2554a, 0x4c8abb, 0xe2bd5a, 0x669a69, 0xa277b4, 0x5a6b80, 0xd9d4c8, 0xd08a61, 0x77b8b5],
  subject: 0xff7a3d,
  roles: [0xa184ff, 0x2cc4b6, 0xff6aa9, 0xf0c23c, 0x66aaff, 0x9ccc5a],
  selection: 0x6db3ff,
  path: 0x6db3ff,
  measure: 0xff8a80,
  sensors: 0x45e0a8,
  fork: 0xb59bff,
  unreported: 0x4a525b,
};

export function paletteOf(theme: Theme): Palette {
  return theme === 'dark' ? kDark : kDay;
}

// The same vehicle or person has the same paint in every frame and every run.
export function paintOf(palette: Palette, id: number, role: number, isSubject: boolean, isPerson = false): number {
  if (isSubject) return palette.subject;
  if (role > 0) return palette.roles[(role - 1) % palette.roles.length];
  const mixed = Math.imul(id ^ (id >>> 15), 0x2c1b3c6d) >>> 0;
  const paints = isPerson ? palette.clothes : palette.extras;
  return paints[mixed % paints.length];
}
