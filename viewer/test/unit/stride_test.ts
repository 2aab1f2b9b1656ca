// How people walk: their steps fit their speed, and a moment looks the same each time.
import assert from 'node:assert/strict';
import test from 'node:test';
import { strideAt } from '../../src/scene/stride.ts';

const kLengthM = 0.26;
const stride = (id: number, timeS: number, speedMps: number) => strideAt(id, timeS, speedMps, kLengthM, { ahead: 0, swing: 0, luck: 0 });

test('a foot on the ground stays there from its touch to its lift', () => {
  for (const id of [3, 20_007, 4_000_000_000]) {
    for (const speed of [0.6, 1.4, 1.9]) {
      // where the left foot touches the ground and where it leaves it: its furthest and its hindmost place
      const samples = Array.from({ length: 4000 }, (_, i) => ({ timeS: i * 0.001, ahead: stride(id, i * 0.001, speed).ahead * kLengthM }));
      const turns = samples.filter(({ ahead }, i) => i > 0 && i < samples.length - 1 && (ahead - samples[i - 1].ahead) * (samples[i + 1].ahead - ahead) < 0);
      const touches = turns.filter(({ ahead }) => ahead > 0);
      assert.ok(touches.length >= 2, `${touches.length} steps of the left foot`);
      for (const touch of touches) {
        const lift = turns.find(({ timeS }) => timeS > touch.timeS);
        if (!lift) continue;
        const slid = speed * (lift.timeS - touch.timeS) + lift.ahead - touch.ahead;
        assert.ok(Math.abs(slid) < 0.01, `person ${id} at ${speed} m/s slides ${slid} m`);
      }
    }
  }
});

test('the foot in the air moves forward', () => {
  for (let timeS = 0; timeS < 3; timeS += 0.01) {
    const { swing } = stride(5, timeS, 1.4);
    const forward = stride(5, timeS + 1e-4, 1.4).ahead - stride(5, timeS - 1e-4, 1.4).ahead;
    if (Math.abs(swing) > 0.1) assert.equal(forward > 0, swing < 0, `at ${timeS} s`);
  }
});

test('one who stands stands still, one moment has one look, and people differ', () => {
  assert.equal(Math.abs(stride(5, 12.3, 0).ahead), 0);
  assert.deepEqual(stride(5, 12.35, 1.4), stride(5, 12.35, 1.4));
  const lots = new Set(Array.from({ length: 50 }, (_, id) => Math.floor(10 * stride(id + 1, 0, 1).luck)));
  assert.ok(lots.size >= 8, `${lots.size} of 10 kinds of luck among 50 people`);
});
