// What is drawn is what the frame says: corners of bodies to half a pixel, signals and draw calls, a thousand vehicles and a hundred thousand.
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
    assert.deepEqual(heads, [main, main, side, side]);
    assert.deepEqual(errors, []);
    program.stop();
    await page.close();
  });
}

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
