// The mirrors of the driver's seat: the world behind, drawn small and the wrong way round, as a mirror shows it.
import { Matrix4, PerspectiveCamera } from 'three';
import { applyPose } from '../camera/pose.ts';
import type { Followed } from '../camera/rig.ts';
import type { Stage } from '../scene/stage.ts';

export interface Rectangle {
  left: number;
  top: number;
  width: number;
  height: number;
} // pixels of the page, from its upper left

interface Glass {
  side: -1 | 0 | 1; // right, middle, left
  widthPx: number;
  heightPx: number;
  fovDeg: number;
  turnRad: number; // of its look, from straight behind to its side
}

const kMiddle: Glass = { side: 0, widthPx: 300, heightPx: 76, fovDeg: 15, turnRad: 0 };
const kSides: Glass[] = [
  { side: 1, widthPx: 176, heightPx: 112, fovDeg: 22, turnRad: 0.13 },
  { side: -1, widthPx: 176, heightPx: 112, fovDeg: 22, turnRad: 0.13 },
];
const kMarginPx = 16;
const kLeastWidthPx = 1000; // below it the mirrors at the sides would hide the road
const flip = new Matrix4().makeScale(-1, 1, 1);

export class Mirrors {
  private readonly camera = new PerspectiveCamera();

  // Each glass draws the world once more, so software draws the one in the middle alone.
  constructor(
    private readonly stage: Stage,
    private readonly hasSides: boolean,
  ) {}

  rectangles(widthPx: number, heightPx: number): Rectangle[] {
    return this.glasses(widthPx).map((glass) => rectangleOf(glass, widthPx, heightPx));
  }

  draw(followed: Followed, widthPx: number, heightPx: number): void {
    for (const glass of this.glasses(widthPx)) this.drawGlass(glass, followed, rectangleOf(glass, widthPx, heightPx), heightPx);
  }

  private glasses(widthPx: number): Glass[] {
    return this.hasSides && widthPx >= kLeastWidthPx ? [kMiddle, ...kSides] : [kMiddle];
  }

  // The world is reflected at the plane through the middle of the camera, lights and all; so faces keep their outer sides.
  private drawGlass({ side, fovDeg, turnRad }: Glass, followed: Followed, { left, top, width, height }: Rectangle, heightPx: number): void {
    const c = Math.cos(followed.heading);
    const s = Math.sin(followed.heading);
    const forward = (side === 0 ? -0.5 : 0.12) * followed.length;
    const across = side * (0.5 * followed.width + 0.1);
    this.camera.aspect = width / height;
    applyPose(
      {
        x: followed.x + forward * c - across * s,
        y: followed.y + forward * s + across * c,
        z: followed.z + (side === 0 ? 0.85 : 0.65) * followed.height,
        azimuth: followed.heading + Math.PI - side * turnRad,
        pitch: 0.045,
        fovDeg,
        near: 0.3,
        far: 3000,
      },
      this.camera,
    );
    const { scene } = this.stage;
    scene.matrixAutoUpdate = false;
    scene.matrix.copy(this.camera.matrixWorld).multiply(flip).multiply(this.camera.matrixWorldInverse);
    scene.updateMatrixWorld(true);
    this.stage.drawInset(this.camera, left, heightPx - top - height, width, height);
    scene.matrix.identity();
    scene.updateMatrixWorld(true);
  }
}

function rectangleOf({ side, widthPx, heightPx }: Glass, pageWidthPx: number, pageHeightPx: number): Rectangle {
  if (side === 0) return { left: Math.round((pageWidthPx - widthPx) / 2), top: kMarginPx, width: widthPx, height: heightPx };
  const left = side > 0 ? kMarginPx : pageWidthPx - kMarginPx - widthPx;
  return { left, top: Math.round(0.5 * pageHeightPx), width: widthPx, height: heightPx };
}
