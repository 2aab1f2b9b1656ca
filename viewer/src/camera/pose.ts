// Where the camera is and looks, and how a pose becomes a matrix. Azimuth and pitch instead of a target: looking straight down is no special case.
import { Matrix4, PerspectiveCamera, Vector3 } from 'three';
import { turnBetween } from '../model/motion.ts';

export interface Pose {
  x: number;
  y: number;
  z: number;
  azimuth: number; // of the view in plan, as headings are
  pitch: number; // below the horizon: pi / 2 looks straight down
  fovDeg: number; // of the height of the picture
  near: number;
  far: number;
}

export function mixPoses(a: Pose, b: Pose, share: number): Pose {
  const mix = (p: number, q: number) => p + (q - p) * share;
  return {
    x: mix(a.x, b.x),
    y: mix(a.y, b.y),
    z: mix(a.z, b.z),
    azimuth: a.azimuth + share * turnBetween(a.azimuth, b.azimuth),
    pitch: mix(a.pitch, b.pitch),
    fovDeg: mix(a.fovDeg, b.fovDeg),
    near: Math.min(a.near, b.near),
    far: Math.max(a.far, b.far),
  };
}

const basis = new Matrix4();
const right = new Vector3();
const up = new Vector3();
const back = new Vector3();

export function applyPose(pose: Pose, camera: PerspectiveCamera): void {
  const ca = Math.cos(pose.azimuth);
  const sa = Math.sin(pose.azimuth);
  const cp = Math.cos(pose.pitch);
  const sp = Math.sin(pose.pitch);
  back.set(-cp * ca, -cp * sa, sp);
  up.set(sp * ca, sp * sa, cp);
  right.crossVectors(up, back);
  camera.matrixAutoUpdate = false;
  basis.makeBasis(right, up, back);
  camera.position.set(pose.x, pose.y, pose.z);
  camera.quaternion.setFromRotationMatrix(basis);
  camera.fov = pose.fovDeg;
  camera.near = pose.near;
  camera.far = pose.far;
  camera.updateMatrix();
  camera.updateMatrixWorld(true);
  camera.updateProjectionMatrix();
}
