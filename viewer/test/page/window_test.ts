// The window as a user has it, against a small program whose world the test knows (mock_program.ts).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { newPage, openBrowser, rest, until } from './browser.ts';
import { bundle } from './bundle.ts';
import { MockProgram, type MockOptions } from './mock_program.ts';

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

async function open(options: MockOptions, width = 760, height = 420, hash = ''): Promise<Opened> {
  const program = new MockProgram(options);
  const { page, errors } = await newPage(browser, width, height);
  await program.attach(page, await bundle());
  await page.goto(`http://localhost/?token=x${hash}`);
  await until(page, 'a frame', () => page.evaluate(() => (window.backlot?.frame().count ?? 0) > 0 && window.backlot.statistics().pictures > 1));
  return { page, errors, program };
}

async function close({ page, errors, program }: Opened): Promise<void> {
  program.stop();
  assert.deepEqual(errors, [], 'errors in the console');
  await page.context().close();
}

async function pause({ page, program }: Opened): Promise<void> {
  await page.keyboard.press(' ');
  await until(page, 'the pause', () => Promise.resolve(program.isPaused));
  await rest(page);
}

const canvasOf = (page: Page) => page.evaluate(() => window.backlot.pixelHash());

test('traffic moves, an actor is clicked and read, cameras change', async () => {
  const opened = await open({ mode: 'traffic', vehicles: 40 });
  const { page, program } = opened;
  const before = await canvasOf(page);
  const { timeS } = await page.evaluate(() => window.backlot.frame());
  await until(page, 'half a second', async () => (await page.evaluate(() => window.backlot.frame())).timeS > timeS + 0.5);
  assert.notEqual(await canvasOf(page), before, 'the picture changes');

  await pause(opened);
  const box = (await page.locator('.canvas').boundingBox())!;
  const body = await page.evaluate(
    ([w, h]) => window.backlot.bodies().find(({ corners }) => corners.every(([x, y]) => x > 60 && x < w - 60 && y > 120 && y < h - 60))!,
    [box.width, box.height],
  );
  const middle = [0, 1].map((axis) => body.corners.reduce((sum, corner) => sum + corner[axis], 0) / 8);
  await page.mouse.click(box.x + middle[0], box.y + middle[1]);
  await page.getByRole('heading', { name: new RegExp(` ${body.id}$`) }).waitFor();
  assert.match(await page.locator('#panel-actor').innerText(), /Limited by the vehicle ahead/);
  assert.match(await page.locator('#panel-actor').innerText(), /adjust speed\s*by scene, until 12.4 s/);

  for (const [key, mode] of [
    ['3', 'follow'],
    ['4', 'chase'],
    ['5', 'driver'],
    ['2', 'free'],
    ['1', 'top'],
  ]) {
    await page.keyboard.press(key);
    await until(page, mode, async () => (await page.evaluate(() => window.backlot.camera().mode)) === mode);
  }
  await page.getByRole('button', { name: '3-D' }).click();
  assert.equal(await page.getByRole('button', { name: '3-D' }).getAttribute('aria-pressed'), 'true');

  await page.mouse.move(box.x + 200, box.y + 250);
  await page.getByText('distance 31.20').waitFor();
  const located = program.received.find((message) => message.do === 'locate')!;
  assert.ok(Number(located.x) > 500 && Number(located.y) > 1500, 'world coordinates, with the origin');
  await close(opened);
});

