// Faces of traffic signs, drawn once into a small texture each.
import { CanvasTexture, SRGBColorSpace } from 'three';

export const kSignSizeM = 0.75;
const kSize = 128;

export function signTexture(kind: string, text: string): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = kSize;
  const pen = canvas.getContext('2d')!;
  pen.translate(kSize / 2, kSize / 2);
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  switch (kind) {
    case 'stop':
      drawStop(pen);
      break;
    case 'yield':
      drawYield(pen);
      break;
    case 'priority':
      drawPriority(pen);
      break;
    case 'speed':
      drawSpeed(pen, text);
      break;
    default:
      drawOther(pen, text);
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  return texture;
}

function polygon(pen: CanvasRenderingContext2D, sides: number, radius: number, turn: number): void {
  pen.beginPath();
  for (let i = 0; i < sides; ++i) {
    const angle = turn + (2 * Math.PI * i) / sides;
    pen.lineTo(radius * Math.cos(angle), radius * Math.sin(angle));
  }
  pen.closePath();
}

function drawStop(pen: CanvasRenderingContext2D): void {
  polygon(pen, 8, 63, Math.PI / 8);
  pen.fillStyle = '#f6f6f4';
  pen.fill();
  polygon(pen, 8, 58, Math.PI / 8);
  pen.fillStyle = '#c1272d';
  pen.fill();
  pen.fillStyle = '#ffffff';
  pen.font = 'bold 36px sans-serif';
  pen.fillText('STOP', 0, 2);
}

function drawYield(pen: CanvasRenderingContext2D): void {
  polygon(pen, 3, 63, Math.PI / 2);
  pen.fillStyle = '#c1272d';
  pen.fill();
  polygon(pen, 3, 38, Math.PI / 2);
  pen.fillStyle = '#f6f6f4';
  pen.fill();
}

function drawPriority(pen: CanvasRenderingContext2D): void {
  polygon(pen, 4, 62, 0);
  pen.fillStyle = '#f6f6f4';
  pen.fill();
  polygon(pen, 4, 44, 0);
  pen.fillStyle = '#f2b61b';
  pen.fill();
}

function drawSpeed(pen: CanvasRenderingContext2D, text: string): void {
  pen.beginPath();
  pen.arc(0, 0, 62, 0, 2 * Math.PI);
  pen.fillStyle = '#c1272d';
  pen.fill();
  pen.beginPath();
  pen.arc(0, 0, 47, 0, 2 * Math.PI);
  pen.fillStyle = '#fbfbf9';
  pen.fill();
  pen.fillStyle = '#15181b';
  pen.font = `bold ${text.length > 2 ? 42 : 56}px sans-serif`;
  pen.fillText(text, 0, 4);
}

function drawOther(pen: CanvasRenderingContext2D, text: string): void {
  pen.fillStyle = '#2b5fa8';
  pen.beginPath();
  pen.roundRect(-60, -60, 120, 120, 14);
  pen.fill();
  pen.fillStyle = '#ffffff';
  pen.font = 'bold 30px sans-serif';
  pen.fillText(text.slice(0, 6), 0, 2);
}
