// Writes binary messages as PROTOCOL.md says; the tests' own half of the protocol, which shares nothing with the reader.

export class ByteWriter {
  private bytes: number[] = [];

  u8(value: number): this {
    this.bytes.push(value & 255);
    return this;
  }
  u16(value: number): this {
    return this.u8(value).u8(value >>> 8);
  }
  u32(value: number): this {
    return this.u16(value & 0xffff).u16(value >>> 16);
  }
  f32(value: number): this {
    return this.raw(new Uint8Array(new Float32Array([value]).buffer));
  }
  f64(value: number): this {
    return this.raw(new Uint8Array(new Float64Array([value]).buffer));
  }

  varint(value: number): this {
    let rest = value;
    while (rest > 127) {
      this.u8((rest % 128) | 128);
      rest = Math.floor(rest / 128);
    }
    return this.u8(rest);
  }

  zigzag(value: number): this {
    return this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  raw(more: Uint8Array): this {
    for (const byte of more) this.bytes.push(byte);
    return this;
  }

  done(): Buffer {
    return Buffer.from(this.bytes);
  }
}
