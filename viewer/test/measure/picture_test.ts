// What a user waits for and sees in Chromium, drawn by software: time to the first picture, pictures per second, draw calls. Numbers, not limits: they depend on the
// machine and on what else it does. They are written to the file BACKLOT_MEASURES as lines "name value".
import { writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { newPage, openBrowser } from '../page/browser.ts';
import { view } from '../program/program.ts';

const kSeconds = 10;
let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

test('biketown with 60 vehicles at 1280 x 720', async () => {
  const program = await view('scenes/biketown.way', '--vehicles', '60', '--seed', '5');
  const { page } = await newPage(browser, 1280, 720);
  try {
    await page.goto(program.link, { waitUntil: 'commit' });
    const measured = await page.evaluate(async (seconds) => {
      const next = () => new Promise((resolve) => requestAnimationFrame(resolve));
      while (!(window.backlot?.frame().count > 0 && window.backlot.statistics().pictures > 0)) await next();
      const firstMs = performance.now(); // since the navigation began
      const { pictures } = window.backlot.statistics();
      while (performance.now() < firstMs + 1000 * seconds) await next();
      const passedS = (performance.now() - firstMs) / 1000;
      return {
        first_picture_ms: firstMs,
        pictures_per_s: (window.backlot.statistics().pictures - pictures) / passedS,
        draw_calls: window.backlot.statistics().calls,
      };
    }, kSeconds);
    writeFileSync(
      process.env.BACKLOT_MEASURES!,
      Object.entries(measured)
        .map(([name, value]) => `${name} ${value}\n`)
        .join(''),
    );
  } finally {
    await page.context().close();
    await program.stop();
  }
});
