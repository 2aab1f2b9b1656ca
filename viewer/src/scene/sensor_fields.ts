// The fields of sensors, as fans on the ground.
import { BufferAttribute, BufferGeometry, Color, DoubleSide, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial } from 'three';
import type { Sensor } from '../net/messages.ts';

const kStepRad = Math.PI / 60;
const kLiftM = 0.3;

export class SensorFields {
  readonly group = new Group();
  private readonly fans = new Mesh(
    new BufferGeometry(),
    new MeshBasicMaterial({ transparent: true, opacity: 0.1, depthWrite: false, side: DoubleSide }),
  );
  private readonly edges = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ transparent: true, opacity: 0.7 }));

  constructor() {
    for (const child of [this.fans, this.edges]) {
      child.frustumCulled = false;
      child.renderOrder = 2;
      this.group.add(child);
    }
    this.group.visible = false;
  }

  setColour(colour: number): void {
    this.fans.material.color = new Color(colour);
    this.edges.material.color = new Color(colour);
  }

  set(sensors: Sensor[]): void {
    this.group.visible = sensors.length > 0;
    if (!this.group.visible) return;
    const triangles: number[] = [];
    const lines: number[] = [];
    for (const {
      at: [x, y, z],
      heading,
      field,
      range_m: range,
    } of sensors) {
      const isWhole = field > 2 * Math.PI - 1e-6;
      const count = Math.max(2, Math.ceil(field / kStepRad));
      const rim = (k: number) => {
        const angle = heading - 0.5 * field + (k / count) * field;
        return [x + range * Math.cos(angle), y + range * Math.sin(angle), z + kLiftM];
      };
      const eye = [x, y, z + kLiftM];
      if (!isWhole) lines.push(...eye, ...rim(0), ...eye, ...rim(count));
      for (let k = 0; k < count; ++k) {
        triangles.push(...eye, ...rim(k), ...rim(k + 1));
        lines.push(...rim(k), ...rim(k + 1));
      }
    }
    replace(this.fans, triangles);
    replace(this.edges, lines);
  }
}

function replace(drawn: Mesh | LineSegments, positions: number[]): void {
  drawn.geometry.dispose();
  drawn.geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
}
