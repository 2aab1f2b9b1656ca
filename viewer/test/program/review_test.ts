// The page with the real program: a recorded failure beside the reference drivers, the runs of a report, and scenes in a row.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { newPage, openBrowser, rest, until } from '../page/browser.ts';
import { view } from './program.ts';

interface Row {
  verdict: string;
  recording: string;
}

let browser: Browser;
let folder: string;
let failed: Row;
before(async () => {
  browser = await openBrowser();
  folder = mkdtempSync(join(tmpdir(), 'backlot-review-'));
  const made = spawnSync(
    process.env.BACKLOT_PROGRAM!,
    ['run', 'scenes/divided_attention.scene', '--driver', 'sleepy', '--seeds', '1..4', '--json', '--record', folder, '--report', join(folder, 'report')],
    { cwd: process.env.BACKLOT_ROOT, encoding: 'utf8' },
  );
  assert.ok(made.status === 0 || made.status === 1, made.stderr);
  const { runs } = JSON.parse(made.stdout) as { runs: Row[] };
  failed = runs.find(({ verdict }) => verdict === 'fail')!;
  assert.ok(failed, 'the sleepy driver fails');
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

test('a recorded failure is driven again, and a fork is scrubbed beside it', async () => {
  const program = await view(failed.recording, '--pause');
  const { page, errors } = await newPage(browser, 800, 450);
  try {
    await page.goto(program.link);
    await until(page, 'a frame', () => page.evaluate(() => (window.backlot?.frame().count ?? 0) > 0 && window.backlot.statistics().pictures > 1));
    await page.getByRole('tab', { name: 'Verdict' }).click();
    await page.keyboard.press('n');
    const found = await page.locator('#panel-verdict .finding .time').first().innerText();
    await page.getByRole('button', { name: 'Drive them again' }).click();
    await page.getByText(/^(Preventable by|Not preventable)/).waitFor();
    const forks = page.locator('.fork-list .rows li');
    assert.equal(await forks.count(), 4, 'four reference drivers');
    await forks.first().getByRole('button').click();
    await until(page, 'the fork', () => page.evaluate(() => window.backlot.stream(1) !== null));
    const [minutes, seconds] = found.split(':').map(Number);
    const timeS = 60 * minutes + seconds;
    const at = async (when: number) => {
      await page.getByRole('slider', { name: 'Time' }).fill(String(Number(when.toFixed(2))));
      await until(page, `time ${when}`, async () => Math.abs((await page.evaluate(() => window.backlot.frame())).timeS - when) < 0.11);
      await until(page, 'the fork there', () => page.evaluate(() => Math.abs(window.backlot.stream(1)!.timeS - window.backlot.stream(0)!.timeS) < 0.06));
      await rest(page);
      const [run, fork] = await page.evaluate(() => [window.backlot.stream(0)!.subject!, window.backlot.stream(1)!.subject!]);
      return Math.hypot(run[0] - fork[0], run[1] - fork[1]);
    };
    assert.ok((await at(timeS - 15)) < 0.02, 'before the danger both are the same run');
    assert.ok((await at(timeS)) > 0.1, 'at the failure the reference driver is elsewhere');
    assert.deepEqual(errors, []);
  } finally {
    await page.context().close();
    await program.stop();
  }
});

test('the runs of a report are listed and opened', async () => {
  const program = await view(join(folder, 'report'));
  const { page, errors } = await newPage(browser, 800, 450);
  try {
    await page.goto(program.link);
    await page.locator('.run-row').first().waitFor();
    assert.equal(await page.locator('.run-row').count(), 4);
    await page.locator('.run-row').first().click();
    await until(page, 'a frame', () => page.evaluate(() => (window.backlot?.frame().count ?? 0) > 0));
    await page.getByRole('tab', { name: 'Run' }).click();
    await page.getByRole('button', { name: 'All runs' }).click();
    await page.locator('.run-row').first().waitFor();
    assert.deepEqual(errors, []);
  } finally {
    await page.context().close();
    await program.stop();
  }
});

test('what a driver sees is shown, and a model subject is taken the wheel from', async () => {
  const program = await view('scenes/cut_in.scene', '--seed', '3', '--driver', 'reference', '--sensing', 'front: range 80 m, field 60 deg, noise 0.3 m', '--pause');
  const { page, errors } = await newPage(browser, 800, 450);
  try {
    await page.goto(program.link);
    await until(page, 'a frame', () => page.evaluate(() => (window.backlot?.frame().count ?? 0) > 0));
    await page.keyboard.press('v');
    await page.keyboard.press('.');
    await page.locator('#panel-sensors').getByText('front').waitFor();
    await page.getByRole('tab', { name: 'Run' }).click();
    await page.getByLabel('Subject').selectOption('brisk');
    await page.locator('.set-up').getByRole('button', { name: 'Restart' }).click();
    await until(page, 'the model subject', async () => /Driven by\s*brisk/.test(await page.locator('#panel-run').innerText()));
    await page.keyboard.press('d');
    await until(page, 'the human', async () => /Driven by\s*you/.test(await page.locator('#panel-run').innerText()));
    await page.getByLabel('Speed in km/h').waitFor();
    assert.deepEqual(errors, []);
  } finally {
    await page.context().close();
    await program.stop();
  }
});
