// All signal heads with what they show. In a view from above a disc at each head for vehicles shows the same.
import { CircleGeometry, Color, Group, InstancedMesh, MeshBasicMaterial } from 'three';
import { kUnknownAspect } from '../net/snapshot.ts';
import { instancesOf, placeAt } from './instances.ts';
import { kForVehicles, kForWalkers, kOn, litBy, SignalHeads, type Heads } from './signal_heads.ts';

const kDiscM = 3.7; // over the ground: above all heads
const kDarkDisc = new Color(0x6b7178);

export class Signals {
  readonly group = new Group();
  private readonly forVehicles = new SignalHeads(kForVehicles);
  private readonly forWalkers = new SignalHeads(kForWalkers);
  private heads: Heads = []; // those for vehicles, and behind them those for people on foot
  private vehicleHeads = 0;
  private aspects: string[] = [];
  private discs: InstancedMesh | null = null;
  private shown = new Uint8Array(0);
  private discScale = 0;

  setWorld(vehicleHeads: Heads, walkerHeads: Heads, aspects: string[]): void {
    this.discs?.geometry.dispose();
    this.discs = null;
    this.group.clear();
    this.forVehicles.set(vehicleHeads);
    this.forWalkers.set(walkerHeads);
    this.heads = [...vehicleHeads, ...walkerHeads];
    this.vehicleHeads = vehicleHeads.length;
    this.aspects = aspects;
    this.shown = new Uint8Array(this.heads.length).fill(kUnknownAspect);
    this.group.add(this.forVehicles.group, this.forWalkers.group);
    if (!vehicleHeads.length) return;
    this.discs = instancesOf(
      new CircleGeometry(1, 20),
      new MeshBasicMaterial(),
      vehicleHeads.map(([x, y, z]) => ({ x, y, z: z + kDiscM })),
    );
    this.discs.castShadow = false;
    this.discs.frustumCulled = false;
    this.group.add(this.discs);
    for (let head = 0; head < this.vehicleHeads; ++head) this.discs.setColorAt(head, kDarkDisc);
    this.discScale = 0;
  }

  // Discs are for the view from above alone; a radius of 0 hides them.
  setDiscRadius(radiusM: number): void {
    if (!this.discs) return;
    this.discs.visible = radiusM > 0;
    if (radiusM === 0 || Math.abs(radiusM - this.discScale) < 0.1 * radiusM) return;
    this.discScale = radiusM;
    for (let head = 0; head < this.vehicleHeads; ++head) {
      const [x, y, z] = this.heads[head];
      placeAt(this.discs, head, { x, y, z: z + kDiscM, scale: radiusM });
    }
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
    if (head >= this.vehicleHeads) return this.forWalkers.show(head - this.vehicleHeads, name);
    this.forVehicles.show(head, name);
    const [main] = litBy(name, kForVehicles);
    this.discs!.setColorAt(head, main ? kOn[main] : kDarkDisc);
    this.discs!.instanceColor!.needsUpdate = true;
  }
}
