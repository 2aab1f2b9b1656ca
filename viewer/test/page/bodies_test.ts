// What is drawn is what the frame says: corners of bodies to half a pixel, lamps, roles, signals and draw calls, a thousand vehicles and a hundred
// thousand; people walk.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { newPage, openBrowser, rest, until } from './browser.ts';
import { bundle } from './bundle.ts';
import { kShapes, MockProgram } from './mock_program.ts';
import { project, type OrbitCamera } from './pinhole.ts';

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

const kOrbits = [
  { mode: 'top', fovDeg: 24, at: '5_3_0_300_1.5708_1.5708' },
  { mode: 'free', fovDeg: 42, at: '-12.5_4_0_140_0.9_0.55' },
];

for (const { mode, fovDeg, at } of kOrbits) {
  test(`corners of 1,000 bodies, ${mode} camera`, async () => {
    const program = new MockProgram({ mode: 'traffic', vehicles: 1000 });
    const { page, errors } = await newPage(browser, 600, 340);
    await program.attach(page, await bundle());
    await page.goto(`http://localhost/?token=x#camera=${mode}&at=${at}`);
    await until(page, 'a frame', () => page.evaluate(() => window.backlot?.frame().count === 1000));
    await page.keyboard.press(' ');
    await until(page, 'the pause', () => Promise.resolve(program.isPaused));
    await rest(page);
    const [drawn, { width, height }, { timeS }, heads] = await page.evaluate(
      () => [window.backlot.bodies(), window.backlot.camera(), window.backlot.frame(), window.backlot.signals()] as const,
    );
    const [x, y, z, distance, azimuth, pitch] = at.split('_').map(Number);
    const camera: OrbitCamera = { x, y, z, distance, azimuth, pitch, fovDeg, width, height };
    const expected = new Map(program.bodies(timeS).map((body) => [body.id, body]));
    assert.equal(drawn.length, 1000);
    let worst = 0;
    let inside = 0;
    for (const { id, corners } of drawn) {
      const body = expected.get(id)!;
      const shape = kShapes[body.shape];
      const heading = (body.heading * 2 * Math.PI) / 65536;
      const [c, s] = [Math.cos(heading), Math.sin(heading)];
      corners.forEach((corner, i) => {
        const along = (i % 4 === 1 || i % 4 === 2 ? 0.5 : -0.5) * shape.length_m;
        const across = (i % 4 >= 2 ? 0.5 : -0.5) * shape.width_m;
        const want = project(camera, 0.01 * body.x + c * along - s * across, 0.01 * body.y + s * along + c * across, i < 4 ? 0 : shape.height_m);
        if (want[0] < 0 || want[0] > width || want[1] < 0 || want[1] > height) return;
        ++inside;
        worst = Math.max(worst, Math.hypot(corner[0] - want[0], corner[1] - want[1]));
      });
    }
    assert.ok(inside > 1000, `${inside} corners are in the picture`);
    assert.ok(worst <= 0.5, `the worst corner is ${worst} pixels off`);
    const [main, side] = program.signals().map((aspect) => ['dark', 'red', 'yellow', 'green'][aspect]);
    assert.deepEqual(heads, [main, main, side, side, main, side], 'heads for vehicles, then those for walkers');
    assert.deepEqual(errors, []);
    program.stop();
    await page.close();
  });
}