test('a recording is scrubbed, and the same frame is found again', async () => {
  const opened = await open({ mode: 'recording', vehicles: 30 });
  const { page, program } = opened;
  const seek = async (timeS: number) => {
    await page.getByRole('slider', { name: 'Time' }).fill(String(timeS));
    await until(page, `time ${timeS}`, async () => Math.abs((await page.evaluate(() => window.backlot.frame())).timeS - timeS) < 0.03);
    await rest(page);
  };
  await seek(12);
  const first = await canvasOf(page);
  await seek(20);
  assert.notEqual(await canvasOf(page), first);
  await seek(12);
  assert.equal(await canvasOf(page), first, 'the same pixels');

  await page.getByRole('tab', { name: 'Verdict' }).click();
  await page
    .locator('#panel-verdict')
    .getByRole('button', { name: /the subject touches 103/ })
    .click();
  await until(page, 'the finding', async () => Math.abs((await page.evaluate(() => window.backlot.frame())).timeS - 14.2) < 0.03);
  await page.keyboard.press('n');
  await until(page, 'next_finding', async () => program.received.some((message) => message.do === 'next_finding' && message.direction === 1));
  await page.getByRole('tab', { name: 'Plots' }).click();
  await page.locator('.u-over').first().waitFor();
  await close(opened);
});

test('a failure is driven again by reference drivers, and looked at beside the run and in its picture', async () => {
  const opened = await open({ mode: 'recording', vehicles: 30 });
  const { page, program } = opened;
  const seek = async (timeS: number) => {
    await page.getByRole('slider', { name: 'Time' }).fill(String(timeS));
    await until(page, `time ${timeS}`, async () => Math.abs((await page.evaluate(() => window.backlot.frame())).timeS - timeS) < 0.03);
    await rest(page);
  };
  await seek(12);
  const alone = await canvasOf(page);
  await page.getByRole('tab', { name: 'Verdict' }).click();
  await page.getByRole('button', { name: 'Drive them again' }).click();
  await page.getByText('Preventable by r157 attentive.').waitFor();
  assert.equal(await canvasOf(page), alone, 'a fork is shown only when it is chosen');

  const fork = page.getByRole('button', { name: 'r157 attentive' });
  await fork.click();
  await page.getByText('r157 attentive: avoided').waitFor();
  await until(page, 'the fork', () => page.evaluate(() => window.backlot.stream(1) !== null));
  await rest(page);
  const beside = await canvasOf(page);
  assert.notEqual(beside, alone, 'two halves');
  // both are scrubbed: the fork brakes and is 2 m behind for each second
  for (const timeS of [14, 10]) {
    await seek(timeS);
    await until(page, 'the fork', async () => Math.abs((await page.evaluate(() => window.backlot.stream(1)))!.timeS - timeS) < 0.03);
    const [run, forked] = await page.evaluate(() => [window.backlot.stream(0)!.subject!, window.backlot.stream(1)!.subject!]);
    assert.ok(Math.abs(run[0] - forked[0] - 2 * timeS) < 0.05, `${run[0]} and ${forked[0]} at ${timeS} s`);
  }
  await seek(12);
  await page.getByRole('button', { name: 'In one picture' }).click();
  await rest(page);
  const over = await canvasOf(page);
  assert.notEqual(over, beside);
  assert.notEqual(over, alone, 'its subject is drawn');
  await fork.click();
  await rest(page);
  assert.equal(await canvasOf(page), alone, 'the whole picture again');
  assert.deepEqual(program.received.filter((message) => message.do === 'fork').map((message) => message.stream), [1, 0]);
  await close(opened);
});

test('what the driver sees: reports are outlined, and the panel says how far they are off', async () => {
  const opened = await open({ mode: 'scene', vehicles: 20 });
  const { page, program } = opened;
  await pause(opened);
  const truth = await canvasOf(page);
  await page.keyboard.press('v');
  const panel = page.locator('#panel-sensors');
  await panel.getByText('80 m, 90 °').waitFor();
  assert.match(await panel.innerText(), /Hidden\s*1/);
  assert.match(await panel.innerText(), /0\.50\sm off/);
  await rest(page);
  assert.notEqual(await canvasOf(page), truth, 'outlines, the field, and pale bodies');
  await page.getByRole('button', { name: 'What the driver sees' }).click();
  await rest(page);
  assert.equal(await canvasOf(page), truth, 'the truth again');
  assert.deepEqual(program.received.filter((message) => message.do === 'sensors').map((message) => message.on), [1, 0]);
  await close(opened);
});

