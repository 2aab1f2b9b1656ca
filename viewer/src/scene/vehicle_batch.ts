// All vehicles of one kind: one instanced mesh, one draw call. Grows by doubling.
import { BufferGeometry, DynamicDrawUsage, InstancedBufferAttribute, InstancedMesh, Material } from 'three';

export class VehicleBatch {
  mesh: InstancedMesh;
  count = 0;
  ids = new Uint32Array(0);
  private capacity = 0;
  private matrices = new Float32Array(0);
  private tints = new Float32Array(0);
  private lamps = new Float32Array(0);

  constructor(
    private readonly geometry: BufferGeometry,
    private readonly material: Material,
    private readonly onReplaced: (old: InstancedMesh, fresh: InstancedMesh) => void,
  ) {
    this.mesh = new InstancedMesh(geometry, material, 0);
    this.reserve(64);
  }

  begin(): void {
    this.count = 0;
  }

  // A body with its foot at (x, y, z): heading as cosine and sine, slope and bank as z per metre forward and per metre to the left.
  add(
    id: number,
    x: number,
    y: number,
    z: number,
    c: number,
    s: number,
    slope: number,
    bank: number,
    length: number,
    width: number,
    height: number,
  ): number {
    if (this.count === this.capacity) this.reserve(2 * this.capacity);
    const i = this.count++;
    const m = this.matrices;
    const at = 16 * i;
    m[at] = c * length;
    m[at + 1] = s * length;
    m[at + 2] = slope * length;
    m[at + 4] = -s * width;
    m[at + 5] = c * width;
    m[at + 6] = bank * width;
    m[at + 8] = -slope * c * height + bank * s * height;
    m[at + 9] = -slope * s * height - bank * c * height;
    m[at + 10] = height;
    m[at + 12] = x;
    m[at + 13] = y;
    m[at + 14] = z;
    m[at + 15] = 1;
    this.ids[i] = id;
    return i;
  }

  look(i: number, tint: ArrayLike<number>, brake: number, left: number, right: number, highlight: number): void {
    this.tints[3 * i] = tint[0];
    this.tints[3 * i + 1] = tint[1];
    this.tints[3 * i + 2] = tint[2];
    this.lamps[4 * i] = brake;
    this.lamps[4 * i + 1] = left;
    this.lamps[4 * i + 2] = right;
    this.lamps[4 * i + 3] = highlight;
  }

  // What an instance has: its matrix, its paint, and the four numbers of `look`.
  instance(i: number): { matrix: Float32Array; paint: Float32Array; lamps: Float32Array } {
    return {
      matrix: this.matrices.subarray(16 * i, 16 * i + 16),
      paint: this.tints.subarray(3 * i, 3 * i + 3),
      lamps: this.lamps.subarray(4 * i, 4 * i + 4),
    };
  }

  // Only what is used goes to the graphics card.
  end(): void {
    this.mesh.count = this.count;
    this.mesh.visible = this.count > 0;
    if (this.count === 0) return;
    const tint = this.mesh.geometry.getAttribute('tint') as InstancedBufferAttribute;
    const lamp = this.mesh.geometry.getAttribute('lamp') as InstancedBufferAttribute;
    for (const attribute of [this.mesh.instanceMatrix, tint, lamp]) {
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, this.count * attribute.itemSize);
      attribute.needsUpdate = true;
    }
  }

  private reserve(capacity: number): void {
    const ids = new Uint32Array(capacity);
    const matrices = new Float32Array(16 * capacity);
    const tints = new Float32Array(3 * capacity);
    const lamps = new Float32Array(4 * capacity);
    ids.set(this.ids);
    matrices.set(this.matrices);
    tints.set(this.tints);
    lamps.set(this.lamps);
    this.ids = ids;
    this.matrices = matrices;
    this.tints = tints;
    this.lamps = lamps;
    this.capacity = capacity;

    const old = this.mesh;
    const geometry = this.geometry.clone();
    geometry.setAttribute('tint', new InstancedBufferAttribute(tints, 3).setUsage(DynamicDrawUsage));
    geometry.setAttribute('lamp', new InstancedBufferAttribute(lamps, 4).setUsage(DynamicDrawUsage));
    const mesh = new InstancedMesh(geometry, this.material, 0);
    mesh.instanceMatrix = new InstancedBufferAttribute(matrices, 16).setUsage(DynamicDrawUsage);
    mesh.frustumCulled = false;
    mesh.castShadow = true;
    this.mesh = mesh;
    this.onReplaced(old, mesh);
    old.geometry.dispose();
    old.dispose();
  }
}
