// How a person's legs stand at a moment. It follows from the time and from what the frame says of the person, so that a moment looks the same each time.

const kPacePerS = 0.95; // double steps; people of a usual speed take 1.7 to 2.1 steps a second
const kPaceSpread = 0.08;
const kLongestM = 0.55; // from the middle to a foot

export interface Stride {
  ahead: number; // of the left foot before the hip, as a share of the body's length; the right foot is as far behind it
  swing: number; // below zero while the left foot is in the air, above while the right one is
  luck: number; // of this person, from 0 to 1: its colours
}

// The same number for the same person in every run.
function luckOf(id: number): number {
  return (Math.imul(id ^ (id >>> 15), 0x2c1b3c6d) >>> 0) / 4294967296;
}

// The pace is that of the person and the length of its steps follows from the speed: so feet on the ground stay where they are.
export function strideAt(id: number, timeS: number, speedMps: number, lengthM: number, out: Stride): Stride {
  const luck = luckOf(id);
  const pace = kPacePerS * (1 + kPaceSpread * (2 * luck - 1));
  const phase = 2 * Math.PI * (((pace * timeS + luck) % 1) + 1);
  const far = Math.min(kLongestM, Math.abs(speedMps) / (4 * pace)) / lengthM;
  out.ahead = far * Math.cos(phase);
  out.swing = far * Math.sin(phase);
  out.luck = luck;
  return out;
}
