import type { Page } from 'playwright-core';
import { violationsOf } from './accessibility';
import { settled } from './chromium';

const PHONE = { width: 390, height: 844 };

/** Checks what a page shows at the moment: nothing of WCAG 2.2 AA is broken in either scheme, nor at 390 px, where the page is not wider than the window. */
export async function checkState(page: Page): Promise<void> {
  await settled(page);
  // The head of the page stays where it is, and covers a part of what was scrolled below it.
  await page.evaluate('scrollTo(0, 0)');
  const desk = page.viewportSize();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await violationsOf(page)).toEqual([]);
  }
  await page.setViewportSize(PHONE);
  expect(await violationsOf(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  if (desk) await page.setViewportSize(desk);
}
