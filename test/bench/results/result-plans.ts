import { plansOf } from '../stack/plan-log';
import type { BenchDatabase } from '../stack/bench-database';
import type { History } from './history';
import { ResultSource } from './made-result';

const TIMES = 10;
/** A page with its total and its contract; a push with the contract and its lock. */
const EXPECTED = { page: 1, push: 3 };

/** Documents of the index, which follow several pushes together, are read with their contracts. */
const OF_INDEX = /\bshown\.relations\b.*\bas contributed\b/;

const isPage = ({ statement }: { readonly statement: string }): boolean => /\basked as materialized\b/.test(statement);

/** Statements on contracts and their results that a request sends, counted in PostgreSQL's log, and the plan of a page. */
export async function resultPlans(
  database: BenchDatabase,
  history: History,
  contracts: number,
): Promise<{ plans: Record<string, readonly string[]>; page: number; push: number; faults: string[] }> {
  const source = new ResultSource(contracts, history.end);
  const window = `startTs=${history.start}&endTs=${history.end}`;
  const logged = await plansOf(database, async ({ client }) => {
    for (let n = 0; n < TIMES; n++)
      await client.must('GET', `/dataContracts/${history.contractId}/results?${window}&limit=10`);
    for (let n = 0; n < TIMES; n++) {
      const { contract, json } = source.one();
      await client.must('PUT', `/dataContracts/${contract}/results`, json);
    }
  });
  const ours = logged.filter(
    ({ statement }) =>
      /\bcontract(_result)?\b/.test(statement) && !statement.includes('queued_at') && !OF_INDEX.test(statement),
  );
  const lastOfPages = ours.findLastIndex(isPage);
  const pages = ours.slice(0, lastOfPages + 1);
  const found = { page: pages.length / TIMES, push: (ours.length - pages.length) / TIMES };
  const faults = (['page', 'push'] as const)
    .filter((kind) => found[kind] > EXPECTED[kind])
    .map((kind) => `a ${kind} sends ${found[kind]} statements; at most ${EXPECTED[kind]} are expected`);
  const page = pages.findLast(isPage);
  const plans = { ...(page && { 'a page of 10, with its total over a year': page.lines }) };
  return { plans, ...found, faults };
}
