// Lines and rings over the world: the selected vehicle and its path, candidates of a role, marks, a measured distance.
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  InstancedMesh,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  RingGeometry,
} from 'three';
import type { Place } from '../net/messages.ts';
import type { Snapshot } from '../net/snapshot.ts';
import { placeAt } from './instances.ts';
import type { Palette } from './palette.ts';
import { ribbonAlong } from './ribbon_line.ts';
import type { Vehicles } from './vehicles.ts';

const kMostRings = 64;

export interface Ring {
  x: number;
  y: number;
  z: number;
  radius: number;
  colour: number;
}

// Around a vehicle, or null where the frame has it not.
export function ringAround(frame: Snapshot, id: number, vehicles: Vehicles, leastM: number, colour: number): Ring | null {
  const slot = id < 0 ? -1 : frame.find(id);
  const shape = slot < 0 ? undefined : vehicles.shapeOf(frame.shape[slot]);
  if (!shape) return null;
  return { x: frame.x[slot], y: frame.y[slot], z: frame.z[slot], radius: Math.max(0.75 * shape.length_m, leastM), colour };
}

export class Overlay {
  readonly group = new Group();
  private readonly rings: InstancedMesh;
  private readonly path: Mesh<BufferGeometry, MeshBasicMaterial>;
  private readonly marks: Mesh<BufferGeometry, MeshBasicMaterial>;
  private readonly measure: Line<BufferGeometry, LineBasicMaterial>;
  private readonly colour = new Color();

  constructor() {
    this.rings = new InstancedMesh(new RingGeometry(0.86, 1, 40), flat(0.95), kMostRings);
    this.rings.setColorAt(0, this.colour);
    this.path = new Mesh(new BufferGeometry(), flat(0.55));
    this.marks = new Mesh(new BufferGeometry(), flat(0.8));
    this.measure = new Line(new BufferGeometry(), new LineBasicMaterial({ depthTest: false }));
    for (const child of [this.rings, this.path, this.marks, this.measure]) {
      child.frustumCulled = false;
      child.renderOrder = 3;
      this.group.add(child);
    }
    this.rings.count = 0;
    this.measure.visible = this.path.visible = this.marks.visible = false;
  }

  setPalette(palette: Palette): void {
    this.path.material.color = new Color(palette.path);
    this.marks.material.color = new Color(palette.roles[0]);
    this.measure.material.color = new Color(palette.measure);
  }

  setRings(rings: Ring[]): void {
    this.rings.count = Math.min(kMostRings, rings.length);
    this.rings.visible = this.rings.count > 0;
    for (let i = 0; i < this.rings.count; ++i) {
      const { x, y, z, radius, colour } = rings[i];
      placeAt(this.rings, i, { x, y, z: z + 0.12, scale: [radius, radius, 1] });
      this.rings.setColorAt(i, this.colour.set(colour));
    }
    if (!this.rings.count) return;
    this.rings.instanceMatrix.needsUpdate = true;
    this.rings.instanceColor!.needsUpdate = true;
  }

  setPath(points: Place[], widthM: number): void {
    replace(this.path, points.length > 1 ? ribbonAlong([points], widthM, 0.1) : null);
  }

  // Marks of a scene: a bar across the lane.
  setMarks(marks: { at: Place; heading: number }[]): void {
    const bars = marks.map(({ at: [x, y, z], heading }): Place[] => {
      const dx = -1.7 * Math.sin(heading);
      const dy = 1.7 * Math.cos(heading);
      return [
        [x - dx, y - dy, z],
        [x + dx, y + dy, z],
      ];
    });
    replace(this.marks, bars.length ? ribbonAlong(bars, 0.45, 0.11) : null);
  }

  setMeasure(points: Place[]): void {
    this.measure.visible = points.length > 1;
    if (!this.measure.visible) return;
    const positions = new Float32Array(points.flatMap(([x, y, z]) => [x, y, z + 0.2]));
    this.measure.geometry.dispose();
    this.measure.geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(positions, 3));
  }
}

function replace(mesh: Mesh<BufferGeometry>, geometry: BufferGeometry | null): void {
  mesh.visible = geometry !== null;
  if (!geometry) return;
  mesh.geometry.dispose();
  mesh.geometry = geometry;
}

function flat(opacity: number): MeshBasicMaterial {
  return new MeshBasicMaterial({
    transparent: true,
    opacity,
    depthWrite: false,
    side: DoubleSide,
    polygonOffset: true,
    polygonOffsetFactor: -6,
    polygonOffsetUnits: -12,
  });
}
