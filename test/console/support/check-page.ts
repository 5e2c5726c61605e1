import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { violationsOf } from './accessibility';
import { settled, type Scheme } from './chromium';
import type { ConsoleWorld } from './console-world';

/** For whoever reviews. */
const SHOTS = process.env.CONSOLE_SHOTS ?? resolve(__dirname, '../../../.tmp/console');

/** A page of a suite: the name of its picture, its address and its heading. */
export type CheckedPage = readonly [name: string, address: string, heading: string];

export async function takePicture(page: Page, name: string, scheme: Scheme): Promise<void> {
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}-${scheme}.png`) });
}

/** The page has a title of its own, breaks nothing of WCAG 2.2 AA and no rule of the browser; a picture of it is kept. */
export async function checkPage(
  world: ConsoleWorld,
  page: Page,
  scheme: Scheme,
  [name, address, heading]: CheckedPage,
): Promise<void> {
  await page.goto(address);
  await page.getByRole('heading', { name: heading, level: 1 }).first().waitFor();
  await settled(page);
  expect(await page.title()).toMatch(new RegExp(`(^| )${heading} – Data contracts$`));
  await takePicture(page, name, scheme);
  expect(await violationsOf(page)).toEqual([]);
  expect(world.faults.take()).toEqual([]);
}
