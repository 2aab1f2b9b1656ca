// The sky: paler towards the horizon. It is as far away as can be, whatever the camera does, and is drawn before all else.
import { Color, DoubleSide, Mesh, ShaderMaterial, SphereGeometry } from 'three';

export class Sky {
  readonly mesh: Mesh<SphereGeometry, ShaderMaterial>;

  constructor() {
    const material = new ShaderMaterial({
      side: DoubleSide,
      depthTest: false,
      depthWrite: false,
      fog: false,
      uniforms: { uHorizon: { value: new Color() }, uZenith: { value: new Color() } },
      vertexShader: /* glsl */ `
        varying float vHeight;
        void main() {
          vHeight = position.z;
          // A direction alone: where the camera or the scene is does not matter.
          gl_Position = projectionMatrix * vec4((viewMatrix * vec4(100.0 * position, 0.0)).xyz, 1.0);
        }`,
      fragmentShader: /* glsl */ `
        uniform vec3 uHorizon;
        uniform vec3 uZenith;
        varying float vHeight;
        void main() {
          gl_FragColor = vec4(mix(uHorizon, uZenith, smoothstep(0.0, 0.55, vHeight)), 1.0);
          #include <colorspace_fragment>
        }`,
    });
    this.mesh = new Mesh(new SphereGeometry(1, 24, 16).rotateX(Math.PI / 2), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -10;
  }

  setColours(horizon: number, zenith: number): void {
    this.mesh.material.uniforms.uHorizon.value = new Color(horizon);
    this.mesh.material.uniforms.uZenith.value = new Color(zenith);
  }
}
