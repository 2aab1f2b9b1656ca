// The pages of a study, against a small program: what the operator sees and asks, what the participant reads and never sees.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { Instruction, Phase, Session } from '../../src/study/messages.ts';
import { newPage, openBrowser, until } from './browser.ts';
import { bundle } from './bundle.ts';
import { MockProgram } from './mock_program.ts';

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

interface Opened {
  page: Page;
  errors: string[];
  program: MockProgram;
}

async function open(path: string, width: number, height: number, dark = false): Promise<Opened> {
  const program = new MockProgram({ mode: 'scene', vehicles: 12, study: 'lights' });
  const { page, errors } = await newPage(browser, width, height, { dark });
  await program.attach(page, await bundle());
  await page.goto(`http://localhost${path}?token=x`);
  await until(page, 'a frame', () => page.evaluate(() => (window.backlot?.frame().count ?? 0) > 0 && window.backlot.statistics().pictures > 1));
  return { page, errors, program };
}

async function close({ page, errors, program }: Opened): Promise<void> {
  program.stop();
  assert.deepEqual(errors, [], 'errors in the console');
  await page.context().close();
}

function session(phase: Phase, more: Partial<Session> = {}): Session {
  return {
    is: 'session',
    study: 'lights',
    title: 'Red lights in sparse and dense traffic',
    results: 'results/lights',
    participants: [
      { name: 'P01', done: 2 },
      { name: 'P02', done: 0 },
    ],
    participant: 'P02',
    trials: 2,
    plan: [
      { kind: 'instruction', text: 'Welcome.', least_s: 0, state: phase === 'instruction' ? 'now' : 'done' },
      { kind: 'trial', text: '', least_s: 0, state: phase === 'instruction' ? 'waiting' : 'now', trial: 1, condition: 'dense', title: 'Dense traffic', block: 'main', order: 1, seed: 101, outcome: '', tries: 0 },
      { kind: 'break', text: 'Rest.', least_s: 60, state: 'waiting' },
      { kind: 'trial', text: '', least_s: 0, state: 'waiting', trial: 2, condition: 'sparse', title: 'Sparse traffic', block: 'main', order: 2, seed: 101, outcome: '', tries: 0 },
    ],
    step: phase === 'instruction' ? 0 : 1,
    phase,
    trouble: '',
    last_outcome: '',
    resumed: '',
    subject: '',
    rest_left_s: 0,
    confirmed: false,
    starts_by_participant: false,
    markers: [{ code: 'g', text: 'looks away' }],
    abort_codes: [{ code: 'sickness', text: 'The participant feels unwell' }],
    participant_link: '/participant/?token=guest',
    events: { in: 5005, out: null, received: 3, malformed: 1, dropped: 0, sent: 0, unsent: 0, last_fault: 'it is no JSON object' },
    ...more,
  };
}

function instruction(phase: Phase, text: string, more: Partial<Instruction> = {}): Instruction {
  return { is: 'instruction', phase, text, trial: phase === 'instruction' ? null : 1, trials: 2, rest_left_s: 0, countdown_s: 3, confirmed: false, starts: false, ...more };
}

async function checkAxe(page: Page, what: string): Promise<void> {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  const found = await page.evaluate(async () => {
    const { violations } = await (
      window as unknown as { axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> } }
    ).axe.run();
    return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
  });
  assert.deepEqual(found, [], what);
}

const asked = ({ program }: Opened, what: string) => program.received.filter((message) => message.do === what);

for (const dark of [false, true])
  test(`the operator starts, marks, notes and aborts a trial, ${dark ? 'dark' : 'day'}`, async () => {
    const opened = await open('/', 1280, 720, dark);
    const { page, program } = opened;
    program.say(session('instruction'));
    await page.getByRole('button', { name: 'Go on' }).click();
    assert.equal(asked(opened, 'go_on').length, 1);
    await page.getByLabel('Participant').selectOption('P01');
    assert.deepEqual(asked(opened, 'participant'), [{ do: 'participant', name: 'P01' }]);

    program.say(session('ready', { confirmed: true }));
    await page.getByText('Trial 1, Dense traffic: the participant is ready').waitFor();
    await checkAxe(page, 'ready');
    if (process.env.BACKLOT_PICTURES) await page.screenshot({ path: `${process.env.BACKLOT_PICTURES}/operator_ready_${dark ? 'dark' : 'day'}.png` });
    await page.getByRole('button', { name: 'Start trial' }).click();
    assert.equal(asked(opened, 'start').length, 1);

    program.say(session('driving'));
    await page.locator('.canvas').focus();
    await page.keyboard.press('g');
    assert.deepEqual(asked(opened, 'marker'), [{ do: 'marker', key: 'g', text: 'looks away' }]);
    await page.getByLabel('Note').fill('brakes late');
    await page.keyboard.press('g'); // a letter of the note, no marker
    await page.keyboard.press('Enter');
    assert.deepEqual(asked(opened, 'note'), [{ do: 'note', text: 'brakes lateg' }]);
    assert.equal(asked(opened, 'marker').length, 1);
    await page.getByText('port 5005, 3 received').waitFor();
    await checkAxe(page, 'driving');
    if (process.env.BACKLOT_PICTURES) await page.screenshot({ path: `${process.env.BACKLOT_PICTURES}/operator_driving_${dark ? 'dark' : 'day'}.png` });
    await page.getByRole('button', { name: 'Abort' }).click();
    assert.deepEqual(asked(opened, 'abort'), [{ do: 'abort', code: 'sickness', text: '' }]);
    await close(opened);
  });

test('the participant reads, goes on and sees no more than a driver would', async () => {
  const opened = await open('/participant/', 1000, 600);
  const { page, program } = opened;
  program.say(instruction('instruction', 'Welcome.\nThank you for taking part.'));
  await page.getByText('Thank you for taking part.').waitFor();
  assert.equal(await page.locator('.top-bar, .side-panel, .time-line, .tools, .labels').count(), 0);
  await checkAxe(page, 'instruction');
  if (process.env.BACKLOT_PICTURES) await page.screenshot({ path: `${process.env.BACKLOT_PICTURES}/participant.png` });
  await page.keyboard.press('Enter');
  await until(page, 'the program to hear it', () => Promise.resolve(asked(opened, 'go_on').length === 1));

  // a break: the button waits for its end
  program.say(instruction('rest', 'Rest.', { rest_left_s: 2 }));
  await page.getByRole('timer').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Continue' }).isDisabled(), true);
  await until(page, 'the end of the break', () => page.getByRole('button', { name: 'Continue' }).isEnabled());

  program.say(instruction('ready', 'Drive straight on.'));
  await page.getByRole('button', { name: 'I am ready' }).click();
  assert.equal(asked(opened, 'go_on').length, 2);
  program.say(instruction('countdown', ''));
  await page.locator('.count').getByText('3').waitFor();
  program.say(instruction('driving', ''));
  await page.locator('.sheet').waitFor({ state: 'hidden' });
  await until(page, "the driver's seat", async () => (await page.evaluate(() => window.backlot.camera().mode)) === 'driver');
  // keys of the operator's page do nothing here
  for (const key of ['1', ' ', 'r', '?']) await page.keyboard.press(key);
  assert.equal(asked(opened, 'pause').length + asked(opened, 'play').length + asked(opened, 'restart').length, 0);
  assert.equal(await page.evaluate(() => window.backlot.camera().mode), 'driver');
  program.say(instruction('finished', ''));
  await page.getByText('All drives are done. Thank you.').waitFor();
  await close(opened);
});
