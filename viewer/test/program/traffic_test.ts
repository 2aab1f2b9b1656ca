// The page with the real program: live traffic in a shipped town.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { newPage, openBrowser, rest, until } from '../page/browser.ts';
import { view } from './program.ts';

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

test('a town with traffic: it moves, an actor is read, it restarts with another seed', async () => {
  const program = await view('scenes/biketown.way', '--vehicles', '30', '--seed', '5');
  const { page, errors } = await newPage(browser, 800, 450);
  try {
    await page.goto(program.link);
    await until(page, 'vehicles', () => page.evaluate(() => (window.backlot?.frame().count ?? 0) > 10));
    const { timeS } = await page.evaluate(() => window.backlot.frame());
    await until(page, 'time to pass', async () => (await page.evaluate(() => window.backlot.frame())).timeS > timeS + 0.5);
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await rest(page);

    const box = (await page.locator('.canvas').boundingBox())!;
    const body = await page.evaluate(
      ([w, h]) => window.backlot.bodies().find(({ corners }) => corners.every(([x, y]) => x > 40 && x < w - 40 && y > 120 && y < h - 60))!,
      [box.width, box.height],
    );
    assert.ok(body, 'a vehicle is in the middle of the picture');
    const middle = [0, 1].map((axis) => body.corners.reduce((sum, corner) => sum + corner[axis], 0) / 8);
    await page.mouse.click(box.x + middle[0], box.y + middle[1]);
    await page.locator('#panel-actor .actor-name').waitFor();
    await until(page, 'its panel', async () => /km\/h/.test(await page.locator('#panel-actor').innerText()));

    await page.getByRole('tab', { name: 'Run' }).click();
    await page.getByLabel('Seed').fill('8');
    await page.locator('.set-up').getByRole('button', { name: 'Restart' }).click();
    await until(page, 'seed 8', async () => /Seed\s*8/.test(await page.locator('#panel-run .facts').first().innerText()));
    await until(page, 'vehicles of the new run', () => page.evaluate(() => window.backlot.frame().count > 10));
    assert.deepEqual(errors, []);
  } finally {
    await page.context().close();
    await program.stop();
  }
});
