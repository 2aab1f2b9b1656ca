// What mouse, touch and wheel do to the camera. A press that does not move is a click.
import type { CameraRig } from './rig.ts';

const kClickPx = 4;

export interface PointerHooks {
  changed(): void;
  clicked(u: number, v: number): void;
  hovered(u: number | null, v: number | null): void;
}

export class Pointer {
  private readonly down = new Map<number, { x: number; y: number }>();
  private grabbed: { x: number; y: number } | null = null; // the place on the ground that the mouse holds
  private startedAt = { x: 0, y: 0 };
  private isClick = false;
  private isTurning = false;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly rig: CameraRig,
    private readonly hooks: PointerHooks,
  ) {
    canvas.addEventListener('pointerdown', (event) => this.begin(event));
    canvas.addEventListener('pointermove', (event) => this.move(event));
    canvas.addEventListener('pointerup', (event) => this.end(event));
    canvas.addEventListener('pointercancel', (event) => this.down.delete(event.pointerId));
    canvas.addEventListener('pointerleave', () => hooks.hovered(null, null));
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
  }

  private at(event: { clientX: number; clientY: number }): [number, number] {
    const box = this.canvas.getBoundingClientRect();
    return [(2 * (event.clientX - box.left)) / box.width - 1, 1 - (2 * (event.clientY - box.top)) / box.height];
  }

  private begin(event: PointerEvent): void {
    this.canvas.setPointerCapture(event.pointerId);
    this.down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.startedAt = { x: event.clientX, y: event.clientY };
    this.isClick = this.down.size === 1 && event.button === 0;
    this.isTurning = event.button === 2 || event.shiftKey || event.ctrlKey;
    this.grabbed = this.rig.groundAt(...this.at(event), this.rig.orbit.z);
  }

  private move(event: PointerEvent): void {
    const [u, v] = this.at(event);
    const last = this.down.get(event.pointerId);
    this.hooks.hovered(u, v);
    if (!last) return;
    if (Math.hypot(event.clientX - this.startedAt.x, event.clientY - this.startedAt.y) > kClickPx) this.isClick = false;
    if (this.isClick) return;
    const dx = event.clientX - last.x;
    const dy = event.clientY - last.y;
    if (this.down.size === 2) this.pinch(event, last);
    else if (this.isTurning || this.rig.isOnVehicle) this.rig.turn(-0.005 * dx, 0.004 * dy);
    else if (this.grabbed) {
      const now = this.rig.groundAt(u, v, this.rig.orbit.z);
      if (now && Math.hypot(now.x - this.grabbed.x, now.y - this.grabbed.y) < 20 * this.rig.orbit.distance) {
        this.rig.pan(this.grabbed.x - now.x, this.grabbed.y - now.y, false);
        this.rig.update(performance.now(), null);
      }
    }
    last.x = event.clientX;
    last.y = event.clientY;
    this.hooks.changed();
  }

  private end(event: PointerEvent): void {
    const wasDown = this.down.delete(event.pointerId);
    if (wasDown && this.isClick) this.hooks.clicked(...this.at(event));
    this.isClick = false;
  }

  private pinch(event: PointerEvent, last: { x: number; y: number }): void {
    const other = [...this.down].find(([id]) => id !== event.pointerId)![1];
    const before = Math.hypot(last.x - other.x, last.y - other.y);
    const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    if (before > 10 && after > 10) this.rig.zoom(before / after, null, null);
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 30 * event.deltaY : event.deltaY;
    const at = this.rig.groundAt(...this.at(event), this.rig.orbit.z);
    this.rig.zoom(Math.exp(0.0014 * Math.max(-400, Math.min(400, lines))), at?.x ?? null, at?.y ?? null);
    this.hooks.changed();
  }
}
