// The reader of frames: against bytes written by hand, against a writer that shares nothing with it, and against damage.
import assert from 'node:assert/strict';
import test from 'node:test';
import { ProtocolError } from '../../src/net/byte_reader.ts';
import { FrameChain } from '../../src/net/frame_chain.ts';
import { Snapshot } from '../../src/net/snapshot.ts';
import { ByteWriter } from '../byte_writer.ts';
import { FrameWriter, type Body } from '../frame_writer.ts';

const bufferOf = (bytes: Buffer): ArrayBuffer => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;

function head(isKey: boolean, number: number, base: number, timeS: number): ByteWriter {
  return new ByteWriter()
    .u8(2)
    .u8(isKey ? 1 : 0)
    .u8(0)
    .u8(0)
    .u32(number)
    .u32(base)
    .f64(timeS);
}

test('a key frame and a frame behind it, by hand', () => {
  const chain = new FrameChain();
  const shown = new Snapshot();
  // One object in slot 1: id 300, shape 2, at (12.34, -5) moving by (0.5, 0) a frame, heading a quarter turn, 8.1 m/s, brakes; signal group 3 shows 2.
  const key = head(true, 7, 0, 1.5)
    .varint(0)
    .varint(1)
    .varint(1)
    .u8(128 | 1 | 4 | 8 | 16)
    .varint(300)
    .varint(2)
    .zigzag(1234)
    .zigzag(-500)
    .zigzag(50)
    .zigzag(0)
    .zigzag(16384)
    .zigzag(81)
    .u8(1)
    .varint(1)
    .varint(3)
    .u8(2);
  chain.apply(bufferOf(key.done()));
  chain.writeTo(shown);
  assert.equal(shown.count, 1);
  assert.equal(shown.slots, 2);
  assert.equal(shown.timeS, 1.5);
  assert.equal(shown.id[1], 300);
  assert.equal(shown.shape[1], 2);
  assert.ok(Math.abs(shown.x[1] - 12.34) < 1e-5);
  assert.ok(Math.abs(shown.y[1] + 5) < 1e-5);
  assert.ok(Math.abs(shown.heading[1] - Math.PI / 2) < 1e-6);
  assert.ok(Math.abs(shown.speed[1] - 8.1) < 1e-6);
  assert.equal(shown.lights[1], 1);
  assert.equal(shown.signals[3], 2);
  assert.equal(shown.signals[0], 255);

  // It moves on without a record.
  chain.apply(bufferOf(head(false, 8, 7, 1.55).varint(0).varint(0).varint(0).done()));
  chain.writeTo(shown);
  assert.ok(Math.abs(shown.x[1] - 12.84) < 1e-5);

  // One centimetre more than it moved before, for good; it turns by -1 and has a role.
  chain.apply(
    bufferOf(
      head(false, 9, 8, 1.6)
        .varint(0)
        .varint(1)
        .varint(1)
        .u8(1 | 4 | 32)
        .zigzag(1)
        .zigzag(0)
        .zigzag(-1)
        .varint(4)
        .u8(3)
        .varint(0)
        .done(),
    ),
  );
  chain.apply(bufferOf(head(false, 10, 9, 1.65).varint(0).varint(0).varint(0).done()));
  chain.writeTo(shown);
  assert.ok(Math.abs(shown.x[1] - (12.84 + 0.51 + 0.51)) < 1e-5);
  assert.equal(shown.role[1], 4);
  assert.equal(shown.behaviour[1], 3);

  // It is gone, and its slot can be used again.
  chain.apply(bufferOf(head(false, 11, 10, 1.7).varint(1).varint(1).varint(0).varint(0).done()));
  chain.writeTo(shown);
  assert.equal(shown.count, 0);
  assert.equal(shown.find(300), -1);
});

test('a thousand random frames give what was written', () => {
  let seed = 42;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const chain = new FrameChain();
  const shown = new Snapshot();
  const writer = new FrameWriter();
  let bodies: Body[] = [];
  let signals = [0, 1, 2, 0];
  let nextId = 1;
  for (let number = 0; number < 1000; ++number) {
    bodies = bodies.filter(() => random(50) > 0);
    while (bodies.length < 20 || random(4) === 0) {
      bodies.push({
        id: nextId++,
        shape: random(9),
        x: random(2e6) - 1e6,
        y: random(2e6) - 1e6,
        z: random(2000),
        heading: random(65536),
        speed: random(400) - 20,
        lights: random(32),
        role: random(3),
        behaviour: random(7),
      });
    }
    for (const body of bodies) {
      if (random(3) === 0) continue;
      body.x += random(90);
      body.y -= random(40);
      if (random(4) === 0) body.heading = (body.heading + random(700)) % 65536;
      if (random(6) === 0) body.lights = random(32);
      if (random(30) === 0) body.role = random(5);
      if (random(5) === 0) body.speed += random(7) - 3;
    }
    if (random(10) === 0) signals = signals.map(() => random(5));
    chain.apply(bufferOf(writer.write(0.05 * number, bodies, signals, number === 0 || random(60) === 0)));
    chain.writeTo(shown);
    assert.equal(shown.count, bodies.length);
    for (const body of bodies) {
      const slot = shown.find(body.id);
      assert.notEqual(slot, -1);
      assert.ok(
        Math.abs(shown.x[slot] - 0.01 * body.x) < 2e-3 && Math.abs(shown.y[slot] - 0.01 * body.y) < 2e-3,
        `place of ${body.id} in frame ${number}`,
      );
      assert.ok(Math.abs(shown.z[slot] - 0.01 * body.z) < 1e-4);
      assert.ok(Math.abs(shown.heading[slot] - (body.heading * 2 * Math.PI) / 65536) < 1e-5);
      assert.ok(Math.abs(shown.speed[slot] - 0.1 * body.speed) < 1e-4);
      assert.deepEqual(
        [shown.shape[slot], shown.lights[slot], shown.role[slot], shown.behaviour[slot]],
        [body.shape, body.lights, body.role, body.behaviour],
      );
    }
    assert.deepEqual([...shown.signals.subarray(0, 4)], signals);
  }
});

test('a frame that does not follow is refused', () => {
  const chain = new FrameChain();
  chain.apply(bufferOf(head(true, 1, 0, 0).varint(0).varint(0).varint(0).done()));
  assert.throws(() => chain.apply(bufferOf(head(false, 3, 2, 0).varint(0).varint(0).varint(0).done())), ProtocolError);
});

test('damaged frames are refused, whatever the damage', () => {
  const body: Body = { id: 5, shape: 0, x: 100, y: 200, z: 0, heading: 9, speed: 3, lights: 1, role: 1, behaviour: 0 };
  const whole = new FrameWriter().write(1, [body, { ...body, id: 6 }], [1, 2], true);
  for (let length = 1; length < whole.length; ++length) {
    assert.throws(() => new FrameChain().apply(bufferOf(whole.subarray(0, length))), ProtocolError, `cut at ${length}`);
  }
  assert.throws(() => new FrameChain().apply(bufferOf(Buffer.concat([whole, Buffer.from([0])]))), ProtocolError);
  // a change of a slot that holds nothing, the removal of one, and a slot far out
  for (const tail of [
    new ByteWriter().varint(0).varint(1).varint(4).u8(16).u8(1).varint(0),
    new ByteWriter().varint(1).varint(0).varint(0).varint(0),
    new ByteWriter().varint(0).varint(1).varint(0xffffff0).u8(128).varint(1).varint(0).varint(0),
  ]) {
    assert.throws(() => new FrameChain().apply(bufferOf(head(true, 1, 0, 0).raw(tail.done()).done())), ProtocolError);
  }
});
