// The plain below everything: rings around the place that the camera looks at, each twice as wide as the one inside it. Triangles are small where the
// camera is near, since the depth of one huge triangle is too coarse to lie safely below the roads.
import { BufferAttribute, BufferGeometry } from 'three';

const kSectors = 24;
const kInnerM = 20;
const kRings = 13; // the outermost has a radius of some 80 km

export function plainGeometry(): BufferGeometry {
  const positions: number[] = [0, 0, 0];
  const indices: number[] = [];
  for (let ring = 0; ring < kRings; ++ring) {
    const radius = kInnerM * 2 ** ring;
    for (let sector = 0; sector < kSectors; ++sector) {
      const angle = (2 * Math.PI * sector) / kSectors;
      positions.push(radius * Math.cos(angle), radius * Math.sin(angle), 0);
      const here = 1 + ring * kSectors + sector;
      const next = 1 + ring * kSectors + ((sector + 1) % kSectors);
      if (ring === 0) indices.push(0, here, next);
      else indices.push(here - kSectors, here, next, here - kSectors, next, next - kSectors);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  geometry.setIndex(indices);
  geometry.computeVertexNormals();
  return geometry;
}