test('a scene is driven by keys: the speed rises, and a verdict comes', async () => {
  const opened = await open({ mode: 'scene', vehicles: 20 });
  const { page } = opened;
  await page.getByRole('button', { name: 'Drive', exact: true }).click();
  await page.getByLabel('Speed in km/h').waitFor();
  const speed = async () => Number(await page.getByLabel('Speed in km/h').innerText());
  await page.keyboard.down('ArrowUp');
  const began = await speed();
  await until(page, 'the speed to rise', async () => (await speed()) > began + 8);
  await page.getByText(/ms input to picture/).waitFor();
  assert.equal(await page.evaluate(() => window.backlot.camera().mode), 'driver');
  await page.getByRole('heading', { name: 'Pass' }).waitFor();
  await page.keyboard.up('ArrowUp');
  await close(opened);
});

test('a run that a human drives from the start says what to press, and begins with it', async () => {
  const opened = await open({ mode: 'scene', vehicles: 5, waitsForDriver: true });
  const { page, program } = opened;
  const card = page.getByRole('region', { name: 'Before the drive' });
  await card.getByText('throttle').waitFor();
  assert.equal(program.isPaused, true);
  await page.keyboard.down('ArrowUp');
  await card.waitFor({ state: 'hidden' });
  assert.equal(program.isPaused, false);
  const speed = page.getByLabel('Speed in km/h');
  await until(page, 'the speed to rise', async () => Number(await speed.innerText()) > 33);
  await page.keyboard.up('ArrowUp');
  await close(opened);
});

test('a rule that the driver breaks is told in the picture, once', async () => {
  const opened = await open({ mode: 'scene', vehicles: 5, breaksRule: true });
  const { page, program } = opened;
  await page.keyboard.press('d');
  const toast = page.locator('.toast.bad').filter({ hasText: 'A rule is broken: the subject drives 61 km/h' });
  await toast.waitFor();
  const told = program.toldVerdicts;
  await until(page, 'the next verdicts', () => Promise.resolve(program.toldVerdicts > told + 2));
  assert.equal(await toast.count(), 1);
  await page.locator('.finding-mark').first().waitFor();
  await close(opened);
});

test('a gamepad drives: what the hand does is sent, and no key is needed', async () => {
  const opened = await open({ mode: 'scene', vehicles: 5 });
  const { page, program } = opened;
  await page.evaluate(() => {
    const pad = { connected: true, mapping: 'standard', axes: [-0.54, 0, 0, 0], buttons: [] as { value: number; pressed: boolean }[] };
    for (let i = 0; i < 17; ++i) pad.buttons.push({ value: i === 7 ? 0.8 : 0, pressed: i === 5 });
    navigator.getGamepads = () => [null, pad as unknown as Gamepad, null, null];
  });
  await page.keyboard.press('d');
  await until(page, 'its input', () => Promise.resolve(program.received.some(({ throttle }) => throttle === 0.8)));
  const { steer, brake, indicator } = program.received.filter((message) => message.do === 'drive').at(-1)!;
  assert.ok(Math.abs(Number(steer) - 0.5) < 1e-9, 'a stick to the left steers to the left');
  assert.deepEqual([brake, indicator], [0, 1]);
  const speed = page.getByLabel('Speed in km/h');
  await until(page, 'the speed to rise', async () => Number(await speed.innerText()) > 35);
  await close(opened);
});

