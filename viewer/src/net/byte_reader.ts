// Reads little-endian numbers from a binary message. Reading past the end throws: a message is used whole or not at all.

export class ProtocolError extends Error {}

export class ByteReader {
  private readonly view: DataView;
  private at = 0;

  constructor(private readonly buffer: ArrayBuffer) {
    this.view = new DataView(buffer);
  }

  get isAtEnd(): boolean {
    return this.at === this.buffer.byteLength;
  }
  get position(): number {
    return this.at;
  }

  u8(): number {
    return this.view.getUint8(this.take(1));
  }
  u16(): number {
    return this.view.getUint16(this.take(2), true);
  }
  u32(): number {
    return this.view.getUint32(this.take(4), true);
  }
  f64(): number {
    return this.view.getFloat64(this.take(8), true);
  }

  // Groups of 7 bits, lowest first; 32 bits at most.
  varint(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.u8();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) {
        if (value > 0xffffffff) throw new ProtocolError('a number has more than 32 bits');
        return value;
      }
    }
    throw new ProtocolError('a number has more than 32 bits');
  }

  zigzag(): number {
    const coded = this.varint();
    return coded % 2 === 0 ? coded / 2 : -(coded + 1) / 2;
  }

  // Typed arrays over the message itself, without a copy; the position has to be aligned to 4 bytes.
  f32Array(length: number): Float32Array<ArrayBuffer> {
    return new Float32Array(this.buffer, this.take(4 * length), length);
  }
  u32Array(length: number): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.buffer, this.take(4 * length), length);
  }

  private take(bytes: number): number {
    const from = this.at;
    if (bytes > this.buffer.byteLength - from) throw new ProtocolError(`the message ends at byte ${this.buffer.byteLength}, before its content`);
    this.at += bytes;
    return from;
  }
}
