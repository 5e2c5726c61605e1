import type { Page } from 'playwright-core';
import { describeUnless } from '../support/unless-refused';
import { noChromium } from './support/chromium';
import { ConsoleWorld, contractPage } from './support/console-world';

/** What a person waits for at most, on a machine that has nothing else to do, in ms. */
const GOAL_MS = 1_000;
/** Machines are busy, so a page is compared with one of the same bundle that asks for nothing: told above the first, failed above the second. */
const RATIO = 4;
const MOST_RATIO = 12;
const VISITS = 7;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] as number;

describeUnless(noChromium, 'the page of a contract', () => {
  let world: ConsoleWorld;
  let page: Page;

  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.signedIn();
  });
  afterAll(() => world.close());

  const shown = async (address: string, heading: string, text: string): Promise<number> => {
    const since = performance.now();
    await page.goto(address, { waitUntil: 'commit' });
    await page.getByRole('heading', { name: heading }).first().waitFor();
    await page.getByText(text).first().waitFor();
    return performance.now() - since;
  };

  it('is shown soon after an empty page would be', async () => {
    const contract: number[] = [];
    const empty: number[] = [];
    // In turn, so that what else the machine does is in both.
    for (let visit = 0; visit < VISITS; visit++) {
      empty.push(await shown('/no/such/page', 'There is no such page', 'The address leads nowhere'));
      contract.push(await shown(contractPage('customers'), 'customers_contract', 'found INT'));
    }
    const [ms, emptyMs] = [median(contract), median(empty)];
    const ratio = ms / emptyMs;
    const found = `a contract after ${ms.toFixed(0)} ms, an empty page after ${emptyMs.toFixed(0)} ms: ${ratio.toFixed(2)} times as long`;
    if (ms > GOAL_MS || ratio > RATIO) console.warn(found);
    else console.info(found);
    expect(ratio).toBeLessThan(MOST_RATIO);
  });
});
