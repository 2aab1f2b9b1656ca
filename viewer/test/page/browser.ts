// Chromium without a screen, drawing by software; pages that fail a test by any error in their console.
import { chromium, type Browser, type Page } from 'playwright-core';

const kArguments = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--mute-audio',
];

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: '/usr/bin/chromium', args: kArguments });
}

export interface Watched {
  page: Page;
  errors: string[];
}

export async function newPage(browser: Browser, width = 800, height = 450, options: { dark?: boolean } = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: options.dark ? 'dark' : 'light', reducedMotion: 'reduce' });
  context.setDefaultTimeout(180_000);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || (message.type() === 'warning' && !/GL Driver Message|GPU stall/.test(message.text())))
      errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  return { page, errors };
}

// Until something of the page holds. The limit is no measure of speed: it only ends a test that hangs, on a machine however busy.
export async function until(page: Page, what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 180_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`timed out: ${what}`);
    await page.waitForTimeout(80);
  }
}

// Until the newest frame is drawn and nothing moves any more.
export function rest(page: Page): Promise<void> {
  return until(page, 'the picture to rest', () => page.evaluate(() => window.backlot?.isAtRest() ?? false));
}
