// Many copies of a fixed thing in one draw call.
import { BufferGeometry, InstancedMesh, Material, Matrix4, Quaternion, Vector3 } from 'three';

export interface Placed {
  x: number;
  y: number;
  z: number;
  heading?: number;
  scale?: number | [number, number, number];
}

const matrix = new Matrix4();
const turn = new Quaternion();
const at = new Vector3();
const size = new Vector3();
const upwards = new Vector3(0, 0, 1);

export function placeAt(mesh: InstancedMesh, i: number, { x, y, z, heading = 0, scale = 1 }: Placed): void {
  if (typeof scale === 'number') size.setScalar(scale);
  else size.set(...scale);
  mesh.setMatrixAt(i, matrix.compose(at.set(x, y, z), turn.setFromAxisAngle(upwards, heading), size));
}

export function instancesOf(geometry: BufferGeometry, material: Material, places: Placed[]): InstancedMesh {
  const mesh = new InstancedMesh(geometry, material, places.length);
  places.forEach((place, i) => placeAt(mesh, i, place));
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  mesh.computeBoundingSphere();
  return mesh;
}
