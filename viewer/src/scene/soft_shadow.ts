// The soft shadow below each vehicle: one instanced quad, darker towards the middle. It works without a shadow map, from far above too.
import { BufferAttribute, BufferGeometry, ShaderMaterial } from 'three';

const kMarginM = 0.45;

// A quad over the unit box of a body in plan. The shader widens it by the margin.
export function shadowGeometry(): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array([-0.5, -0.5, 0, 0.5, -0.5, 0, 0.5, 0.5, 0, -0.5, 0.5, 0]), 3));
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  return geometry;
}

export function shadowMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: -4,
    polygonOffsetUnits: -8,
    uniforms: { uStrength: { value: 0.35 } },
    vertexShader: /* glsl */ `
      varying vec2 vAt;
      varying vec2 vHalf;
      void main() {
        vec3 along = instanceMatrix[0].xyz;
        vec3 across = instanceMatrix[1].xyz;
        vec2 size = vec2(length(along), length(across));
        vHalf = 0.5 * size;
        vec2 grown = (size + 2.0 * ${kMarginM.toFixed(2)}) / size;
        vAt = position.xy * grown * size;
        vec4 at = instanceMatrix * vec4(position.xy * grown, 0.0, 1.0);
        at.xy += vec2(0.16, -0.16);
        at.z += 0.04;
        gl_Position = projectionMatrix * viewMatrix * at;
      }`,
    fragmentShader: /* glsl */ `
      uniform float uStrength;
      varying vec2 vAt;
      varying vec2 vHalf;
      void main() {
        vec2 beyond = abs(vAt) - vHalf + 0.35;
        float away = length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0);
        float shade = 1.0 - smoothstep(-0.25, 0.75, away);
        gl_FragColor = vec4(0.0, 0.0, 0.0, uStrength * shade);
      }`,
  });
}
