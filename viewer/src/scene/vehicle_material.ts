// The material of all vehicles and people: one program, coloured by part and by instance. Per instance come a paint (attribute `tint`) and the lamps
// that are on (attribute `lamp`: brake, left, right, highlight). People have no lamps: the first three are their stride (stride.ts).
import { Color, MeshLambertMaterial } from 'three';

const kVertexHead = /* glsl */ `
attribute float part;
attribute float limb;
attribute vec3 tint;
attribute vec4 lamp;
uniform float uBlink;
uniform float uNight;
varying vec3 vPartColour;
varying vec3 vGlow;
void partColours() {
  vGlow = vec3(0.0);
  if (part < 0.5) { vPartColour = tint; vGlow = tint * lamp.w * 0.25; }
  else if (part < 1.5) vPartColour = vec3(0.045, 0.06, 0.08);
  else if (part < 2.5) vPartColour = vec3(0.025, 0.027, 0.03);
  else if (part < 3.5) vPartColour = mix(vec3(0.78, 0.79, 0.8), tint, 0.15);
  else if (part < 4.5) {
    vPartColour = vec3(0.3, 0.01, 0.01);
    vGlow = vec3(1.0, 0.02, 0.01) * max(lamp.x, 0.12 * uNight);
  }
  else if (part < 6.5) {
    float on = (part < 5.5 ? lamp.y : lamp.z) * uBlink;
    vPartColour = vec3(0.5, 0.2, 0.02);
    vGlow = vec3(1.0, 0.42, 0.0) * on;
  }
  else if (part < 7.5) { vPartColour = vec3(0.8, 0.82, 0.85); vGlow = vec3(0.95, 0.92, 0.8) * uNight * 0.7; }
  else if (part < 8.5) vPartColour = mix(vec3(0.78, 0.5, 0.36), vec3(0.16, 0.07, 0.035), lamp.z * lamp.z);
  else if (part < 9.5) {
    float hair = fract(11.0 * lamp.z);
    vPartColour = hair < 0.55 ? vec3(0.03, 0.02, 0.016) : hair < 0.8 ? vec3(0.13, 0.06, 0.025) : hair < 0.92 ? vec3(0.42, 0.27, 0.1) : vec3(0.45, 0.45, 0.46);
  }
  else {
    float cloth = fract(17.0 * lamp.z);
    vPartColour = cloth < 0.35 ? vec3(0.045, 0.075, 0.16) : cloth < 0.65 ? vec3(0.04, 0.042, 0.05) : cloth < 0.85 ? vec3(0.16, 0.15, 0.14) : vec3(0.3, 0.23, 0.14);
  }
}
// Legs swing from the hip, the one in the air with its knee bent; arms swing against them.
vec3 strode(vec3 at) {
  if (limb < 0.5) return at;
  float side = limb < 1.5 || (limb > 2.5 && limb < 3.5) ? 1.0 : -1.0;
  float ahead = lamp.x * side;
  if (limb < 2.5) {
    float down = clamp((0.5 - at.z) / 0.5, 0.0, 1.0);
    float inAir = max(0.0, -lamp.y * side);
    at.x += down * ahead + inAir * 1.2 * down * (1.0 - down);
    at.z += 0.045 * inAir * down * down;
  } else {
    float down = clamp((0.8 - at.z) / 0.36, 0.0, 1.0);
    at.x -= 0.6 * down * ahead - 0.1 * down * abs(lamp.x);
  }
  return at;
}
`;

export interface VehicleMaterial {
  material: MeshLambertMaterial;
  setBlink(on: boolean): void;
  setNight(night: boolean): void;
}

export function makeVehicleMaterial(): VehicleMaterial {
  const blink = { value: 1 };
  const night = { value: 0 };
  const material = new MeshLambertMaterial({ color: new Color(1, 1, 1) });
  material.onBeforeCompile = (shader) => {
    shader.uniforms.uBlink = blink;
    shader.uniforms.uNight = night;
    shader.vertexShader = kVertexHead + shader.vertexShader.replace('#include <begin_vertex>', '#include <begin_vertex>\n  partColours();\n  transformed = strode(transformed);');
    shader.fragmentShader =
      'varying vec3 vPartColour;\nvarying vec3 vGlow;\n' +
      shader.fragmentShader
        .replace('#include <color_fragment>', '#include <color_fragment>\n  diffuseColor.rgb *= vPartColour;')
        .replace('#include <emissivemap_fragment>', '#include <emissivemap_fragment>\n  totalEmissiveRadiance += vGlow;');
  };
  return {
    material,
    setBlink: (on) => {
      blink.value = on ? 1 : 0;
    },
    setNight: (isNight) => {
      night.value = isNight ? 1 : 0;
    },
  };
}
