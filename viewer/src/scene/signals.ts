// Signal heads with what they show. In a view from above a disc at each head shows the same.
import { BoxGeometry, CircleGeometry, Color, Group, InstancedMesh, MeshBasicMaterial, MeshLambertMaterial } from 'three';
import { kUnknownAspect } from '../net/snapshot.ts';
import { instancesOf, placeAt, type Placed } from './instances.ts';
import { upright } from './scenery.ts';

export type Heads = [number, number, number, number, number][]; // x, y, z of the ground, heading, group

const kPoleM = 3.1;
const kLampRadiusM = 0.13;
const kOn = { red: new Color(0xff2a1c), yellow: new Color(0xffb000), green: new Color(0x19d36b) };
const kOff = { red: new Color(0x2a0806), yellow: new Color(0x2a2006), green: new Color(0x062a14) };
const kLampOrder = ['red', 'yellow', 'green'] as const;
const kDarkDisc = new Color(0x6b7178);

export class Signals {
  readonly group = new Group();
  private heads: Heads = [];
  private aspects: string[] = [];
  private lamps: InstancedMesh | null = null;
  private discs: InstancedMesh | null = null;
  private shown = new Uint8Array(0);
  private discScale = 0;
  private readonly housing = new MeshLambertMaterial({ color: 0x1b1f23 });
  private readonly pole = new MeshLambertMaterial({ color: 0x6e757c });

  setWorld(heads: Heads, aspects: string[]): void {
    for (const child of this.group.children) (child as InstancedMesh).geometry.dispose();
    this.group.clear();
    this.heads = heads;
    this.aspects = aspects;
    this.lamps = this.discs = null;
    this.shown = new Uint8Array(heads.length).fill(254);
    if (!heads.length) return;

    const poles: Placed[] = heads.map(([x, y, z]) => ({ x, y, z, scale: [1, 1, kPoleM] }));
    const boxes: Placed[] = heads.map(([x, y, z, heading]) => ({ x, y, z: z + kPoleM - 0.15, heading }));
    const lamps: Placed[] = heads.flatMap(([x, y, z, heading]) =>
      [0, 1, 2].map((i) => ({
        x: x + 0.17 * Math.cos(heading),
        y: y + 0.17 * Math.sin(heading),
        z: z + kPoleM + 0.17 - 0.32 * i,
        heading,
      })),
    );
    this.lamps = instancesOf(new CircleGeometry(kLampRadiusM, 12).rotateX(Math.PI / 2).rotateZ(Math.PI / 2), new MeshBasicMaterial(), lamps);
    this.discs = instancesOf(
      new CircleGeometry(1, 20),
      new MeshBasicMaterial(),
      heads.map(([x, y, z]) => ({ x, y, z: z + kPoleM + 0.6 })),
    );
    this.lamps.castShadow = this.discs.castShadow = false;
    this.lamps.frustumCulled = this.discs.frustumCulled = false;
    this.group.add(
      instancesOf(upright(0.07, 0.07, 6), this.pole, poles),
      instancesOf(new BoxGeometry(0.3, 0.34, 1.05), this.housing, boxes),
      this.lamps,
      this.discs,
    );
    for (let head = 0; head < heads.length; ++head) this.show(head, kUnknownAspect);
    this.discScale = 0;
  }

  // Discs are for the view from above alone; a radius of 0 hides them.
  setDiscRadius(radiusM: number): void {
    if (!this.discs) return;
    this.discs.visible = radiusM > 0;
    if (radiusM === 0 || Math.abs(radiusM - this.discScale) < 0.1 * radiusM) return;
    this.discScale = radiusM;
    this.heads.forEach(([x, y, z], i) => placeAt(this.discs!, i, { x, y, z: z + kPoleM + 0.6, scale: radiusM }));
    this.discs.instanceMatrix.needsUpdate = true;
  }

  update(aspectOfGroup: Uint8Array): void {
    for (let head = 0; head < this.heads.length; ++head) {
      const aspect = aspectOfGroup[this.heads[head][4]] ?? kUnknownAspect;
      if (aspect !== this.shown[head]) this.show(head, aspect);
    }
  }

  // What each head shows now.
  *shownAspects(): Generator<string> {
    for (const aspect of this.shown) yield this.aspects[aspect] ?? '';
  }

  private show(head: number, aspect: number): void {
    this.shown[head] = aspect;
    const name = this.aspects[aspect] ?? '';
    const on = { red: name.includes('red'), yellow: name.includes('yellow') || name.includes('amber'), green: name.includes('green') };
    kLampOrder.forEach((colour, i) => this.lamps!.setColorAt(3 * head + i, on[colour] ? kOn[colour] : kOff[colour]));
    const main = kLampOrder.find((colour) => on[colour]);
    this.discs!.setColorAt(head, main ? kOn[main] : kDarkDisc);
    this.lamps!.instanceColor!.needsUpdate = true;
    this.discs!.instanceColor!.needsUpdate = true;
  }
}
