// The material of all vehicles: one program, coloured by part and by instance. Per instance come a paint (attribute `tint`) and the lamps that
// are on (attribute `lamp`: brake, left, right, highlight).
import { Color, MeshLambertMaterial } from 'three';

const kVertexHead = /* glsl */ `
attribute float part;
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
  else { vPartColour = vec3(0.8, 0.82, 0.85); vGlow = vec3(0.95, 0.92, 0.8) * uNight * 0.7; }
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
    shader.vertexShader = kVertexHead + shader.vertexShader.replace('#include <begin_vertex>', '#include <begin_vertex>\n  partColours();');
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
