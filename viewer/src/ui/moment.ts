// A moment as the part of a link behind #: time, camera and selection.
import { kCameraModes, type CameraMode, type Orbit } from '../camera/rig.ts';

export interface Moment {
  timeS: number | null;
  mode: CameraMode | null;
  orbit: Orbit | null;
  selected: number; // id, or -1
}

export function writeMoment(moment: Moment): string {
  const parts = new URLSearchParams();
  if (moment.timeS !== null) parts.set('t', moment.timeS.toFixed(2));
  if (moment.mode) parts.set('camera', moment.mode);
  if (moment.orbit) {
    const { x, y, z, distance, azimuth, pitch } = moment.orbit;
    parts.set('at', [x.toFixed(2), y.toFixed(2), z.toFixed(2), distance.toFixed(1), azimuth.toFixed(4), pitch.toFixed(4)].join('_'));
  }
  if (moment.selected >= 0) parts.set('actor', String(moment.selected));
  return `#${parts}`;
}

// Parts that make no sense are left out.
export function readMoment(hash: string): Moment {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const number = (text: string | null) => (text !== null && text !== '' && Number.isFinite(Number(text)) ? Number(text) : null);
  const at = (parts.get('at') ?? '').split('_').map(Number);
  const mode = kCameraModes.find((known) => known === parts.get('camera')) ?? null;
  const hasOrbit = at.length === 6 && at.every(Number.isFinite) && at[3] > 0;
  return {
    timeS: number(parts.get('t')),
    mode,
    orbit: hasOrbit ? { x: at[0], y: at[1], z: at[2], distance: at[3], azimuth: at[4], pitch: at[5] } : null,
    selected: number(parts.get('actor')) ?? -1,
  };
}
