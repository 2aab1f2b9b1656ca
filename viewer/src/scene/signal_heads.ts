// Signal heads of one make, on their poles, with the lamps that are lit: those for vehicles, or those for people on foot.
import { BoxGeometry, CircleGeometry, Color, Group, InstancedMesh, MeshBasicMaterial, MeshLambertMaterial } from 'three';
import { instancesOf, type Placed } from './instances.ts';
import { upright } from './scenery.ts';

export type Heads = [number, number, number, number, number][]; // x, y, z of the ground, heading, group
export type LampColour = 'red' | 'yellow' | 'green';

export interface Make {
  lamps: LampColour[]; // from the highest to the lowest
  poleM: number; // height of its middle
  lampRadiusM: number;
  pitchM: number; // from one lamp to the next
  widthM: number;
}

export const kForVehicles: Make = { lamps: ['red', 'yellow', 'green'], poleM: 2.95, lampRadiusM: 0.13, pitchM: 0.32, widthM: 0.34 };
export const kForWalkers: Make = { lamps: ['red', 'green'], poleM: 2.25, lampRadiusM: 0.1, pitchM: 0.25, widthM: 0.26 };

export const kOn = { red: new Color(0xff2a1c), yellow: new Color(0xffb000), green: new Color(0x19d36b) };
const kOff = { red: new Color(0x2a0806), yellow: new Color(0x2a2006), green: new Color(0x062a14) };
const kDepthM = 0.3;

// The lamps that an aspect lights. People see neither yellow nor what flashes.
export function litBy(aspect: string, { lamps }: Make): LampColour[] {
  return lamps.filter((colour) => aspect.includes(colour) && !(lamps.length === 2 && aspect.startsWith('flashing')));
}

export class SignalHeads {
  readonly group = new Group();
  private lamps: InstancedMesh | null = null;
  private readonly housing = new MeshLambertMaterial({ color: 0x1b1f23 });
  private readonly pole = new MeshLambertMaterial({ color: 0x6e757c });

  constructor(private readonly make: Make) {}

  set(heads: Heads): void {
    for (const child of this.group.children) (child as InstancedMesh).geometry.dispose();
    this.group.clear();
    this.lamps = null;
    if (!heads.length) return;
    const { lamps, poleM, lampRadiusM, pitchM, widthM } = this.make;
    const poles: Placed[] = heads.map(([x, y, z]) => ({ x, y, z, scale: [1, 1, poleM] }));
    const boxes: Placed[] = heads.map(([x, y, z, heading]) => ({ x, y, z: z + poleM, heading }));
    const lights: Placed[] = heads.flatMap(([x, y, z, heading]) =>
      lamps.map((_, i) => ({
        x: x + (0.5 * kDepthM + 0.02) * Math.cos(heading),
        y: y + (0.5 * kDepthM + 0.02) * Math.sin(heading),
        z: z + poleM + pitchM * (0.5 * (lamps.length - 1) - i),
        heading,
      })),
    );
    this.lamps = instancesOf(new CircleGeometry(lampRadiusM, 12).rotateX(Math.PI / 2).rotateZ(Math.PI / 2), new MeshBasicMaterial(), lights);
    this.lamps.castShadow = false;
    this.lamps.frustumCulled = false;
    this.group.add(
      instancesOf(upright(0.07, 0.07, 6), this.pole, poles),
      instancesOf(new BoxGeometry(kDepthM, widthM, lamps.length * pitchM + 0.09), this.housing, boxes),
      this.lamps,
    );
    for (let head = 0; head < heads.length; ++head) this.show(head, '');
  }

  show(head: number, aspect: string): void {
    const lit = litBy(aspect, this.make);
    this.make.lamps.forEach((colour, i) => this.lamps!.setColorAt(this.make.lamps.length * head + i, (lit.includes(colour) ? kOn : kOff)[colour]));
    this.lamps!.instanceColor!.needsUpdate = true;
  }
}
