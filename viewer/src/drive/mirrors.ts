// The mirror of the driver's seat: the world behind, drawn small and the wrong way round, as a mirror shows it.
import { Matrix4, PerspectiveCamera } from 'three';
import { applyPose } from '../camera/pose.ts';
import type { Followed } from '../camera/rig.ts';
import type { Stage } from '../scene/stage.ts';

const kWidthPx = 300;
const kHeightPx = 76;
const kFovDeg = 15;
const flip = new Matrix4().makeScale(-1, 1, 1);

export class Mirror {
  private readonly camera = new PerspectiveCamera(kFovDeg, kWidthPx / kHeightPx);

  constructor(private readonly stage: Stage) {}

  // Where it is drawn, in pixels of the page from its upper left.
  static rectangle(widthPx: number): { left: number; top: number; width: number; height: number } {
    return { left: Math.round((widthPx - kWidthPx) / 2), top: 16, width: kWidthPx, height: kHeightPx };
  }

  // The world is reflected at the plane through the middle of the camera, lights and all; so faces keep their outer sides.
  draw(followed: Followed, widthPx: number, heightPx: number): void {
    const c = Math.cos(followed.heading);
    const s = Math.sin(followed.heading);
    applyPose(
      {
        x: followed.x - 0.5 * followed.length * c,
        y: followed.y - 0.5 * followed.length * s,
        z: followed.z + 0.85 * followed.height,
        azimuth: followed.heading + Math.PI,
        pitch: 0.045,
        fovDeg: kFovDeg,
        near: 0.3,
        far: 3000,
      },
      this.camera,
    );
    const { scene } = this.stage;
    scene.matrixAutoUpdate = false;
    scene.matrix.copy(this.camera.matrixWorld).multiply(flip).multiply(this.camera.matrixWorldInverse);
    scene.updateMatrixWorld(true);
    const { left, top, width, height } = Mirror.rectangle(widthPx);
    this.stage.drawInset(this.camera, left, heightPx - top - height, width, height);
    scene.matrix.identity();
    scene.updateMatrixWorld(true);
  }
}
