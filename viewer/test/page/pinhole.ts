// Where a body must be in the picture: an orbiting camera worked out from its angles, with nothing of the page's own code or of three.js.

export interface OrbitCamera {
  x: number;
  y: number;
  z: number;
  distance: number;
  azimuth: number;
  pitch: number;
  fovDeg: number;
  width: number;
  height: number;
}

export function project(camera: OrbitCamera, x: number, y: number, z: number): [number, number] {
  const { azimuth: a, pitch: p, distance: d } = camera;
  // Into the frame of the orbit: turn about z, so that the view goes along the first axis, then tilt it down.
  const dx = x - camera.x;
  const dy = y - camera.y;
  const dz = z - camera.z;
  const forward = Math.cos(a) * dx + Math.sin(a) * dy;
  const right = Math.sin(a) * dx - Math.cos(a) * dy;
  const depth = d + Math.cos(p) * forward - Math.sin(p) * dz;
  const up = Math.sin(p) * forward + Math.cos(p) * dz;
  const focalPx = camera.height / 2 / Math.tan((camera.fovDeg * Math.PI) / 360);
  return [camera.width / 2 + (focalPx * right) / depth, camera.height / 2 - (focalPx * up) / depth];
}
