// What is shown between two frames. The newest frame is shown one frame interval after it arrived; until then objects move from where the frame
// before it had them. After a jump in time (a restart, a seek) nothing is blended.
import { FrameChain } from '../net/frame_chain.ts';
import { kUnknownAspect, Snapshot } from '../net/snapshot.ts';

const kLongestBlendMs = 250;

export class Motion {
  // What is to be drawn now; slots as in the newest frame.
  readonly shown = new Snapshot();
  private readonly chain = new FrameChain();
  private before = new Snapshot();
  private newest = new Snapshot();
  private hasFrame = false;
  private isJump = true;
  private arrivedMs = 0;
  private intervalMs = 50;
  private share = 1; // of the way from the frame before to the newest

  // A frame came. Throws ProtocolError where it does not fit.
  push(buffer: ArrayBuffer, nowMs: number): void {
    const head = this.chain.apply(buffer);
    [this.before, this.newest] = [this.newest, this.before];
    this.chain.writeTo(this.newest);
    if (head.isKey) moveToSlotsOf(this.before, this.newest);
    const passed = this.newest.timeS - this.before.timeS;
    this.isJump = !this.hasFrame || (head.isKey && passed !== 0 && Math.abs(passed) > 1) || passed < 0 || passed > 5;
    const interval = nowMs - this.arrivedMs;
    if (this.hasFrame && interval < 1000) this.intervalMs += 0.2 * (Math.min(interval, kLongestBlendMs) - this.intervalMs);
    this.arrivedMs = nowMs;
    this.hasFrame = true;
    this.share = -1;
  }

  get isEmpty(): boolean {
    return !this.hasFrame;
  }
  get newestTimeS(): number {
    return this.newest.timeS;
  }
  get isAtRest(): boolean {
    return this.hasFrame && this.share === 1;
  }
  get newestFrame(): Snapshot {
    return this.newest;
  }

  // True where `shown` changed.
  advance(nowMs: number): boolean {
    if (!this.hasFrame) return false;
    const share = this.isJump ? 1 : Math.min(1, (nowMs - this.arrivedMs) / Math.max(8, this.intervalMs));
    if (share === this.share) return false;
    this.share = share;
    blend(this.before, this.newest, share, this.shown);
    return true;
  }
}

// A key frame gives slots anew: objects of `frame` move to the slots that `other` has them in, so that the two can be compared.
function moveToSlotsOf(frame: Snapshot, other: Snapshot): void {
  const slotOf = new Map<number, number>();
  for (let slot = 0; slot < frame.slots; ++slot) if (frame.isAlive[slot]) slotOf.set(frame.id[slot], slot);
  const old = { x: frame.x.slice(), y: frame.y.slice(), z: frame.z.slice(), heading: frame.heading.slice() };
  frame.reserve(other.slots, 0);
  frame.isAlive.fill(0);
  frame.slots = other.slots;
  for (let slot = 0; slot < other.slots; ++slot) {
    const from = other.isAlive[slot] ? slotOf.get(other.id[slot]) : undefined;
    if (from === undefined) continue;
    frame.isAlive[slot] = 1;
    frame.id[slot] = other.id[slot];
    frame.x[slot] = old.x[from];
    frame.y[slot] = old.y[from];
    frame.z[slot] = old.z[from];
    frame.heading[slot] = old.heading[from];
  }
}

// Places and headings between `a` and `b`; all else as in `b`. Objects that `a` has not are where `b` has them.
function blend(a: Snapshot, b: Snapshot, share: number, out: Snapshot): void {
  const slots = b.slots;
  out.reserve(slots, b.signals.length);
  out.timeS = a.timeS + (b.timeS - a.timeS) * share;
  out.number = b.number;
  out.unitM = b.unitM;
  out.slots = slots;
  out.count = b.count;
  out.isAlive.set(b.isAlive.subarray(0, slots));
  out.id.set(b.id.subarray(0, slots));
  out.shape.set(b.shape.subarray(0, slots));
  out.lights.set(b.lights.subarray(0, slots));
  out.role.set(b.role.subarray(0, slots));
  out.behaviour.set(b.behaviour.subarray(0, slots));
  out.speed.set(b.speed.subarray(0, slots));
  out.signals.fill(kUnknownAspect);
  out.signals.set(b.signals);
  const rest = 1 - share;
  for (let slot = 0; slot < slots; ++slot) {
    if (rest > 0 && slot < a.slots && a.isAlive[slot] && a.id[slot] === b.id[slot]) {
      out.x[slot] = rest * a.x[slot] + share * b.x[slot];
      out.y[slot] = rest * a.y[slot] + share * b.y[slot];
      out.z[slot] = rest * a.z[slot] + share * b.z[slot];
      out.heading[slot] = a.heading[slot] + share * turnBetween(a.heading[slot], b.heading[slot]);
    } else {
      out.x[slot] = b.x[slot];
      out.y[slot] = b.y[slot];
      out.z[slot] = b.z[slot];
      out.heading[slot] = b.heading[slot];
    }
  }
}

// The shorter turn from one heading to another, from -pi to pi.
export function turnBetween(from: number, to: number): number {
  const turn = (to - from) % (2 * Math.PI);
  if (turn > Math.PI) return turn - 2 * Math.PI;
  if (turn < -Math.PI) return turn + 2 * Math.PI;
  return turn;
}
