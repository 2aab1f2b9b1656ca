// The objects of one frame, by slot: a slot keeps its object from frame to frame, so two snapshots are compared slot by slot.

export const kLights = { brakes: 1, left: 2, right: 4, wrecked: 8, parked: 16 } as const;
export const kUnknownAspect = 255;

export class Snapshot {
  timeS = 0;
  number = 0;
  unitM = 0.01; // of x, y and z: how exact places are
  slots = 0; // slots in use are below this
  count = 0; // of objects
  isAlive = new Uint8Array(0);
  id = new Uint32Array(0);
  x = new Float32Array(0);
  y = new Float32Array(0);
  z = new Float32Array(0);
  heading = new Float32Array(0);
  speed = new Float32Array(0);
  shape = new Uint16Array(0);
  lights = new Uint8Array(0);
  role = new Uint16Array(0); // 0: none
  behaviour = new Uint8Array(0);
  signals = new Uint8Array(0); // aspect by group

  reserve(slots: number, groups: number): void {
    if (this.isAlive.length < slots) {
      const size = Math.max(slots, 2 * this.isAlive.length, 64);
      this.isAlive = new Uint8Array(size);
      this.id = new Uint32Array(size);
      this.x = new Float32Array(size);
      this.y = new Float32Array(size);
      this.z = new Float32Array(size);
      this.heading = new Float32Array(size);
      this.speed = new Float32Array(size);
      this.shape = new Uint16Array(size);
      this.lights = new Uint8Array(size);
      this.role = new Uint16Array(size);
      this.behaviour = new Uint8Array(size);
    }
    if (this.signals.length < groups) this.signals = new Uint8Array(groups).fill(kUnknownAspect);
  }

  // Slot of an object, or -1.
  find(id: number): number {
    for (let slot = 0; slot < this.slots; ++slot) {
      if (this.isAlive[slot] && this.id[slot] === id) return slot;
    }
    return -1;
  }
}