test("the driver's seat has a mirror, and two more at its sides where a graphics card draws", async () => {
  for (const [hash, count] of [
    ['', 1],
    ['#quality=high', 3],
  ] as const) {
    const opened = await open({ mode: 'scene', vehicles: 40 }, 1400, 500, hash);
    const { page } = opened;
    await page.keyboard.press('p');
    await page.keyboard.press('d');
    await until(page, 'the mirrors', async () => (await page.locator('.mirror-frame').count()) === count);
    const { calls } = await page.evaluate(() => window.backlot.statistics());
    assert.ok(calls < 200, `${calls} draw calls`);
    const boxes = await page.locator('.mirror-frame').evaluateAll((all) => all.map((frame) => frame.getBoundingClientRect().toJSON() as DOMRect));
    const picture = (await page.locator('.picture').boundingBox())!;
    for (const { left, top, right, bottom } of boxes)
      assert.ok(left >= picture.x && right <= picture.x + picture.width && top >= picture.y && bottom <= picture.y + picture.height);
    await page.keyboard.press('Escape');
    await until(page, 'no mirror', async () => (await page.locator('.mirror-frame').count()) === 0);
    await close(opened);
  }
});

test('a link to a moment shows the same moment again', async () => {
  const options = { mode: 'recording', vehicles: 20 } as const;
  const first = await open(options);
  await first.page.getByRole('slider', { name: 'Time' }).fill('12');
  await until(first.page, 'the time', async () => Math.abs((await first.page.evaluate(() => window.backlot.frame())).timeS - 12) < 0.03);
  await first.page.keyboard.press('2');
  await rest(first.page);
  await first.page.keyboard.press('l');
  await until(first.page, 'a link', async () => first.page.url().includes('#'));
  await rest(first.page);
  const hash = new URL(first.page.url()).hash;
  const looked = () => [window.backlot.frame().timeS, window.backlot.camera().mode, ...window.backlot.camera().position.map((metres) => metres.toFixed(1))];
  const shared = await first.page.evaluate(looked);
  await close(first);

  const second = await open(options, 760, 420, hash);
  await until(second.page, 'the time', async () => Math.abs((await second.page.evaluate(() => window.backlot.frame())).timeS - 12) < 0.03);
  await rest(second.page);
  assert.deepEqual(await second.page.evaluate(looked), shared);
  await close(second);
});

test('a camera that follows finds its vehicle again after a jump in time', async () => {
  const opened = await open({ mode: 'recording', vehicles: 10, sendsViewAlone: true });
  const { page, program } = opened;
  await until(page, 'the subject', async () => (await page.evaluate(() => window.backlot.camera().mode)) === 'follow');
  await rest(page);
  const seek = async (timeS: number) => {
    await page.getByRole('slider', { name: 'Time' }).fill(String(timeS));
    // the subject is in the picture, and the camera near it
    await until(page, `the subject at ${timeS} s`, async () => {
      const subject = await page.evaluate(() => window.backlot.stream(0)?.subject ?? null);
      const [x, y] = await page.evaluate(() => window.backlot.camera().position);
      return subject !== null && Math.abs(subject[0] - (-60 + 8 * timeS)) < 0.1 && Math.hypot(x - subject[0], y - subject[1]) < 100;
    });
  };
  for (const timeS of [29, 1]) await seek(timeS);
  const views = program.received.filter((message) => message.do === 'view').map(({ box }) => box as number[]);
  assert.ok(views.some(([x0, , x1]) => x1 - x0 >= 480), 'all of the network was asked for');
  await close(opened);
});

test('restart with another seed, subject and parameter', async () => {
  const opened = await open({ mode: 'scene', vehicles: 10 });
  const { page, program } = opened;
  await page.getByRole('tab', { name: 'Run' }).click();
  await page.getByLabel('Seed').fill('8');
  await page.getByLabel('Subject').selectOption('driver:reference');
  await page.getByLabel('lead').fill('2 s');
  await page.locator('.set-up').getByRole('button', { name: 'Restart' }).click();
  await until(page, 'seed 8', async () => (await page.locator('#panel-run .facts').first().innerText()).includes('8'));
  assert.deepEqual(
    program.received.find((message) => message.do === 'restart'),
    { do: 'restart', seed: 8, subject: 'driver:reference', parameters: { lead: '2 s' } },
  );
  await close(opened);
});

