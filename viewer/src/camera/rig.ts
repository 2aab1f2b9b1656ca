// The camera: five ways to look, smooth changes between them, and what the hands do to it. The free views keep an orbit around a place on the
// ground; the others hang on a vehicle.
import { PerspectiveCamera, Vector3 } from 'three';
import { turnBetween } from '../model/motion.ts';
import { applyPose, mixPoses, type Pose } from './pose.ts';

export type CameraMode = 'top' | 'free' | 'follow' | 'chase' | 'driver';
export const kCameraModes: CameraMode[] = ['top', 'free', 'follow', 'chase', 'driver'];

// The vehicle that the camera follows, as it is drawn now.
export interface Followed {
  x: number;
  y: number;
  z: number;
  heading: number;
  length: number;
  width: number;
  height: number;
}

export interface Orbit {
  x: number;
  y: number;
  z: number;
  distance: number;
  azimuth: number;
  pitch: number;
}

const kTopFovDeg = 24;
const kFreeFovDeg = 42;
const kSteepest = Math.PI / 2;
const kFlattest = 0.05;
const kChangeMs = 650;

export class CameraRig {
  readonly camera = new PerspectiveCamera();
  mode: CameraMode = 'top';
  readonly orbit: Orbit = { x: 0, y: 0, z: 0, distance: 400, azimuth: Math.PI / 2, pitch: kSteepest };
  private readonly goal: Orbit = { ...this.orbit };
  private from: Pose | null = null; // of a change of mode that is under way
  private changedMs = 0;
  private shown: Pose | null = null;
  private trail = 0; // heading that the chase camera has; it lags behind the vehicle's
  private isTrailNew = true;
  private lastMs = 0;
  private heightPx = 720;
  hasMotion = !matchMedia('(prefers-reduced-motion: reduce)').matches;

  resize(widthPx: number, heightPx: number): void {
    this.heightPx = heightPx;
    this.camera.aspect = widthPx / heightPx;
  }

  get isOnVehicle(): boolean {
    return this.mode === 'follow' || this.mode === 'chase' || this.mode === 'driver';
  }

  // Size of a pixel at the place that the free views look at.
  get metresPerPixel(): number {
    return (2 * this.goal.distance * Math.tan((this.fovDeg * Math.PI) / 360)) / this.heightPx;
  }

  setMode(mode: CameraMode, nowMs: number): void {
    if (mode === this.mode) return;
    this.from = this.hasMotion ? this.shown : null;
    this.changedMs = nowMs;
    const scale = this.mode === 'top' ? Math.tan((kTopFovDeg * Math.PI) / 360) / Math.tan((kFreeFovDeg * Math.PI) / 360) : 1;
    if (mode === 'top') {
      this.goal.distance *=
        this.mode === 'free' || this.mode === 'follow' ? Math.tan((kFreeFovDeg * Math.PI) / 360) / Math.tan((kTopFovDeg * Math.PI) / 360) : 1;
      this.goal.pitch = kSteepest;
    } else if (mode === 'free' || mode === 'follow') {
      this.goal.distance *= scale;
      if (this.goal.pitch > 1.35) this.goal.pitch = 0.72;
      if (mode === 'follow') this.goal.distance = Math.min(this.goal.distance, 70);
    }
    if (this.mode === 'chase' || this.mode === 'driver') this.goal.azimuth = mode === 'top' ? this.goal.azimuth : this.trail;
    this.mode = mode;
    this.isTrailNew = true;
    Object.assign(this.orbit, this.goal);
  }

  // Looks at a place; at once, or smoothly.
  lookAt(x: number, y: number, z: number, distance: number | null, isSmooth: boolean): void {
    this.goal.x = x;
    this.goal.y = y;
    this.goal.z = z;
    if (distance !== null) this.goal.distance = distance;
    if (!isSmooth || !this.hasMotion) Object.assign(this.orbit, this.goal);
  }

  // The distance from which `spanM` metres fill the height of the picture.
  distanceFor(spanM: number): number {
    return spanM / (2 * Math.tan((this.fovDeg * Math.PI) / 360));
  }

  restore(orbit: Orbit): void {
    Object.assign(this.goal, orbit);
    Object.assign(this.orbit, orbit);
  }

  // Moves the ground below the mouse: both in metres.
  pan(dx: number, dy: number, isSmooth: boolean): void {
    this.goal.x += dx;
    this.goal.y += dy;
    if (!isSmooth) Object.assign(this.orbit, { x: this.goal.x, y: this.goal.y });
  }

  // Zooms so that the place (x, y) stays where it is in the picture.
  zoom(factor: number, x: number | null, y: number | null): void {
    const before = this.goal.distance;
    const isChase = this.mode === 'chase' || this.mode === 'driver';
    this.goal.distance = Math.min(60_000, Math.max(isChase || this.mode === 'follow' ? 8 : 15, before * factor));
    const share = 1 - this.goal.distance / before;
    if (x !== null && y !== null && !this.isOnVehicle) {
      this.goal.x += share * (x - this.goal.x);
      this.goal.y += share * (y - this.goal.y);
    }
  }

