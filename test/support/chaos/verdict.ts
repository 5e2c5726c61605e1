import type { RestClient } from '../rest-client';
import { resultsOf, wrongLatest } from './chaos-catalog';
import type { ChaosStack } from './stack/chaos-stack';
import type { History } from './history';
import { findBroken, type Broken } from './invariants';
import { until } from './until';

/** Within this after the last fault all runs have ended (design of reliability), in ms. */
const SETTLED_MS = 60_000;

export const NOTHING_BROKEN: Broken = { lost: [], doubled: [], backward: [], stale: [], crowded: [] };

/** After the last fault: history, API and database tell the same, and nothing that was promised is broken. */
export async function expectWhole(
  stack: ChaosStack,
  client: RestClient,
  history: Pick<History, 'accepted'>,
  contracts: readonly string[],
): Promise<void> {
  await stack.explained(
    until(
      'all runs have ended',
      SETTLED_MS,
      () => stack.journal.openRuns(),
      (open) => open === 0,
    ),
  );
  const shown = await resultsOf(client, contracts);
  const known = new Set(shown.map(({ id }) => id));
  // The journal knows of other contracts too, where a test makes more than one set of them.
  const steps = (await stack.journal.steps()).filter(({ id }) => known.has(id) || isAccepted(history, id));
  expect(findBroken(history.accepted, steps, shown, await stack.journal.claims())).toEqual(NOTHING_BROKEN);
  expect(await wrongLatest(client, contracts)).toEqual([]);
}

function isAccepted({ accepted }: Pick<History, 'accepted'>, id: string): boolean {
  return accepted.some(({ resultId }) => resultId === id);
}
