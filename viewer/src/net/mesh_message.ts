// Binary type 1 (PROTOCOL.md): parts of the static world, by material.
import { ByteReader, ProtocolError } from './byte_reader.ts';

export interface MeshPart {
  material: number; // index into `materials` of hello
  positions: Float32Array<ArrayBuffer>; // x, y, z of each vertex, relative to the origin
  indices: Uint32Array<ArrayBuffer>; // three for each triangle
}

export interface MeshMessage {
  isLast: boolean;
  parts: MeshPart[];
}

export function readMesh(buffer: ArrayBuffer): MeshMessage {
  const reader = new ByteReader(buffer);
  if (reader.u8() !== 1) throw new ProtocolError('not a mesh');
  const flags = reader.u8();
  const count = reader.u16();
  const parts: MeshPart[] = [];
  for (let i = 0; i < count; ++i) {
    const material = reader.u16();
    reader.u16();
    const vertices = reader.u32();
    const corners = reader.u32();
    const positions = reader.f32Array(3 * vertices);
    const indices = reader.u32Array(corners);
    for (const index of indices) {
      if (index >= vertices) throw new ProtocolError(`a triangle refers to vertex ${index} of ${vertices}`);
    }
    parts.push({ material, positions, indices });
  }
  return { isLast: (flags & 1) !== 0, parts };
}
