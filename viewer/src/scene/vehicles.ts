// Draws the objects of a frame, vehicles and people: for each kind one batch of shapes, one batch of plain boxes for what is far away, one of shadows.
import { Color, Group, Object3D, ShaderMaterial } from 'three';
import type { ShapeEntry } from '../net/messages.ts';
import { kLights, Snapshot } from '../net/snapshot.ts';
import type { Ground, Tilt } from './ground.ts';
import { paintOf, type Palette } from './palette.ts';
import { shadowGeometry, shadowMaterial } from './soft_shadow.ts';
import { strideAt, type Stride } from './stride.ts';
import { VehicleBatch } from './vehicle_batch.ts';
import { makeVehicleMaterial } from './vehicle_material.ts';
import { geometryOf, kKinds, type Kind } from './vehicle_shapes.ts';

// Shapes are drawn in full up to this size of a pixel, boxes beyond it; below this width in pixels a box is widened so that it stays visible.
const kFullUpToMetresPerPixel = 0.45;
const kLeastPixels = 2.2;
const kMostFull = 4000;

export interface VehicleView {
  x: number;
  y: number; // what is near this point is drawn in full
  fullWithinM: number;
  metresPerPixel: number; // in a view from above; 0 in a picture in perspective
  hidden: number; // id of the vehicle whose driver's seat the camera is in, or -1
  selected: number; // id, or -1
  subject: number; // id, or -1
}

export class Vehicles {
  readonly group = new Group();
  showsRoles = true; // by their colours
  private readonly look = makeVehicleMaterial();
  private readonly batches = new Map<Kind, VehicleBatch>();
  private readonly shadows: VehicleBatch;
  private readonly shadowMaterial: ShaderMaterial = shadowMaterial();
  private shapes: ShapeEntry[] = [];
  private kinds: Kind[] = [];
  private palette: Palette | null = null;
  private readonly paints = new Map<number, [number, number, number]>();
  private readonly tilt: Tilt = { slope: 0, bank: 0 };
  private readonly stride: Stride = { ahead: 0, swing: 0, luck: 0 };
  private reported: Set<number> | null = null;

  constructor(private readonly ground: Ground) {
    const replace = (old: Object3D, fresh: Object3D) => {
      this.group.remove(old);
      this.group.add(fresh);
    };
    for (const kind of kKinds) this.batches.set(kind, new VehicleBatch(geometryOf(kind), this.look.material, replace));
    this.shadows = new VehicleBatch(shadowGeometry(), this.shadowMaterial, (old, fresh) => {
      fresh.castShadow = false;
      fresh.renderOrder = 1;
      replace(old, fresh);
    });
  }

  setShapes(shapes: ShapeEntry[]): void {
    this.shapes = shapes;
    this.kinds = shapes.map((shape) => (kKinds.includes(shape.kind as Kind) ? (shape.kind as Kind) : 'box'));
  }

  shapeOf(number: number): ShapeEntry | undefined {
    return this.shapes[number];
  }

  setPalette(palette: Palette, isNight: boolean): void {
    this.palette = palette;
    this.paints.clear();
    this.look.setNight(isNight);
    this.shadowMaterial.uniforms.uStrength.value = palette.shadow;
  }

  // Others than these and the subject are pale; null: none is.
  setReported(ids: Set<number> | null): void {
    this.reported = ids;
  }

  setBlink(on: boolean): void {
    this.look.setBlink(on);
  }

  setShadowMap(on: boolean): void {
    this.shadowMaterial.uniforms.uStrength.value = (this.palette?.shadow ?? 0.3) * (on ? 0.7 : 1);
  }

  update(frame: Snapshot, view: VehicleView): void {
    for (const batch of this.batches.values()) batch.begin();
    this.shadows.begin();
    const isFar = view.metresPerPixel > kFullUpToMetresPerPixel;
    const isCrowd = frame.count > kMostFull;
    const within2 = (isCrowd ? 0.5 : 1) * view.fullWithinM * view.fullWithinM;
    const leastM = kLeastPixels * view.metresPerPixel;
    const boxes = this.batches.get('box')!;
    for (let slot = 0; slot < frame.slots; ++slot) {
      if (!frame.isAlive[slot]) continue;
      const id = frame.id[slot];
      const shape = this.shapes[frame.shape[slot]];
      if (!shape || id === view.hidden) continue;
      const x = frame.x[slot];
      const y = frame.y[slot];
      const z = frame.z[slot];
      const dx = x - view.x;
      const dy = y - view.y;
      const isFull = !isFar && dx * dx + dy * dy < within2;
      const c = Math.cos(frame.heading[slot]);
      const s = Math.sin(frame.heading[slot]);
      const grow = isFar && shape.width_m < leastM ? leastM / shape.width_m : 1;
      const length = shape.length_m * (grow > 1 ? Math.max(1, 0.75 * grow) : 1);
      if (isFull) this.ground.tiltAt(x, y, z, c, s, shape.length_m, shape.width_m, this.tilt);
      else this.tilt.slope = this.tilt.bank = 0;
      const batch = isFull ? this.batches.get(this.kinds[frame.shape[slot]])! : boxes;
      const number = batch.add(id, x, y, z, c, s, this.tilt.slope, this.tilt.bank, length, shape.width_m * grow, shape.height_m);
      const isSubject = id === view.subject;
      const isPerson = this.kinds[frame.shape[slot]] === 'pedestrian';
      const paint = this.paint(
        id,
        this.showsRoles ? frame.role[slot] : 0,
        isSubject && this.showsRoles,
        !isSubject && this.reported !== null && !this.reported.has(id),
        isPerson,
      );
      const highlight = id === view.selected ? 1 : 0;
      if (isPerson) {
        const { ahead, swing, luck } = strideAt(id, frame.timeS, frame.speed[slot], shape.length_m, this.stride);
        batch.look(number, paint, ahead, swing, luck, highlight);
      } else {
        const lights = frame.lights[slot];
        batch.look(number, paint, lights & kLights.brakes ? 1 : 0, lights & kLights.left ? 1 : 0, lights & kLights.right ? 1 : 0, highlight);
      }
      if (!isFar) {
        this.shadows.add(id, x, y, z, c, s, this.tilt.slope, this.tilt.bank, shape.length_m, shape.width_m, 1);
      }
    }
    for (const batch of this.batches.values()) batch.end();
    this.shadows.end();
  }

  // What is drawn, instance by instance. For tests.
  *drawn(): Generator<{ kind: Kind; id: number; matrix: Float32Array; paint: Float32Array; lamps: Float32Array }> {
    for (const [kind, batch] of this.batches) {
      for (let i = 0; i < batch.count; ++i) yield { kind, id: batch.ids[i], ...batch.instance(i) };
    }
  }

  private paint(id: number, role: number, isSubject: boolean, isPale: boolean, isPerson: boolean): ArrayLike<number> {
    const hex = isPale ? this.palette!.unreported : paintOf(this.palette!, id, role, isSubject, isPerson);
    let paint = this.paints.get(hex);
    if (!paint) {
      paint = new Color(hex).toArray() as [number, number, number];
      this.paints.set(hex, paint);
    }
    return paint;
  }
}
