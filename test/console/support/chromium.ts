import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';

/** Where Debian's package puts it; CHROMIUM names another one. */
const PLACES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const EXECUTABLE = PLACES.find((place) => place && existsSync(place));

/** Says why there is no browser; undefined where there is one. */
export const noChromium = EXECUTABLE ? undefined : 'no Chromium: apt-get install chromium, or name one in CHROMIUM';

/** As root, and in most containers, Chromium has no sandbox of its own. */
export function launchChromium(): Promise<Browser> {
  if (!EXECUTABLE) throw new Error(noChromium);
  return chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

export type Scheme = 'light' | 'dark';

const WINDOW = { width: 1360, height: 860 };

/** For the things on a page to come: a machine that is busy takes its time. */
const PATIENCE_MS = 60_000;

/** A page of somebody who was never here before. */
export async function newVisitor(browser: Browser, baseURL: string, colorScheme: Scheme): Promise<Page> {
  const context = await browser.newContext({ baseURL, colorScheme, viewport: WINDOW, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  return page;
}

/** Waits till nothing on the page loads any more. The network is never idle: pages follow a stream of events. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.mantine-Loader-root').first().waitFor({ state: 'detached' });
  // Chromium may never call a page back that draws no frame, as those in the background do not: hence the limit.
  await page.evaluate('new Promise((done) => requestIdleCallback(() => done(null), { timeout: 1000 }))');
  // A draft is tried a moment after it changed.
  await page.getByText('are being tried').first().waitFor({ state: 'detached' });
}