test('brake lights, indicators and the paint of a role are those of the frame', async () => {
  const program = new MockProgram({ mode: 'scene', vehicles: 1000 });
  const { page, errors } = await newPage(browser, 600, 340);
  await program.attach(page, await bundle());
  await page.goto('http://localhost/?token=x#camera=top&at=0_0_0_300_1.5708_1.5708');
  await until(page, 'a frame', () => page.evaluate(() => window.backlot?.frame().count === 1001));
  await page.keyboard.press(' ');
  await until(page, 'the pause', () => Promise.resolve(program.isPaused));
  await rest(page);
  const [drawn, { timeS }] = await page.evaluate(() => [window.backlot.bodies(), window.backlot.frame()] as const);
  const expected = new Map(program.bodies(timeS).map((body) => [body.id, body]));
  const seen = { 0: 0, 1: 0, 2: 0 } as Record<number, number>;
  for (const { id, lamps, paint } of drawn) {
    const { lights, role } = expected.get(id)!;
    assert.deepEqual(lamps, [lights & 1 ? 1 : 0, lights & 2 ? 1 : 0, lights & 4 ? 1 : 0], `lamps of ${id}`);
    if (role === 1) assert.equal(paint, '#ff5a1a', 'the subject is orange');
    else assert.equal(paint === '#0d8f84', role === 2, `${id} has the paint of its role`);
    ++seen[lights & 3];
  }
  assert.ok(seen[0] > 100 && seen[1] > 100 && seen[2] > 100, 'dark ones, brakes and indicators');
  assert.deepEqual(errors, []);
  program.stop();
  await page.close();
});

test('people walk: legs swing with the speed, and not at a halt', async () => {
  const program = new MockProgram({ mode: 'recording', vehicles: 4, people: 40 });
  const { page, errors } = await newPage(browser, 600, 340);
  await program.attach(page, await bundle());
  // Person 20,001 comes by here; every fifth one stands.
  await page.goto('http://localhost/?token=x#camera=free&at=28_8_0.9_12_1.5708_0.2');
  await until(page, 'a frame', () => page.evaluate(() => window.backlot?.frame().count === 45));
  const at = async (timeS: number) => {
    await page.getByRole('slider', { name: 'Time' }).fill(String(timeS));
    await until(page, `time ${timeS}`, async () => Math.abs((await page.evaluate(() => window.backlot.frame())).timeS - timeS) < 0.03);
    await rest(page);
    return page.evaluate(() => [window.backlot.pixelHash(), window.backlot.bodies().filter(({ kind }) => kind === 'pedestrian')] as const);
  };
  const [firstHash, first] = await at(5);
  const [laterHash, later] = await at(5.25);
  assert.ok(first.length >= 30, `${first.length} people are drawn as people`);
  assert.notEqual(firstHash, laterHash);
  for (const [k, { id, lamps }] of first.entries()) {
    const stands = (id - 20_000) % 5 === 0;
    assert.equal(Math.hypot(lamps[0], lamps[1]) < 1e-6, stands, `person ${id}`);
    assert.equal(lamps[0] === later[k].lamps[0], stands, `the legs of ${id} after a quarter of a second`);
  }
  assert.equal((await at(5))[0], firstHash, 'a moment looks the same each time');
  assert.deepEqual(errors, []);
  program.stop();
  await page.close();
});

test('100,000 vehicles open and pan, with few draw calls', async () => {
  const program = new MockProgram({ mode: 'traffic', vehicles: 100_000, spreadM: 6000 });
  program.pause();
  const { page, errors } = await newPage(browser, 460, 260);
  await program.attach(page, await bundle());
  await page.goto('http://localhost/?token=x#camera=top&at=0_0_0_9000_1.5708_1.5708');
  await until(page, 'all vehicles', () => page.evaluate(() => window.backlot?.frame().count === 100_000 && window.backlot.statistics().pictures > 0));
  await rest(page);
  await page.keyboard.press('p'); // more of the picture
  await rest(page);
  const before = await page.evaluate(() => window.backlot.camera().position);
  await page.mouse.move(300, 180);
  await page.mouse.down();
  await page.mouse.move(240, 150, { steps: 2 });
  await page.mouse.up();
  await until(page, 'the camera moved', async () => (await page.evaluate(() => window.backlot.camera().position))[0] !== before[0]);
  const { calls } = await page.evaluate(() => window.backlot.statistics());
  assert.ok(calls < 200, `${calls} draw calls`);
  assert.deepEqual(errors, []);
  program.stop();
  await page.close();
});
