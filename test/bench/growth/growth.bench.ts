import type { Bench, BenchOptions, BenchReport } from '../bench';
import { seedContracts } from '../contract-read/dataset';
import { makeModel } from '../contract-read/model-contract';
import { makeGraph } from '../lineage-export/made-graph';
import { makeHistory } from '../results/history';
import type { BenchApi } from '../stack/bench-api';
import { leaveOutOfSearch, withApi, withClient, withDatabase } from '../stack/with-stack';
import { GrowingCatalog } from './growing-catalog';
import { entityOperations, historyOperations, lineageOperations } from './grown-operation';

interface Sizes {
  readonly rows: readonly number[];
  /** For which each operation is repeated at each size. */
  readonly ms: number;
}

const FULL: Sizes = { rows: [10_000, 100_000, 1_000_000], ms: 2_000 };
const QUICK: Sizes = { rows: [500, 2_000], ms: 200 };
/** Results of the contract that has many, for each contract. */
const RESULTS_A_CONTRACT = 10;
/** Edges to a node of the graph, as published projects have them. */
const EDGES_A_NODE = 2;
/** Pages by which places in a list are looked for. */
const [MOST_ROWS_A_PAGE, LEAST_PAGES] = [1_000, 5] as const;

/** What each frequent operation takes in catalogs of growing size. */
export const growth: Bench = {
  name: 'growth',
  workloads: ['growth'],
  async run({ quick, log }: BenchOptions): Promise<BenchReport> {
    const { rows, ms } = quick ? QUICK : FULL;
    const catalog = new GrowingCatalog(ms);
    await ofEntities(catalog, rows, log);
    await ofLineage(catalog, rows, log);
    return catalog.report({
      quick,
      name: 'growth',
      title: 'What operations take in catalogs of growing size',
      setting: [
        `Sizes: ${rows.join(', ')} contracts with a table and a result each, and ${RESULTS_A_CONTRACT} times as many results of one contract; as many tables with ${EDGES_A_NODE} edges each`,
      ],
    });
  },
};

/** One database that grows. */
function ofEntities(catalog: GrowingCatalog, sizes: readonly number[], log: BenchOptions['log']): Promise<void> {
  return withDatabase(({ url, ...database }) =>
    withApi({ url, ...database }, async (api) => {
      await makeModel(api.client);
      let had = 0;
      for (const size of sizes) {
        const results = size * RESULTS_A_CONTRACT;
        log(`${size} contracts, each with a table and a result, and one with ${results} results`);
        await seedContracts(url, size, 'Success', had);
        had = size;
        const history = await withClient(url, (client) => makeHistory(client, results));
        await leaveOutOfSearch(url);
        const place = { token: api.client.token, size };
        const cursors = await cursorsOf(api, Math.min(MOST_ROWS_A_PAGE, size / LEAST_PAGES));
        await catalog.measure(api, size, entityOperations(place, cursors));
        await catalog.measure(api, results, historyOperations(place, history));
      }
    }),
  );
}

async function ofLineage(catalog: GrowingCatalog, sizes: readonly number[], log: BenchOptions['log']): Promise<void> {
  for (const size of sizes) {
    log(`a graph of ${size} tables`);
    await withDatabase(async (database) => {
      const wired = { hubs: 2, neighbours: 30, selves: 0, pairs: 0, diamonds: 0 };
      const { others } = await makeGraph(database.url, { nodes: size, random: size * EDGES_A_NODE, ...wired });
      await withApi(database, (api) =>
        catalog.measure(api, size, lineageOperations({ token: api.client.token, size }, others)),
      );
    });
  }
}

/** Of the pages of the list of tables, from its first to its last. */
async function cursorsOf({ client }: BenchApi, limit: number): Promise<string[]> {
  const cursors: string[] = [];
  let after: string | undefined;
  do {
    const query: string = after === undefined ? '' : `&after=${encodeURIComponent(after)}`;
    const page = await client.must<{ paging: { after?: string } }>('GET', `/tables?limit=${limit}${query}`);
    ({ after } = page.paging);
    if (after !== undefined) cursors.push(after);
  } while (after !== undefined);
  return cursors;
}
