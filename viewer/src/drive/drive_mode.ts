// Driving: while it is on, keys and gamepad go to the program 50 times a second, and the time from an input to its picture is measured.
import type { Connection } from '../net/connection.ts';
import type { Model } from '../model/model.ts';
import { Pedals, type Controls } from './pedals.ts';

const kSendEveryMs = 20;

// Which page takes the wheel of a run that a human drives from its start: the only page, this page in any case, or this page only when its user asks.
export type WheelRule = 'alone' | 'always' | 'asked';

export class DriveMode {
  isOn = false;
  latencyMs: number | null = null;
  rule: WheelRule = 'alone';
  speedMps = 0; // of the subject, as it is drawn
  onChanged: (isOn: boolean) => void = () => {};
  private readonly pedals = new Pedals();
  private timer = 0;
  private sequence = 0;
  private lastMs = 0;
  private measuredMs: number | null = null; // the last latency, until it is told
  private pendingMs: number | null = null; // when the input was sent whose effect the next picture shows
  private seen = 0;
  private isStarting = false; // the program does not know yet that the viewer drives
  private isGivenUp = false; // in this run

  constructor(
    private readonly connection: Connection,
    private readonly model: Model,
  ) {
    model.on('run', (run) => {
      if (run.sequence !== null && run.sent_ms !== null && run.sequence > this.seen) {
        this.seen = run.sequence;
        this.pendingMs = run.sent_ms;
      }
      if (this.isOn && run.driver === 'software' && !this.isStarting) this.leave();
      if (run.driver === 'human') {
        this.isStarting = false;
        // A run that begins with a human at the wheel: the only page has it. Of several, the one whose user asks.
        const isMine = this.rule === 'always' || (this.rule === 'alone' && !this.isGivenUp && run.viewers <= 1);
        if (!this.isOn && !run.is_over && isMine) this.begin();
      }
      if (run.is_over && this.isOn && !this.isStarting) this.leave();
    });
    model.on('hello', () => {
      this.seen = 0;
      this.isGivenUp = false;
    });
    addEventListener('blur', () => this.pedals.release());
  }

  get controls(): Controls {
    return this.pedals.controls;
  }

  // Takes the wheel, in the middle of the run where it is possible; else the program begins the run again.
  takeOver(): void {
    if (this.isOn) return;
    this.isStarting = true;
    this.connection.send({ do: 'takeover', to: 'me', why: 'the viewer asked for it' });
    this.begin();
    if (!this.model.run?.playing) this.connection.send({ do: 'play' });
  }

  handBack(): void {
    if (!this.isOn) return;
    this.connection.send({ do: 'takeover', to: 'software', why: 'the viewer gave the wheel back' });
    this.leave();
  }

  key(event: KeyboardEvent, isDown: boolean): boolean {
    return this.isOn && !event.ctrlKey && !event.metaKey && !event.altKey && this.pedals.press(event.code, isDown, event.repeat);
  }

  // A picture was drawn.
  onDrawn(nowMs: number): void {
    if (this.pendingMs === null) return;
    const passed = nowMs - this.pendingMs;
    this.pendingMs = null;
    this.measuredMs = passed;
    this.latencyMs = this.latencyMs === null ? passed : this.latencyMs + 0.3 * (passed - this.latencyMs);
  }

  private begin(): void {
    if (this.isOn) return;
    this.isOn = true;
    this.lastMs = performance.now();
    this.latencyMs = null;
    this.timer = setInterval(() => this.send(), kSendEveryMs) as unknown as number;
    this.onChanged(true);
  }

  private leave(): void {
    this.isOn = false;
    clearInterval(this.timer);
    this.pedals.release();
    this.isGivenUp = true;
    this.onChanged(false);
  }

  private send(): void {
    const nowMs = performance.now();
    const gamepad = navigator.getGamepads?.().find((pad) => pad?.connected) ?? null;
    const controls = this.pedals.update(Math.min(0.1, (nowMs - this.lastMs) / 1000), this.speedMps, gamepad);
    this.lastMs = nowMs;
    const latency = this.measuredMs === null ? {} : { latency_ms: this.measuredMs };
    this.measuredMs = null;
    this.connection.send({ do: 'drive', ...controls, sequence: ++this.sequence, sent_ms: nowMs, ...latency });
  }
}
