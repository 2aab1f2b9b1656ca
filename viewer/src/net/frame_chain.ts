// Binary type 2 (PROTOCOL.md): the chain of frames of one stream. Holds the objects as integers, exactly as the program does, and writes a
// snapshot after each frame.
import { ByteReader, ProtocolError } from './byte_reader.ts';
import { kUnknownAspect, Snapshot } from './snapshot.ts';

const kMostSlots = 1 << 22;
const kRadiansPerUnit = (2 * Math.PI) / 65536;

// Bits of the mask of a record.
const kPlace = 1;
const kHeight = 2;
const kHeading = 4;
const kSpeed = 8;
const kLight = 16;
const kRole = 32;
const kNew = 128;

export interface FrameHead {
  isKey: boolean;
  shift: number;
  stream: number;
  number: number;
  base: number;
  timeS: number;
}

export function readFrameHead(reader: ByteReader): FrameHead {
  if (reader.u8() !== 2) throw new ProtocolError('not a frame');
  const flags = reader.u8();
  const shift = reader.u8();
  const stream = reader.u8();
  const number = reader.u32();
  const base = reader.u32();
  return { isKey: (flags & 1) !== 0, shift, stream, number, base, timeS: reader.f64() };
}

export class FrameChain {
  private last = 0; // number of the frame applied last
  private shift = 0;
  private timeS = 0;
  private slots = 0;
  private count = 0;
  private isAlive = new Uint8Array(64);
  private id = new Uint32Array(64);
  private shape = new Uint16Array(64);
  private x = new Int32Array(64);
  private y = new Int32Array(64);
  private dx = new Int32Array(64);
  private dy = new Int32Array(64);
  private z = new Int32Array(64);
  private heading = new Uint16Array(64);
  private speed = new Int16Array(64);
  private lights = new Uint8Array(64);
  private role = new Uint16Array(64);
  private behaviour = new Uint8Array(64);
  private signals = new Uint8Array(16).fill(kUnknownAspect);
  private groups = 0;

  // Throws ProtocolError where the frame does not follow from those before it; the chain is of no use then.
  apply(buffer: ArrayBuffer): FrameHead {
    const reader = new ByteReader(buffer);
    const head = readFrameHead(reader);
    if (head.isKey) this.forget();
    else if (head.base !== this.last || head.shift !== this.shift) {
      throw new ProtocolError(`frame ${head.number} builds on frame ${head.base}, the last one was ${this.last}`);
    }
    this.last = head.number;
    this.shift = head.shift;
    this.timeS = head.timeS;

    this.readGone(reader);
    for (let slot = 0; slot < this.slots; ++slot) {
      this.x[slot] += this.dx[slot];
      this.y[slot] += this.dy[slot];
    }
    this.readRecords(reader);
    this.readSignals(reader);
    if (!reader.isAtEnd) throw new ProtocolError(`frame ${head.number} has bytes behind its content`);
    return head;
  }

  writeTo(out: Snapshot): void {
    const unitM = 0.01 * 2 ** this.shift;
    out.reserve(this.slots, this.groups);
    out.timeS = this.timeS;
    out.number = this.last;
    out.unitM = unitM;
    out.slots = this.slots;
    out.count = this.count;
    for (let slot = 0; slot < this.slots; ++slot) {
      out.x[slot] = this.x[slot] * unitM;
      out.y[slot] = this.y[slot] * unitM;
      out.z[slot] = this.z[slot] * unitM;
      out.heading[slot] = this.heading[slot] * kRadiansPerUnit;
      out.speed[slot] = this.speed[slot] * 0.1;
    }
    out.isAlive.set(this.isAlive.subarray(0, this.slots));
    out.id.set(this.id.subarray(0, this.slots));
    out.shape.set(this.shape.subarray(0, this.slots));
    out.lights.set(this.lights.subarray(0, this.slots));
    out.role.set(this.role.subarray(0, this.slots));
    out.behaviour.set(this.behaviour.subarray(0, this.slots));
    out.signals.set(this.signals.subarray(0, this.groups));
  }

