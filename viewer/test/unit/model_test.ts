// What is pure in the page: blending of frames, links to moments, formats, meshes, the height of the ground, pedals.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Pedals } from '../../src/drive/pedals.ts';
import { Motion, turnBetween } from '../../src/model/motion.ts';
import { ProtocolError } from '../../src/net/byte_reader.ts';
import { readMesh } from '../../src/net/mesh_message.ts';
import { Ground } from '../../src/scene/ground.ts';
import { clock, fixed } from '../../src/ui/format.ts';
import { readMoment, writeMoment } from '../../src/ui/moment.ts';
import { ByteWriter } from '../byte_writer.ts';
import { FrameWriter, type Body } from '../frame_writer.ts';

const bufferOf = (bytes: Buffer): ArrayBuffer => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
const body = (id: number, x: number, heading = 0): Body => ({ id, shape: 0, x, y: 0, z: 0, heading, speed: 100, lights: 0, role: 0, behaviour: 0 });

test('objects move from frame to frame, over north as well', () => {
  const motion = new Motion();
  const writer = new FrameWriter();
  motion.push(bufferOf(writer.write(0, [body(1, 0, 65000)], [], true)), 1000);
  motion.advance(1000);
  motion.push(bufferOf(writer.write(0.05, [body(1, 50, 536)], [], false)), 1050);
  motion.advance(1075);
  assert.ok(Math.abs(motion.shown.x[0] - 0.25) < 1e-6);
  assert.ok(Math.abs(turnBetween(motion.shown.heading[0], 0)) < 1e-3, 'half way from just right of north to just left of it');
  assert.ok(Math.abs(motion.shown.timeS - 0.025) < 1e-9);
  motion.advance(1200);
  assert.ok(Math.abs(motion.shown.x[0] - 0.5) < 1e-6);
  assert.equal(motion.advance(1300), false, 'nothing changes any more');
});

test('a key frame with other slots goes on smoothly, a jump in time does not', () => {
  const motion = new Motion();
  motion.push(bufferOf(new FrameWriter().write(10, [body(1, 0), body(2, 1000)], [], true)), 0);
  motion.push(bufferOf(new FrameWriter().write(10.05, [body(2, 1100), body(1, 50)], [], true)), 50);
  motion.advance(75);
  assert.ok(Math.abs(motion.shown.x[motion.shown.find(2)] - 10.5) < 1e-4);
  motion.push(bufferOf(new FrameWriter().write(2, [body(1, 9000)], [], true)), 100);
  motion.advance(101);
  assert.equal(motion.shown.x[motion.shown.find(1)], 90);
});

test('a moment survives its link', () => {
  const moment = { timeS: 12.35, mode: 'free' as const, orbit: { x: -3.25, y: 100.5, z: 0, distance: 80, azimuth: 1.5, pitch: 0.7 }, selected: 17 };
  assert.deepEqual(readMoment(writeMoment(moment)), moment);
  assert.deepEqual(readMoment('#t=x&camera=moon&at=1_2&actor='), { timeS: null, mode: null, orbit: null, selected: -1 });
});

test('numbers as people read them', () => {
  assert.equal(clock(75.34), '1:15.3');
  assert.equal(clock(59.97), '1:00.0');
  assert.equal(clock(5, 0), '0:05');
  assert.equal(fixed(-0.001, 2), '0.00');
  assert.equal(fixed(-1.5, 1), '\u22121.5');
  assert.equal(fixed(null, 1), '\u2013');
});

test('meshes are read, and indices out of range refused', () => {
  const mesh = (index: number) =>
    bufferOf(
      new ByteWriter()
        .u8(1)
        .u8(1)
        .u16(1)
        .u16(2)
        .u16(0)
        .u32(3)
        .u32(3)
        .f32(0)
        .f32(0)
        .f32(1)
        .f32(4)
        .f32(0)
        .f32(1)
        .f32(0)
        .f32(4)
        .f32(3)
        .u32(0)
        .u32(1)
        .u32(index)
        .done(),
    );
  const { parts, isLast } = readMesh(mesh(2));
  assert.equal(isLast, true);
  assert.equal(parts[0].material, 2);
  assert.deepEqual([...parts[0].positions.subarray(6)], [0, 4, 3]);
  assert.throws(() => readMesh(mesh(3)), ProtocolError);
});

