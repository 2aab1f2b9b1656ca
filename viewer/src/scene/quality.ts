// How much the picture may cost: a graphics card draws shadows and smooth edges, software draws neither. `quality=high` or `quality=low` behind the
// # of the link overrules what was found.

export interface Quality {
  antialias: boolean;
  shadows: boolean;
  pixelRatio: number;
}

// Null where the browser has no WebGL 2.
export function findQuality(hash: string): Quality | null {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) return null;
  const names = gl.getExtension('WEBGL_debug_renderer_info');
  const renderer = names ? String(gl.getParameter(names.UNMASKED_RENDERER_WEBGL)) : '';
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  const wanted = new URLSearchParams(hash.replace(/^#/, '')).get('quality');
  const isHigh = wanted === 'high' || (wanted !== 'low' && !/swiftshader|llvmpipe|software|basic render/i.test(renderer));
  return { antialias: isHigh, shadows: isHigh, pixelRatio: isHigh ? Math.min(2, devicePixelRatio) : 1 };
}