  private forget(): void {
    this.slots = 0;
    this.count = 0;
    this.isAlive.fill(0);
    this.signals.fill(kUnknownAspect);
  }

  private readGone(reader: ByteReader): void {
    const gone = reader.varint();
    let slot = -1;
    for (let i = 0; i < gone; ++i) {
      slot += 1 + reader.varint();
      if (slot >= this.slots || !this.isAlive[slot]) throw new ProtocolError(`slot ${slot} is emptied and holds nothing`);
      this.isAlive[slot] = 0;
      this.dx[slot] = 0;
      this.dy[slot] = 0;
      --this.count;
    }
  }

  private readRecords(reader: ByteReader): void {
    const records = reader.varint();
    let slot = -1;
    for (let i = 0; i < records; ++i) {
      slot += 1 + reader.varint();
      const mask = reader.u8();
      const isNew = (mask & kNew) !== 0;
      if (isNew) this.begin(slot, reader.varint(), reader.varint());
      else if (slot >= this.slots || !this.isAlive[slot]) throw new ProtocolError(`slot ${slot} changes and holds nothing`);
      if (mask & kPlace) {
        const x = reader.zigzag();
        const y = reader.zigzag();
        this.x[slot] += x;
        this.y[slot] += y;
        this.dx[slot] += isNew ? reader.zigzag() : x;
        this.dy[slot] += isNew ? reader.zigzag() : y;
      }
      if (mask & kHeight) this.z[slot] += reader.zigzag();
      if (mask & kHeading) this.heading[slot] += reader.zigzag();
      if (mask & kSpeed) this.speed[slot] += reader.zigzag();
      if (mask & kLight) this.lights[slot] = reader.u8();
      if (mask & kRole) {
        this.role[slot] = reader.varint();
        this.behaviour[slot] = reader.u8();
      }
    }
  }

  private readSignals(reader: ByteReader): void {
    const changed = reader.varint();
    let group = -1;
    for (let i = 0; i < changed; ++i) {
      group += 1 + reader.varint();
      if (group >= kMostSlots) throw new ProtocolError(`there is no signal group ${group}`);
      if (group >= this.signals.length) this.signals = grown(this.signals, group + 1, kUnknownAspect);
      this.groups = Math.max(this.groups, group + 1);
      this.signals[group] = reader.u8();
    }
  }

  private begin(slot: number, id: number, shape: number): void {
    if (slot >= kMostSlots) throw new ProtocolError(`there is no slot ${slot}`);
    if (slot >= this.isAlive.length) this.grow(slot + 1);
    this.slots = Math.max(this.slots, slot + 1);
    if (!this.isAlive[slot]) ++this.count;
    this.isAlive[slot] = 1;
    this.id[slot] = id;
    this.shape[slot] = shape;
    for (const field of [this.x, this.y, this.dx, this.dy, this.z, this.heading, this.speed, this.lights, this.role, this.behaviour]) field[slot] = 0;
  }

  private grow(slots: number): void {
    this.isAlive = grown(this.isAlive, slots);
    this.id = grown(this.id, slots);
    this.shape = grown(this.shape, slots);
    this.x = grown(this.x, slots);
    this.y = grown(this.y, slots);
    this.dx = grown(this.dx, slots);
    this.dy = grown(this.dy, slots);
    this.z = grown(this.z, slots);
    this.heading = grown(this.heading, slots);
    this.speed = grown(this.speed, slots);
    this.lights = grown(this.lights, slots);
    this.role = grown(this.role, slots);
    this.behaviour = grown(this.behaviour, slots);
  }
}

interface Growing<T> {
  readonly length: number;
  set(from: T): void;
  fill(value: number): T;
}

function grown<T extends Growing<T>>(old: T, atLeast: number, filler = 0): T {
  const make = old.constructor as new (length: number) => T;
  const larger = new make(Math.max(atLeast, 2 * old.length)).fill(filler);
  larger.set(old);
  return larger;
}