test('the ground knows its height, on the right level', () => {
  const ground = new Ground();
  const indices = new Uint32Array([0, 1, 2, 0, 2, 3]);
  ground.add(new Float32Array([0, 0, 0, 100, 0, 10, 100, 40, 10, 0, 40, 0]), indices); // rises by 10 in 100
  ground.add(new Float32Array([0, 0, 8, 100, 0, 8, 100, 40, 8, 0, 40, 8]), indices); // a bridge over it
  assert.ok(Math.abs(ground.heightAt(30, 20, 3)! - 3) < 1e-5);
  assert.ok(Math.abs(ground.heightAt(30, 20, 8)! - 8) < 1e-5);
  assert.equal(ground.heightAt(30, 50, 3), null);
  assert.equal(ground.heightAt(30, 20, 20), null);
});

test('keys become pedals: throttle at once, steering at a rate and less at speed', () => {
  const pedals = new Pedals();
  assert.equal(pedals.press('ArrowUp', true, false), true);
  assert.equal(pedals.press('KeyX', true, false), false);
  pedals.press('KeyA', true, false);
  for (let i = 0; i < 100; ++i) pedals.update(0.02, 0, null);
  assert.deepEqual({ throttle: pedals.controls.throttle, steer: pedals.controls.steer }, { throttle: 1, steer: 1 });
  for (let i = 0; i < 200; ++i) pedals.update(0.02, 25, null);
  assert.ok(pedals.controls.steer > 0.1 && pedals.controls.steer < 0.3);
  pedals.press('KeyA', false, false);
  for (let i = 0; i < 100; ++i) pedals.update(0.02, 25, null);
  assert.equal(pedals.controls.steer, 0);
  pedals.press('KeyQ', true, false);
  assert.equal(pedals.controls.indicator, -1);
  pedals.press('KeyQ', true, true);
  assert.equal(pedals.controls.indicator, -1, 'a held key does not switch it off');
  pedals.press('KeyQ', true, false);
  assert.equal(pedals.controls.indicator, 0);
});

test('the pedals of a wheel rest at one end of their axes, or in the middle until they are touched', () => {
  const wheel = (steer: number, throttle: number, brake: number) =>
    ({ mapping: '', axes: [steer, 0, throttle, brake], buttons: Array.from({ length: 6 }, () => ({ value: 0, pressed: false })) }) as unknown as Gamepad;
  const pedals = new Pedals();
  const take = (pad: Gamepad) => {
    const { steer, throttle, brake } = pedals.update(0.02, 10, pad);
    return [steer, throttle, brake];
  };
  assert.deepEqual(take(wheel(0, 0, 0)), [0, 0, 0], 'axes that were not touched yet');
  assert.deepEqual(take(wheel(0, 1, 1)), [0, 0, 0], 'pedals at rest');
  assert.deepEqual(take(wheel(1, -1, 1)), [-1, 1, 0], 'a wheel to the right, the throttle to the floor');
  assert.deepEqual(take(wheel(0, 1, -0.5)), [0, 0, 0.75]);
});

test('a gamepad is taken as it is, and keys work beside one that is not touched', () => {
  const pad = (steer: number, throttle: number, brake: number, pressed: number[] = []) =>
    ({
      mapping: 'standard',
      axes: [steer, 0, 0, 0],
      buttons: Array.from({ length: 12 }, (_, i) => ({ value: i === 7 ? throttle : i === 6 ? brake : 0, pressed: pressed.includes(i) })),
    }) as unknown as Gamepad;
  const pedals = new Pedals();
  const controls = { ...pedals.update(0.02, 10, pad(-1, 0.4, 0)) };
  assert.deepEqual([controls.steer, controls.throttle, controls.brake], [1, 0.4, 0], 'a stick to the left steers to the left');
  pedals.update(0.02, 10, pad(0.05, 0, 0.7, [4]));
  assert.deepEqual(
    [pedals.controls.steer, pedals.controls.brake, pedals.controls.indicator],
    [0, 0.7, -1],
    'within the dead zone; the left button indicates',
  );
  pedals.update(0.02, 10, pad(0, 0, 0, [4]));
  assert.equal(pedals.controls.indicator, -1, 'a held button counts once');
  pedals.press('ArrowUp', true, false);
  for (let i = 0; i < 40; ++i) pedals.update(0.02, 10, pad(0, 0, 0));
  assert.equal(pedals.controls.throttle, 1);
});
