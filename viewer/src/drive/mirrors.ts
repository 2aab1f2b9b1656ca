// The mirror of the driver's seat: the world behind, drawn small and the wrong way round, as a mirror shows it.
import { Mesh, OrthographicCamera, PerspectiveCamera, PlaneGeometry, Scene, ShaderMaterial, WebGLRenderTarget } from 'three';
import { applyPose } from '../camera/pose.ts';
import type { Followed } from '../camera/rig.ts';
import type { Stage } from '../scene/stage.ts';

const kWidthPx = 300;
const kHeightPx = 76;

export class Mirror {
  private readonly target = new WebGLRenderTarget(kWidthPx, kHeightPx, { samples: 0 });
  private readonly camera = new PerspectiveCamera(16, kWidthPx / kHeightPx);
  private readonly flat = new Scene();
  private readonly flatCamera = new OrthographicCamera(-1, 1, 1, -1, 0, 1);

  constructor(private readonly stage: Stage) {
    this.flat.add(new Mesh(new PlaneGeometry(2, 2), new ShaderMaterial({
      uniforms: { uPicture: { value: this.target.texture } },
      depthTest: false,
      vertexShader: 'varying vec2 vAt; void main() { vAt = vec2(1.0 - uv.x, uv.y); gl_Position = vec4(position.xy, 0.0, 1.0); }',
      fragmentShader: 'uniform sampler2D uPicture; varying vec2 vAt; void main() { gl_FragColor = vec4(texture2D(uPicture, vAt).rgb, 1.0); gl_FragColor = linearToOutputTexel(gl_FragColor); }',
    })));
  }

  // Where it is drawn, in pixels of the page from its upper left.
  static rectangle(widthPx: number): { left: number; top: number; width: number; height: number } {
    return { left: Math.round((widthPx - kWidthPx) / 2), top: 16, width: kWidthPx, height: kHeightPx };
  }

  draw(followed: Followed, widthPx: number, heightPx: number): void {
    const c = Math.cos(followed.heading);
    const s = Math.sin(followed.heading);
    applyPose({ x: followed.x - 0.5 * followed.length * c, y: followed.y - 0.5 * followed.length * s, z: followed.z + 0.85 * followed.height, azimuth: followed.heading + Math.PI, pitch: 0.03, fovDeg: 16, near: 0.3, far: 3000 }, this.camera);
    const { renderer } = this.stage;
    renderer.setRenderTarget(this.target);
    renderer.clear();
    renderer.render(this.stage.scene, this.camera);
    renderer.setRenderTarget(null);
    const { left, top, width, height } = Mirror.rectangle(widthPx);
    this.stage.drawInset(this.flat, this.flatCamera, left, heightPx - top - height, width, height);
  }
}
