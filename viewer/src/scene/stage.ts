// The renderer with its lights, and the loop: a picture is drawn only when something changed.
import {
  type BufferGeometry,
  Color,
  DirectionalLight,
  Fog,
  HemisphereLight,
  Mesh,
  MeshLambertMaterial,
  Object3D,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  SRGBColorSpace,
  WebGLRenderer,
} from 'three';
import type { Palette } from './palette.ts';
import { plainGeometry } from './plain.ts';
import type { Quality } from './quality.ts';
import { Sky } from './sky.ts';

Object3D.DEFAULT_UP.set(0, 0, 1);

const kSunM = 900; // over the place that the camera looks at
const kSunDistanceM = kSunM * Math.hypot(0.55, 0.5, 1);
const kTallestM = 80; // of what casts a shadow

export interface DrawStatistics {
  calls: number;
  triangles: number;
  frameMs: number;
}

export class Stage {
  readonly scene = new Scene();
  readonly renderer: WebGLRenderer;
  private readonly sun = new DirectionalLight();
  private readonly sky = new HemisphereLight();
  private readonly heaven = new Sky();
  private readonly ground: Mesh<BufferGeometry, MeshLambertMaterial>;
  readonly statistics: DrawStatistics = { calls: 0, triangles: 0, frameMs: 0 };

  constructor(canvas: HTMLCanvasElement, quality: Quality) {
    this.renderer = new WebGLRenderer({ canvas, antialias: quality.antialias, powerPreference: 'high-performance', preserveDrawingBuffer: false });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.info.autoReset = false;
    this.renderer.setPixelRatio(quality.pixelRatio);
    this.renderer.shadowMap.enabled = quality.shadows;
    this.renderer.shadowMap.type = PCFShadowMap;

    this.sun.castShadow = quality.shadows;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.bias = -0.0004;
    this.sun.shadow.normalBias = 0.04;
    this.sky.position.set(0, 0, 1);
    this.ground = new Mesh(plainGeometry(), new MeshLambertMaterial());
    this.ground.receiveShadow = true;
    this.scene.add(this.sun, this.sun.target, this.sky, this.heaven.mesh, this.ground);
  }

  get hasShadowMap(): boolean {
    return this.renderer.shadowMap.enabled;
  }

  // The plain lies a little under the lowest road.
  setGround(bounds: readonly number[]): void {
    this.ground.position.z = bounds[2] - 0.15;
    this.ground.frustumCulled = false;
  }

  setPalette(palette: Palette): void {
    this.scene.background = new Color(palette.sky);
    this.heaven.setColours(palette.sky, palette.zenith);
    this.scene.fog = new Fog(palette.sky, 1200, 6000);
    this.ground.material.color = new Color(palette.ground);
    this.sun.color = new Color(palette.sun);
    this.sun.intensity = palette.sunStrength;
    this.sky.color = new Color(palette.ambient);
    this.sky.groundColor = new Color(palette.ambientGround);
    this.sky.intensity = palette.ambientStrength;
  }

  resize(widthPx: number, heightPx: number): void {
    this.renderer.setSize(widthPx, heightPx, false);
  }

  // Before the first part of a picture.
  begin(): void {
    this.renderer.info.reset();
  }

  // (x, y, z): what the camera looks at; spanM: how much of the world around it has exact shadows.
  draw(camera: PerspectiveCamera, x: number, y: number, z: number, spanM: number, isFoggy: boolean): void {
    const began = performance.now();
    const fog = this.scene.fog as Fog;
    fog.near = isFoggy ? 500 : 1e7;
    fog.far = isFoggy ? 5000 : 2e7;
    this.aimSun(x, y, z, spanM);
    this.ground.position.x = camera.position.x;
    this.ground.position.y = camera.position.y;
    this.renderer.render(this.scene, camera);
    this.statistics.calls = this.renderer.info.render.calls;
    this.statistics.triangles = this.renderer.info.render.triangles;
    this.statistics.frameMs += 0.1 * (performance.now() - began - this.statistics.frameMs);
  }

  // What is drawn next fills only the left (0) or right (1) half.
  half(number: 0 | 1, widthPx: number, heightPx: number): void {
    const width = Math.floor(widthPx / 2) - 1;
    const left = number * (width + 2);
    this.renderer.setScissorTest(true);
    this.renderer.setViewport(left, 0, width, heightPx);
    this.renderer.setScissor(left, 0, width, heightPx);
  }

  whole(widthPx: number, heightPx: number): void {
    this.renderer.setScissorTest(false);
    this.renderer.setViewport(0, 0, widthPx, heightPx);
  }

  // A second picture inside the first, such as a mirror. The rectangle is in pixels of the page, from the bottom left.
  drawInset(camera: PerspectiveCamera, left: number, bottom: number, width: number, height: number): void {
    this.renderer.setScissorTest(true);
    this.renderer.setViewport(left, bottom, width, height);
    this.renderer.setScissor(left, bottom, width, height);
    this.renderer.clearDepth();
    this.renderer.render(this.scene, camera);
    this.renderer.setScissorTest(false);
    const canvas = this.renderer.domElement;
    this.renderer.setViewport(0, 0, canvas.clientWidth, canvas.clientHeight);
    this.statistics.calls = this.renderer.info.render.calls;
  }

  private aimSun(x: number, y: number, z: number, spanM: number): void {
    const half = Math.min(450, Math.max(40, spanM));
    this.sun.target.position.set(x, y, z);
    this.sun.position.set(x - 0.55 * kSunM, y + 0.5 * kSunM, z + kSunM);
    if (!this.hasShadowMap) return;
    const camera = this.sun.shadow.camera;
    if (Math.abs(camera.right - half) > 0.1 * half) {
      camera.left = camera.bottom = -half;
      camera.right = camera.top = half;
      // The bias of shadows is a share of this range: a short one lets them begin at the feet.
      camera.near = Math.max(50, kSunDistanceM - 1.5 * half - kTallestM);
      camera.far = kSunDistanceM + 1.5 * half + kTallestM;
      camera.updateProjectionMatrix();
    }
  }
}
