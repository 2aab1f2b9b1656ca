// Takes the pictures of docs/pictures from the real program, by day and in the dark theme: node test/run.mjs pictures PROGRAM [NAME]. They go to
// the folder BACKLOT_PICTURES, or to docs/pictures. It is no test of anything: people look at what comes out.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { newPage, openBrowser, rest, until } from '../page/browser.ts';
import { view } from '../program/program.ts';

const kMostBytes = 200_000;
const kQuality = 72; // of JPEG
const kFolder = process.env.BACKLOT_PICTURES ?? join(process.env.BACKLOT_ROOT!, 'docs', 'pictures');
const [kWidth, kHeight] = (process.env.BACKLOT_PICTURE_SIZE ?? '1280x720').split('x').map(Number);

let browser: Browser;
let folder: string;
before(async () => {
  browser = await openBrowser();
  folder = mkdtempSync(join(tmpdir(), 'backlot-pictures-'));
  mkdirSync(kFolder, { recursive: true });
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

// Runs what comes at `link` up to a time of the run, and stands still there.
async function runTo(page: Page, timeS: number): Promise<void> {
  const now = () => page.evaluate(() => window.backlot.frame().timeS);
  await page.getByLabel('Speed', { exact: true }).selectOption('10');
  if (await page.getByRole('button', { name: 'Play', exact: true }).isVisible()) await page.keyboard.press(' ');
  await until(page, `time ${timeS - 4}`, async () => (await now()) > timeS - 4);
  await page.getByLabel('Speed', { exact: true }).selectOption('0.25');
  await until(page, `time ${timeS}`, async () => (await now()) >= timeS);
  await page.keyboard.press(' ');
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await page.getByLabel('Speed', { exact: true }).selectOption('1');
  await calm(page);
}

// No control has the focus, so that none has a ring around it.
async function calm(page: Page): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}

async function open(page: Page, link: string, hash = ''): Promise<void> {
  await page.goto(`${link}#quality=high${hash}`);
  await until(page, 'a picture', () => page.evaluate(() => (window.backlot?.frame().number ?? 0) > 0 && window.backlot.statistics().pictures > 1));
}

// By day and in the dark theme.
async function take(page: Page, name: string): Promise<void> {
  await page.mouse.move(kWidth / 2, 4);
  await calm(page);
  for (const theme of ['light', 'dark']) {
    await page.evaluate((wanted) => {
      if ((document.documentElement.dataset.theme === 'dark') !== (wanted === 'dark'))
        document.querySelector<HTMLButtonElement>('button[aria-label$=" theme"]')?.click();
    }, theme);
    await rest(page);
    await page.waitForTimeout(1500); // labels and plots follow the picture
    const path = join(kFolder, `window_${name}_${theme}.jpg`);
    await page.screenshot({ path, type: 'jpeg', quality: kQuality });
    assert.ok(statSync(path).size < kMostBytes || process.env.BACKLOT_PICTURE_SIZE, `${path} is larger than ${kMostBytes} bytes`);
  }
}

function shot(name: string, args: () => string[], show: (page: Page, link: string) => Promise<void>): void {
  const wanted = process.env.BACKLOT_PICTURE;
  test(name, { skip: wanted !== undefined && wanted !== name }, async () => {
    const program = await view(...args());
    const { page, errors } = await newPage(browser, kWidth, kHeight);
    try {
      await show(page, program.link);
      assert.deepEqual(errors, []);
    } finally {
      await page.context().close();
      await program.stop();
    }
  });
}

shot('network', () => ['scenes/biketown.way', '--vehicles', '0'], async (page, link) => {
  await open(page, link);
  await take(page, 'network');
});

shot('town', () => ['scenes/biketown.way', '--vehicles', '60', '--pedestrians', '120', '--seed', '5', '--pause'], async (page, link) => {
  await open(page, link);
  await page.keyboard.press('/');
  await page.keyboard.type('town hall');
  await page.getByRole('option', { name: /town.hall/ }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('2');
  for (let k = 0; k < 3; ++k) await page.keyboard.press('+');
  await runTo(page, 40);
  await take(page, 'town');
});

shot('scene', () => ['scenes/run_red_light.scene', '--seed', '7', '--pause'], async (page, link) => {
  await open(page, link);
  await page.keyboard.press('4');
  await runTo(page, 340.2);
  await take(page, 'scene');
});

shot(
  'fork',
  () => {
    const made = spawnSync(
      process.env.BACKLOT_PROGRAM!,
      ['run', 'scenes/divided_attention.scene', '--driver', 'sleepy', '--seeds', '1..4', '--json', '--record', folder],
      { cwd: process.env.BACKLOT_ROOT, encoding: 'utf8' },
    );
    const { runs } = JSON.parse(made.stdout) as { runs: { verdict: string; recording: string }[] };
    return [runs.find(({ verdict }) => verdict === 'fail')!.recording, '--pause'];
  },
  async (page, link) => {
    await open(page, link);
    await page.getByRole('tab', { name: 'Verdict' }).click();
    await page.getByRole('button', { name: 'Drive them again' }).click();
    await page.getByText(/^(Preventable by|Not preventable)/).waitFor();
    await page.locator('.fork-list .rows li').filter({ hasText: /avoids it/ }).filter({ hasNotText: /not avoid/ }).first().getByRole('button').click();
    await until(page, 'the fork', () => page.evaluate(() => window.backlot.stream(1) !== null));
    await calm(page);
    await page.keyboard.press('n');
    await page.waitForTimeout(1500);
    await page.keyboard.press('4');
    await take(page, 'fork');
  },
);

shot('seat', () => ['scenes/run_red_light.scene', '--seed', '7', '--subject', 'me', '--record', folder], async (page, link) => {
  await open(page, link);
  await page.getByLabel('Speed in km/h').waitFor();
  await page.getByRole('region', { name: 'Before the drive' }).waitFor();
  await page.keyboard.down('ArrowUp');
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await page.keyboard.press(' ');
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await page.keyboard.up('ArrowUp');
  await take(page, 'seat');
});

shot('operator', () => ['scenes/intersection.study', '--results', join(folder, 'results'), '--countdown', '0.1', '--subject', 'brisk'], async (page, link) => {
  await page.goto(`${link}#quality=high`);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('button', { name: 'Start trial' }).click();
  await page.getByText('the trial runs').waitFor();
  await page.waitForTimeout(6000);
  await calm(page);
  await page.keyboard.press('g');
  await page.getByText('marker g looks away').waitFor();
  await page.locator('#panel-study').getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).first().waitFor();
  await take(page, 'operator');
});
