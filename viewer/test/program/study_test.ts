// A study with the real program: two trials, the pages of operator and participant, a crash in between, and the tables.
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { newPage, openBrowser, until } from '../page/browser.ts';
import { view } from './program.ts';

const kAxe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser: Browser;
let folder: string;
before(async () => {
  browser = await openBrowser();
  folder = mkdtempSync(join(tmpdir(), 'backlot-study-'));
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

function writeStudy(): string {
  const scene = (name: string) => join(process.env.BACKLOT_ROOT!, 'scenes', name);
  const file = join(folder, 'two.study');
  writeFileSync(
    file,
    `study two
title "Two drives"
participants anna, ben
rate 20 per second
marker g "looks away"
condition leader { scene "${scene('lead_brakes.scene')}"; seed 3; instruction "Follow the car ahead." }
condition again { scene "${scene('lead_brakes.scene')}"; seed 4; subject brisk }
instruction "Welcome."
block main { order latin square }
`,
  );
  return file;
}

// Rows of a table as records; no cell of these has a comma.
function rows(file: string): Record<string, string>[] {
  const [head, ...lines] = readFileSync(join(folder, 'data', file), 'utf8').trim().split('\n');
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.match(/("([^"]|"")*"|[^,]*)(,|$)/g)!.map((cell, k) => [names[k], cell.replace(/,$/, '')])));
}

async function checkAxe(page: Page): Promise<void> {
  const found = await page.evaluate(`(() => { ${kAxe}; return axe.run(); })()`);
  const serious = (found as { violations: { id: string; impact: string }[] }).violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  assert.deepEqual(serious, []);
}

test('a study of two trials: instruction, drive by keys, marker, note, datagrams, tables', async () => {
  const study = writeStudy();
  const program = await view(study, '--results', join(folder, 'data'), '--countdown', '0.5', '--events-in', '0', '--speed', '0');
  const operator = await newPage(browser, 1280, 720);
  const guest = await newPage(browser, 800, 450);
  try {
    await operator.page.goto(program.link);
    await operator.page.getByRole('button', { name: 'Go on' }).waitFor();
    const link = await operator.page.getByRole('link', { name: /participant/ }).getAttribute('href');
    await guest.page.goto(new URL(link!, program.link).href);
    await guest.page.getByText('Welcome.').waitFor();
    assert.equal(await guest.page.locator('.top-bar, .side-panel, .time-line').count(), 0, 'nothing of the operator');
    await checkAxe(guest.page);
    await checkAxe(operator.page);

    await guest.page.keyboard.press('Enter');
    await guest.page.getByText('Follow the car ahead.').waitFor();
    await guest.page.getByRole('button', { name: 'I am ready' }).click();
    await operator.page.getByText('the participant is ready').waitFor();
    await operator.page.getByRole('button', { name: 'Start trial' }).click();
    await operator.page.getByText('the trial runs').waitFor();
    await guest.page.getByLabel('Speed in km/h').waitFor();
    await guest.page.keyboard.down('ArrowDown');
    await until(guest.page, 'it to brake', async () => Number(await guest.page.getByLabel('Speed in km/h').innerText()) < 5);
    await guest.page.keyboard.up('ArrowDown');

    await operator.page.keyboard.press('g');
    await operator.page.getByText('marker g looks away').waitFor();
    await operator.page.getByLabel('Note').fill('brakes at once');
    await operator.page.keyboard.press('Enter');
    const port = Number(/port (\d+)/.exec(await operator.page.locator('#panel-study').innerText())![1]);
    const socket = createSocket('udp4');
    for (const text of ['nonsense', '{"name":"eye","value":2,"stamp":1}']) await new Promise((done) => socket.send(text, port, '127.0.0.1', done));
    socket.close();
    await operator.page.getByText(/1 received/).waitFor();
    await operator.page.getByText(/^1: it is no JSON/).waitFor();
    await operator.page.getByRole('button', { name: 'Abort' }).click();
    await operator.page.getByRole('button', { name: 'Start trial again' }).waitFor();
    await operator.page.getByRole('button', { name: 'Skip trial' }).click();

    // the second one is driven by a model subject, to its end
    await until(operator.page, 'the second trial', async () => /Trial 2/.test(await operator.page.locator('#panel-study .phase').innerText()));
    await operator.page.getByRole('button', { name: 'Start trial' }).click();
    await operator.page.getByText('The session is complete').waitFor();
    await guest.page.getByText('All drives are done').waitFor();
    assert.deepEqual([...operator.errors, ...guest.errors], []);
  } finally {
    await operator.page.context().close();
    await guest.page.context().close();
    await program.stop();
  }

  const trials = rows('trials.csv');
  assert.deepEqual(
    trials.map(({ participant, condition, trial, complete }) => [participant, condition, trial, complete]),
    [
      ['anna', 'leader', '1', '0'],
      ['anna', 'leader', '1', '1'],
      ['anna', 'again', '2', '1'],
    ],
  );
  assert.equal(trials[0].outcome, 'aborted');
  assert.equal(trials[0].driver, 'human');
  assert.ok(Number(trials[0].max_latency_ms) > 0, 'the page measured its latency');
  const frames = rows(join(trials[0].folder, 'frames.csv'));
  assert.ok(frames.some(({ brake_pedal }) => Number(brake_pedal) > 0.9), 'the brake of the keys is in the table');
  assert.ok(frames.every(({ is_human }) => is_human === '1'));
  const events = rows(join(trials[0].folder, 'events.csv'));
  const named = (event: string) => events.find((row) => row.event === event)!;
  assert.equal(named('marker').name, 'g');
  assert.equal(named('note').text, 'brakes at once');
  assert.equal(named('in').name, 'eye');
  assert.equal(Number(named('in').value), 2);
  assert.ok(Number(named('in').monotonic_s) > Number(named('subject_start').monotonic_s));
});

test('the same command goes on with the next participant, and says so', async () => {
  const program = await view(join(folder, 'two.study'), '--results', join(folder, 'data'), '--speed', '0');
  const operator = await newPage(browser, 1280, 720);
  try {
    await operator.page.goto(program.link);
    await operator.page.getByText(/2 of 4 trials are done\. The study goes on with ben/).waitFor();
    assert.deepEqual(operator.errors, []);
  } finally {
    await operator.page.context().close();
    await program.stop();
  }
});
