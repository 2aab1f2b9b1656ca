// Boxes that are seen through: where sensors report bodies, and the subjects of other runs. Two draw calls, however many there are.
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  MeshBasicMaterial,
} from 'three';

export interface Outline {
  x: number;
  y: number;
  z: number;
  heading: number;
  length: number;
  width: number;
  height: number;
  colour: number;
}

const kMost = 512;
const kEdges = [0, 1, 1, 2, 2, 3, 3, 0, 4, 5, 5, 6, 6, 7, 7, 4, 0, 4, 1, 5, 2, 6, 3, 7];
const kGrow = 0.12; // metres on each side, so that lines do not lie in the faces of the body

export class Outlines {
  readonly group = new Group();
  private readonly positions = new Float32Array(3 * kEdges.length * kMost);
  private readonly colours = new Float32Array(3 * kEdges.length * kMost);
  private readonly lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  private readonly fill: InstancedMesh;
  private readonly colour = new Color();
  private readonly matrix = new Matrix4();

  constructor() {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(this.positions, 3).setUsage(DynamicDrawUsage));
    geometry.setAttribute('color', new BufferAttribute(this.colours, 3).setUsage(DynamicDrawUsage));
    this.lines = new LineSegments(geometry, new LineBasicMaterial({ vertexColors: true }));
    this.fill = new InstancedMesh(
      new BoxGeometry(1, 1, 1).translate(0, 0, 0.5),
      new MeshBasicMaterial({ transparent: true, opacity: 0.22, depthWrite: false }),
      kMost,
    );
    this.fill.setColorAt(0, this.colour);
    for (const child of [this.fill, this.lines]) {
      child.frustumCulled = false;
      child.renderOrder = 4;
      this.group.add(child);
    }
    this.set([]);
  }

  set(outlines: Outline[]): void {
    const count = Math.min(kMost, outlines.length);
    this.group.visible = count > 0;
    if (!count) return;
    let at = 0;
    for (let i = 0; i < count; ++i) {
      const { x, y, z, heading, length, width, height, colour } = outlines[i];
      const c = Math.cos(heading);
      const s = Math.sin(heading);
      const a = 0.5 * length + kGrow;
      const b = 0.5 * width + kGrow;
      const corner = (k: number): [number, number, number] => {
        const along = k % 4 === 0 || k % 4 === 3 ? a : -a;
        const across = k % 4 < 2 ? b : -b;
        return [x + c * along - s * across, y + s * along + c * across, z + (k < 4 ? 0.06 : height + kGrow)];
      };
      this.colour.set(colour);
      for (const k of kEdges) {
        this.positions.set(corner(k), at);
        this.colour.toArray(this.colours, at);
        at += 3;
      }
      this.matrix.set(2 * a * c, -2 * b * s, 0, x, 2 * a * s, 2 * b * c, 0, y, 0, 0, height + kGrow, z + 0.06, 0, 0, 0, 1);
      this.fill.setMatrixAt(i, this.matrix);
      this.fill.setColorAt(i, this.colour);
    }
    this.lines.geometry.setDrawRange(0, at / 3);
    for (const name of ['position', 'color']) this.lines.geometry.getAttribute(name).needsUpdate = true;
    this.fill.count = count;
    this.fill.instanceMatrix.needsUpdate = true;
    this.fill.instanceColor!.needsUpdate = true;
  }
}
