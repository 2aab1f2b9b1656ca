// The program's side of a chain of frames: remembers what the reader has, and writes what changed.
import { ByteWriter } from './byte_writer.ts';

export interface Body {
  id: number;
  shape: number;
  x: number; // centimetres
  y: number;
  z: number;
  heading: number; // 65536 is a full turn
  speed: number; // 0.1 m/s
  lights: number;
  role: number;
  behaviour: number;
}

interface Sent extends Body {
  dx: number;
  dy: number;
}

export class FrameWriter {
  private readonly slots: (Sent | null)[] = [];
  private signals: number[] = [];
  private number = 0;

  // A frame that has these bodies and signals, as the difference to the one before it.
  write(timeS: number, bodies: Body[], signals: number[], isKey: boolean, stream = 0, shift = 0): Buffer {
    if (isKey) {
      this.slots.length = 0;
      this.signals = [];
    }
    const base = isKey ? 0 : this.number;
    const wanted = new Map(bodies.map((body) => [body.id, body]));
    const gone: number[] = [];
    this.slots.forEach((sent, slot) => {
      if (sent && !wanted.has(sent.id)) {
        gone.push(slot);
        this.slots[slot] = null;
      }
    });
    const isNew = new Set<number>();
    let firstFree = 0;
    const known = new Set(this.slots.filter((sent) => sent).map((sent) => sent!.id));
    for (const body of bodies) {
      if (known.has(body.id)) continue;
      while (firstFree < this.slots.length && this.slots[firstFree]) ++firstFree;
      const slot = firstFree++;
      this.slots[slot] = { ...body, dx: 0, dy: 0 };
      isNew.add(slot);
    }

    const out = new ByteWriter()
      .u8(2)
      .u8(isKey ? 1 : 0)
      .u8(shift)
      .u8(stream)
      .u32(++this.number)
      .u32(base)
      .f64(timeS);
    writeList(out, gone, () => {});
    const changed = this.slots.flatMap((sent, slot) => (sent && (isNew.has(slot) || hasChanged(sent, wanted.get(sent.id)!)) ? [slot] : []));
    this.slots.forEach((sent, slot) => {
      if (!sent || isNew.has(slot)) return;
      sent.x += sent.dx;
      sent.y += sent.dy;
    });
    writeList(out, changed, (slot) => this.record(out, slot, wanted.get(this.slots[slot]!.id)!, isNew.has(slot)));
    const turned = signals.flatMap((aspect, group) => (this.signals[group] === aspect ? [] : [group]));
    writeList(out, turned, (group) => out.u8(signals[group]));
    this.signals = [...signals];
    return out.done();
  }

  private record(out: ByteWriter, slot: number, body: Body, isNew: boolean): void {
    const sent = this.slots[slot]!;
    const was: Sent = isNew
      ? { id: body.id, shape: body.shape, x: 0, y: 0, z: 0, heading: 0, speed: 0, lights: 0, role: 0, behaviour: 0, dx: 0, dy: 0 }
      : { ...sent };
    const ex = body.x - was.x;
    const ey = body.y - was.y;
    const turn = ((body.heading - was.heading + 98304) % 65536) - 32768;
    const mask =
      (isNew ? 128 : 0) |
      (ex || ey ? 1 : 0) |
      (body.z !== was.z ? 2 : 0) |
      (turn ? 4 : 0) |
      (body.speed !== was.speed ? 8 : 0) |
      (body.lights !== was.lights ? 16 : 0) |
      (body.role !== was.role || body.behaviour !== was.behaviour ? 32 : 0);
    out.u8(mask);
    if (isNew) out.varint(body.id).varint(body.shape);
    if (mask & 1) {
      out.zigzag(ex).zigzag(ey);
      if (isNew) out.zigzag(0).zigzag(0);
    }
    if (mask & 2) out.zigzag(body.z - was.z);
    if (mask & 4) out.zigzag(turn);
    if (mask & 8) out.zigzag(body.speed - was.speed);
    if (mask & 16) out.u8(body.lights);
    if (mask & 32) out.varint(body.role).u8(body.behaviour);
    this.slots[slot] = { ...body, dx: isNew ? 0 : was.dx + ex, dy: isNew ? 0 : was.dy + ey };
  }
}

function writeList(out: ByteWriter, numbers: number[], write: (number: number) => void): void {
  out.varint(numbers.length);
  let before = -1;
  for (const number of numbers) {
    out.varint(number - before - 1);
    before = number;
    write(number);
  }
}

function hasChanged(sent: Sent, body: Body): boolean {
  return (
    sent.x + sent.dx !== body.x ||
    sent.y + sent.dy !== body.y ||
    sent.z !== body.z ||
    sent.heading !== body.heading ||
    sent.speed !== body.speed ||
    sent.lights !== body.lights ||
    sent.role !== body.role ||
    sent.behaviour !== body.behaviour
  );
}
