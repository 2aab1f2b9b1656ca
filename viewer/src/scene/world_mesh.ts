// The static world: the parts of all mesh messages, merged by material into one mesh each once the last one came.
import { BufferAttribute, BufferGeometry, Color, Group, Mesh, MeshLambertMaterial } from 'three';
import type { MeshPart } from '../net/mesh_message.ts';
import type { Ground } from './ground.ts';
import type { Palette } from './palette.ts';

// Surfaces on which vehicles stand.
const kDrivable = new Set(['asphalt', 'bus_lane', 'bicycle_lane', 'parking', 'shoulder', 'bridge']);
// What stands has edges; what lies is one smooth surface.
const kStanding = new Set(['building', 'roof', 'barrier', 'bridge', 'kerb']);
// Paint lies close over its surface; from far away only the offset of its polygons keeps it on top.
const kPaint = new Set(['marking_white', 'marking_yellow', 'crosswalk', 'stop_line']);

export class WorldMesh {
  readonly group = new Group();
  private parts = new Map<string, MeshPart[]>();
  private readonly materials = new Map<string, MeshLambertMaterial>();
  triangles = 0;

  constructor(private readonly ground: Ground) {}

  clear(): void {
    for (const child of this.group.children) (child as Mesh).geometry.dispose();
    this.group.clear();
    this.parts.clear();
    this.ground.clear();
    this.triangles = 0;
  }

  add(part: MeshPart, material: string): void {
    const list = this.parts.get(material) ?? [];
    list.push(part);
    this.parts.set(material, list);
  }

  // Call after the last message.
  finish(palette: Palette): void {
    for (const [name, parts] of this.parts) {
      const isStanding = kStanding.has(name);
      const geometry = isStanding ? merged(parts).toNonIndexed() : merged(parts);
      geometry.computeVertexNormals();
      if (!isStanding) mendNormals(geometry);
      this.triangles += (geometry.index ?? geometry.getAttribute('position')).count / 3;
      const mesh = new Mesh(geometry, this.materialOf(name));
      mesh.name = name;
      mesh.castShadow = isStanding && name !== 'kerb';
      mesh.receiveShadow = true;
      mesh.matrixAutoUpdate = false;
      this.group.add(mesh);
      if (kDrivable.has(name)) for (const part of parts) this.ground.add(part.positions, part.indices);
    }
    this.parts.clear();
    this.setPalette(palette);
  }

  setPalette(palette: Palette): void {
    for (const [name, material] of this.materials) material.color = new Color(palette.materials[name] ?? palette.materials.asphalt);
  }

  private materialOf(name: string): MeshLambertMaterial {
    let material = this.materials.get(name);
    if (!material) {
      material = new MeshLambertMaterial();
      if (kPaint.has(name)) {
        material.polygonOffset = true;
        material.polygonOffsetFactor = -2;
        material.polygonOffsetUnits = -4;
      }
      this.materials.set(name, material);
    }
    return material;
  }
}

function merged(parts: MeshPart[]): BufferGeometry {
  let vertices = 0;
  let corners = 0;
  for (const part of parts) {
    vertices += part.positions.length / 3;
    corners += part.indices.length;
  }
  const positions = new Float32Array(3 * vertices);
  const indices = new Uint32Array(corners);
  let vertex = 0;
  let corner = 0;
  for (const part of parts) {
    positions.set(part.positions, 3 * vertex);
    for (const index of part.indices) indices[corner++] = index + vertex;
    vertex += part.positions.length / 3;
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(indices, 1));
  return geometry;
}

// A sliver has no normal of its own; ground looks up.
function mendNormals(geometry: BufferGeometry): void {
  const normals = geometry.getAttribute('normal').array;
  for (let i = 0; i < normals.length; i += 3) {
    if (normals[i + 2] < 0.3) {
      normals[i] = normals[i + 1] = 0;
      normals[i + 2] = 1;
    }
  }
}
