// What stands beside the road: trees, poles, benches, signs. None of it moves.
import {
  BoxGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  DoubleSide,
  Group,
  IcosahedronGeometry,
  InstancedMesh,
  MeshLambertMaterial,
  PlaneGeometry,
} from 'three';
import type { Sign, World } from '../net/messages.ts';
import { instancesOf, type Placed } from './instances.ts';
import type { Palette } from './palette.ts';
import { kSignSizeM, signTexture } from './sign_faces.ts';

const kSignHeightM = 2.3;

export class Scenery {
  readonly group = new Group();
  private readonly trunk = new MeshLambertMaterial();
  private readonly leaves = new MeshLambertMaterial({ flatShading: true });
  private readonly metal = new MeshLambertMaterial();
  private readonly faces: MeshLambertMaterial[] = [];

  setPalette(palette: Palette): void {
    this.trunk.color = new Color(palette.materials.trunk);
    this.leaves.color = new Color(palette.materials.leaves);
    this.metal.color = new Color(palette.materials.pole);
  }

  setWorld(world: World): void {
    this.clear();
    this.plant(world.trees);
    const poles: Placed[] = world.poles.map(([x, y, z, height]) => ({ x, y, z, scale: [1, 1, height] }));
    for (const sign of world.signs) poles.push({ x: sign.at[0], y: sign.at[1], z: sign.at[2], scale: [0.7, 0.7, kSignHeightM] });
    if (poles.length) this.group.add(instancesOf(upright(0.06, 0.06, 6), this.metal, poles));
    if (world.benches.length) {
      const benches = world.benches.map(([x, y, z, heading]) => ({ x, y, z: z + 0.25, heading }));
      this.group.add(instancesOf(new BoxGeometry(1.7, 0.5, 0.45), this.trunk, benches));
    }
    this.putUp(world.signs);
  }

  private clear(): void {
    for (const child of this.group.children) {
      (child as InstancedMesh).geometry.dispose();
      (child as InstancedMesh).dispose();
    }
    for (const face of this.faces) {
      face.map?.dispose();
      face.dispose();
    }
    this.faces.length = 0;
    this.group.clear();
  }

  // Every third tree is a conifer; sizes and turns follow from the place, so that they are the same each time.
  private plant(trees: World['trees']): void {
    if (!trees.length) return;
    const trunks: Placed[] = [];
    const crowns: Placed[] = [];
    const cones: Placed[] = [];
    for (const [x, y, z, height] of trees) {
      const luck = Math.abs(Math.sin(12.9898 * x + 78.233 * y));
      const heading = 6.28 * luck;
      trunks.push({ x, y, z, scale: [height / 6, height / 6, 0.45 * height] });
      if (luck > 0.68) cones.push({ x, y, z: z + 0.2 * height, heading, scale: [0.3 * height, 0.3 * height, 0.8 * height] });
      else crowns.push({ x, y, z: z + 0.66 * height, heading, scale: [0.34 * height, 0.34 * height, 0.36 * height] });
    }
    this.group.add(instancesOf(upright(0.18, 0.26, 6), this.trunk, trunks));
    if (crowns.length) this.group.add(instancesOf(new IcosahedronGeometry(1, 1), this.leaves, crowns));
    if (cones.length) this.group.add(instancesOf(new ConeGeometry(1, 1, 8).rotateX(Math.PI / 2).translate(0, 0, 0.5), this.leaves, cones));
  }

  // One draw call for each face that occurs: signs of one kind and text look alike.
  private putUp(signs: Sign[]): void {
    const byFace = new Map<string, Sign[]>();
    for (const sign of signs) {
      const key = `${sign.kind} ${sign.text}`;
      byFace.set(key, [...(byFace.get(key) ?? []), sign]);
    }
    for (const alike of [...byFace.values()].slice(0, 24)) {
      const face = new MeshLambertMaterial({ map: signTexture(alike[0].kind, alike[0].text), alphaTest: 0.4, side: DoubleSide });
      this.faces.push(face);
      const plate = new PlaneGeometry(kSignSizeM, kSignSizeM).rotateX(Math.PI / 2).rotateZ(Math.PI / 2);
      const places = alike.map(({ at, heading }) => ({
        x: at[0] + 0.06 * Math.cos(heading),
        y: at[1] + 0.06 * Math.sin(heading),
        z: at[2] + kSignHeightM - 0.1,
        heading,
      }));
      this.group.add(instancesOf(plate, face, places));
    }
  }
}

// A cylinder of height 1 that stands on z = 0.
export function upright(top: number, foot: number, sides: number): CylinderGeometry {
  return new CylinderGeometry(top, foot, 1, sides).rotateX(Math.PI / 2).translate(0, 0, 0.5) as CylinderGeometry;
}