  turn(azimuth: number, pitch: number): void {
    this.goal.azimuth += azimuth;
    if (this.mode !== 'top') this.goal.pitch = Math.min(kSteepest, Math.max(kFlattest, this.goal.pitch + pitch));
  }

  faceNorth(): void {
    this.goal.azimuth += turnBetween(this.goal.azimuth, Math.PI / 2);
  }

  // Moves the camera; true while it is still on its way.
  update(nowMs: number, followed: Followed | null): boolean {
    const passedS = Math.min(0.1, Math.max(0, (nowMs - this.lastMs) / 1000));
    this.lastMs = nowMs;
    if (this.isOnVehicle && followed) {
      this.goal.x = followed.x;
      this.goal.y = followed.y;
      this.goal.z = followed.z;
    }
    const isSettled = this.settle(passedS);
    let pose = this.poseNow(followed, passedS);
    if (this.from) {
      const share = (nowMs - this.changedMs) / kChangeMs;
      if (share >= 1) this.from = null;
      else pose = mixPoses(this.from, pose, ease(Math.max(0, share)));
    }
    this.shown = pose;
    applyPose(pose, this.camera);
    return !isSettled || this.from !== null;
  }

  // The point where the ray through a pixel meets the height z; null where it does not. (u, v) from -1 to 1, v upwards.
  groundAt(u: number, v: number, z: number): { x: number; y: number } | null {
    ray.set(u, v, 0.5).unproject(this.camera).sub(this.camera.position);
    if (ray.z >= -1e-6 * ray.length()) return null;
    const t = (z - this.camera.position.z) / ray.z;
    return t > 0 ? { x: this.camera.position.x + t * ray.x, y: this.camera.position.y + t * ray.y } : null;
  }

  private get fovDeg(): number {
    return this.mode === 'top' ? kTopFovDeg : kFreeFovDeg;
  }

  private settle(passedS: number): boolean {
    const share = this.hasMotion ? 1 - Math.exp(-passedS * 14) : 1;
    const o = this.orbit;
    const g = this.goal;
    const placeShare = this.isOnVehicle ? 1 : share;
    o.x += placeShare * (g.x - o.x);
    o.y += placeShare * (g.y - o.y);
    o.z += placeShare * (g.z - o.z);
    o.distance *= Math.pow(g.distance / o.distance, share);
    o.azimuth += share * turnBetween(o.azimuth, g.azimuth);
    o.pitch += share * (g.pitch - o.pitch);
    const isNear =
      Math.hypot(g.x - o.x, g.y - o.y) < 1e-3 * o.distance &&
      Math.abs(g.distance / o.distance - 1) < 1e-3 &&
      Math.abs(turnBetween(o.azimuth, g.azimuth)) < 1e-3 &&
      Math.abs(g.pitch - o.pitch) < 1e-3;
    if (isNear) Object.assign(o, g);
    return isNear;
  }

  private poseNow(followed: Followed | null, passedS: number): Pose {
    if (followed && this.mode === 'chase') return this.chasePose(followed, passedS);
    if (followed && this.mode === 'driver') return driverPose(followed);
    if (followed) this.trail = followed.heading;
    const { x, y, z, distance, azimuth, pitch } = this.orbit;
    return {
      x: x - distance * Math.cos(pitch) * Math.cos(azimuth),
      y: y - distance * Math.cos(pitch) * Math.sin(azimuth),
      z: z + distance * Math.sin(pitch),
      azimuth,
      pitch,
      fovDeg: this.fovDeg,
      near: Math.max(0.3, 0.02 * distance),
      far: 4 * distance + 4000,
    };
  }

  private chasePose(followed: Followed, passedS: number): Pose {
    // It begins behind the vehicle, and lags in turns.
    if (this.isTrailNew) this.trail = followed.heading;
    this.isTrailNew = false;
    this.trail += (1 - Math.exp(-passedS * 3.5)) * turnBetween(this.trail, followed.heading);
    const behind = 5.5 + 0.95 * followed.length;
    return {
      x: followed.x - behind * Math.cos(this.trail),
      y: followed.y - behind * Math.sin(this.trail),
      z: followed.z + followed.height + 1.9 + 0.08 * followed.length,
      azimuth: this.trail,
      pitch: 0.17,
      fovDeg: 52,
      near: 0.5,
      far: 6000,
    };
  }
}

function driverPose(followed: Followed): Pose {
  const forward = followed.length > 7 ? 0.42 * followed.length : 0.04 * followed.length;
  const left = followed.length > 3 ? 0.35 : 0;
  const c = Math.cos(followed.heading);
  const s = Math.sin(followed.heading);
  return {
    x: followed.x + forward * c - left * s,
    y: followed.y + forward * s + left * c,
    z: followed.z + (followed.length > 7 ? 0.72 : 0.83) * followed.height,
    azimuth: followed.heading,
    pitch: 0.035,
    fovDeg: 50,
    near: 0.2,
    far: 6000,
  };
}

function ease(share: number): number {
  return share * share * (3 - 2 * share);
}

const ray = new Vector3();
