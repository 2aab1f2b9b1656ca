// The page with the real program: a scene that is driven by keys to its verdict, and a recording that is scrubbed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { newPage, openBrowser, rest, until } from '../page/browser.ts';
import { view } from './program.ts';

let browser: Browser;
let folder: string;
before(async () => {
  browser = await openBrowser();
  folder = mkdtempSync(join(tmpdir(), 'backlot-drive-'));
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

test('a scene is driven by keys, and gets its verdict', async () => {
  const program = await view('scenes/run_red_light.scene', '--seed', '7', '--subject', 'me', '--record', folder);
  const { page, errors } = await newPage(browser, 640, 380);
  try {
    await page.goto(program.link);
    await until(page, 'the subject', () => page.evaluate(() => (window.backlot?.frame().count ?? 0) > 0 && window.backlot.statistics().pictures > 1));
    await page.getByLabel('Speed in km/h').waitFor(); // the only page has the wheel
    const speed = async () => Number(await page.getByLabel('Speed in km/h').innerText());
    await page.keyboard.down('ArrowDown');
    await until(page, 'it to brake', async () => (await speed()) < 3);
    await page.keyboard.up('ArrowDown');
    await page.keyboard.down('ArrowUp');
    await until(page, 'the speed to rise', async () => (await speed()) > 15);
    assert.equal(await page.evaluate(() => window.backlot.camera().mode), 'driver');
    await page.getByRole('tab', { name: 'Run' }).click();
    assert.match(await page.locator('#panel-run').innerText(), /Driven by\s*you/);
    await page.getByLabel('Speed', { exact: true }).selectOption('0');
    await page.getByRole('heading', { name: /^(Pass|Fail|Evaded|Not staged)$/ }).waitFor();
    assert.deepEqual(errors, []);
  } finally {
    await page.context().close();
    await program.stop();
  }
  assert.equal(readdirSync(folder).filter((name) => name.endsWith('.mcap')).length, 1, 'the drive is recorded');
});

test('a recording is scrubbed, and the same pixels are found again', async () => {
  const made = spawnSync(process.env.BACKLOT_PROGRAM!, ['run', 'scenes/cut_in.scene', '--seed', '3', '--not-staged', 'skip', '--record', folder], {
    cwd: process.env.BACKLOT_ROOT,
    encoding: 'utf8',
  });
  assert.ok(made.status === 0 || made.status === 1, made.stderr);
  const file = readdirSync(folder).find((name) => name.includes('cut_in'))!;
  const program = await view(join(folder, file));
  const { page, errors } = await newPage(browser, 640, 380);
  try {
    await page.goto(program.link);
    await until(page, 'a frame', () => page.evaluate(() => (window.backlot?.frame().count ?? 0) > 0 && window.backlot.statistics().pictures > 1));
    if (await page.getByRole('button', { name: 'Pause' }).isVisible()) await page.keyboard.press(' ');
    const slider = page.getByRole('slider', { name: 'Time' });
    const [from, to] = await slider.evaluate((input: HTMLInputElement) => [Number(input.min), Number(input.max)]);
    const seek = async (timeS: number) => {
      await slider.fill(timeS.toFixed(2));
      await until(page, `time ${timeS}`, async () => Math.abs((await page.evaluate(() => window.backlot.frame())).timeS - timeS) < 0.11);
      await rest(page);
    };
    const look = () => page.evaluate(() => [window.backlot.pixelHash(), window.backlot.frame().timeS] as const);
    await seek(from + 0.4 * (to - from));
    await page.keyboard.press('1'); // a camera that stands still: one that follows comes to rest as it came
    await rest(page);
    const first = await look();
    await seek(from + 0.8 * (to - from));
    assert.notEqual((await look())[0], first[0]);
    await seek(from + 0.4 * (to - from));
    assert.deepEqual(await look(), first);
    await page.getByRole('tab', { name: 'Plots' }).click();
    await page.locator('.u-over').first().waitFor();
    assert.deepEqual(errors, []);
  } finally {
    await page.context().close();
    await program.stop();
  }
});