test('themes, keyboard, and no serious finding of axe at two sizes of a screen', async () => {
  const opened = await open({ mode: 'scene', vehicles: 10 }, 1280, 720);
  const { page } = opened;
  await pause(opened);
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(axe);
  const check = async (what: string) => {
    const found = await page.evaluate(async () => {
      const { violations } = await (
        window as unknown as { axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> } }
      ).axe.run();
      return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
    });
    assert.deepEqual(found, [], what);
  };
  const layout = () =>
    page.evaluate(() => ({
      wide: document.documentElement.scrollWidth > innerWidth,
      cut: [...document.querySelectorAll<HTMLElement>('header button, .tools button, .tabs button, .time-line')].filter((node) => {
        const box = node.getBoundingClientRect();
        return box.width > 0 && (box.left < 0 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5);
      }).length,
    }));
  for (const tab of ['Scene', 'Verdict', 'Run', 'Plots']) {
    await page.getByRole('tab', { name: tab }).click();
    await check(`day, ${tab}`);
  }
  assert.deepEqual(await layout(), { wide: false, cut: 0 });
  await page.keyboard.press('t');
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  await check('dark, Plots');
  await page.getByRole('tab', { name: 'Verdict' }).click();
  await check('dark, Verdict');
  await page.setViewportSize({ width: 1920, height: 1080 });
  assert.deepEqual(await layout(), { wide: false, cut: 0 });

  await page.locator('body').press('?');
  await page.getByRole('dialog', { name: 'Keyboard help' }).waitFor();
  await check('help');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 760, height: 420 });

  // All controls can be reached by the Tab key.
  const reached = new Set<string>();
  await page.locator('body').click({ position: { x: 1, y: 1 }, force: true });
  for (let i = 0; i < 40; ++i) {
    await page.keyboard.press('Tab');
    reached.add(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') || document.activeElement?.textContent || ''));
  }
  for (const name of ['Play', 'Speed', 'Search for an actor or a way', 'Top', 'Measure a distance', 'Drive', 'Closer', 'Verdict'])
    assert.ok(reached.has(name), `${name} is reached by Tab`);

  await page.reload();
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark', 'the theme is remembered');
  await close(opened);
});

test('search, a link to this moment, a picture, a measured distance', async () => {
  const opened = await open({ mode: 'traffic', vehicles: 10 });
  const { page } = opened;
  await pause(opened);
  await page.keyboard.press('/');
  await page.keyboard.type('ma');
  await page.getByRole('option', { name: 'main_street' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await rest(page);
  const [x, y] = await page.evaluate(() => window.backlot.pixelOf(60, 0, 0));
  const box = (await page.locator('.canvas').boundingBox())!;
  assert.ok(Math.hypot(x - box.width / 2, y - box.height / 2) < 2, 'the way is in the middle');

  await page.keyboard.press('l');
  await until(page, 'a link', async () => page.url().includes('#'));
  assert.match(page.url(), /#t=[\d.]+&camera=top&at=60.00_0.00_/);

  await page.keyboard.press('m');
  const from = await page.evaluate(() => window.backlot.pixelOf(50, 0, 0));
  const to = await page.evaluate(() => window.backlot.pixelOf(70, 0, 0));
  await page.mouse.click(box.x + from[0], box.y + from[1]);
  await page.mouse.click(box.x + to[0], box.y + to[1]);
  await until(page, '20 m', async () => Math.abs(parseFloat(await page.locator('.measured').innerText()) - 20) < 0.4);

  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Shift+P')]);
  assert.match(download.suggestedFilename(), /^traffic_[\d.]+s\.png$/);
  const picture = readFileSync((await download.path())!);
  assert.equal(picture.subarray(1, 4).toString(), 'PNG');
  assert.ok(picture.length > 5000, 'the picture is not empty');
  await close(opened);
});
