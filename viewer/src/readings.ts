// What the page shows, as numbers: for tests and for scripts in the console. Nothing here changes the picture.
import { Color, Matrix4, Vector3 } from 'three';
import type { Picture } from './scene/picture.ts';

export interface DrawnBody {
  id: number;
  kind: string;
  corners: [number, number][]; // of the box in pixels: four at the foot, four at the roof
  paint: string; // #rrggbb
  lamps: number[]; // 1 where it is on: brake, left and right indicator. Of a person: its stride
}

export interface Readings {
  bodies(): DrawnBody[];
  camera(): { mode: string; position: number[]; matrix: number[]; projection: number[]; width: number; height: number };
  frame(): { timeS: number; number: number; count: number };
  stream(number: number): { timeS: number; subject: [number, number] | null } | null; // of the run (0) or a fork; null before its first frame
  isAtRest(): boolean; // the newest frame is drawn, and nothing moves
  signals(): string[];
  statistics(): { pictures: number; calls: number; triangles: number; frameMs: number };
  pixelHash(): number; // of the picture as it is drawn now, without what lies over it
  pixelOf(x: number, y: number, z: number): [number, number];
}

declare global {
  interface Window {
    backlot: Readings;
  }
}

const kCorners = [
  [-0.5, -0.5, 0],
  [0.5, -0.5, 0],
  [0.5, 0.5, 0],
  [-0.5, 0.5, 0],
  [-0.5, -0.5, 1],
  [0.5, -0.5, 1],
  [0.5, 0.5, 1],
  [-0.5, 0.5, 1],
];

export function exposeReadings(picture: Picture): void {
  const at = new Vector3();
  const matrix = new Matrix4();
  const colour = new Color();
  const pixel = (): [number, number] => {
    at.project(picture.rig.camera);
    return [(0.5 + 0.5 * at.x) * picture.widthPx, (0.5 - 0.5 * at.y) * picture.heightPx];
  };
  window.backlot = {
    bodies: () =>
      [...picture.vehicles.drawn()].map(({ id, kind, matrix: numbers, paint, lamps }) => {
        matrix.fromArray(numbers);
        return {
          id,
          kind,
          paint: `#${colour.fromArray(paint).getHexString()}`,
          lamps: [...lamps.subarray(0, 3)],
          corners: kCorners.map(([x, y, z]) => {
            at.set(x, y, z).applyMatrix4(matrix);
            return pixel();
          }),
        };
      }),
    camera: () => {
      const { camera, mode } = picture.rig;
      return {
        mode,
        position: camera.position.toArray(),
        matrix: camera.matrixWorldInverse.toArray(),
        projection: camera.projectionMatrix.toArray(),
        width: picture.widthPx,
        height: picture.heightPx,
      };
    },
    frame: () => ({ timeS: picture.run.newestTimeS, number: picture.run.newestFrame.number, count: picture.run.newestFrame.count }),
    stream: (number) => {
      const frame = picture.newestOf(number);
      const slot = frame?.find(picture.subject) ?? -1;
      return frame && { timeS: frame.timeS, subject: slot < 0 ? null : [frame.x[slot], frame.y[slot]] };
    },
    isAtRest: () => picture.isAtRest,
    signals: () => [...picture.signals.shownAspects()],
    statistics: () => ({ pictures: picture.pictures, ...picture.stage.statistics }),
    pixelHash: () => picture.pixels().reduce((hash, byte) => Math.imul(hash ^ byte, 16777619) >>> 0, 2166136261),
    pixelOf: (x, y, z) => {
      at.set(x, y, z);
      return pixel();
    },
  };
}
