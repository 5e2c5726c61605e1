import type { Bench, BenchOptions, BenchReport } from '../bench';
import { seedContracts } from '../contract-read/dataset';
import { makeModel } from '../contract-read/model-contract';
import { makeGraph } from '../lineage-export/made-graph';
import { askFor } from '../load/ask-for';
import { Asker } from '../load/asker';
import { makeHistory } from '../results/history';
import { fillAt } from '../search/fill';
import type { BenchApi } from '../stack/bench-api';
import { withApi, withClient, withDatabase } from '../stack/with-stack';
import { exponentOf } from './exponent';
import { growthPlot, type Line } from './growth-plot';
import {
  entityOperations,
  lineageOperations,
  resultOperations,
  searchOperations,
  type GrownOperation,
} from './grown-operation';

interface Sizes {
  readonly rows: readonly number[];
  /** Documents are analysed one by one: a million takes half an hour. */
  readonly documents: readonly number[];
  /** For which each operation is repeated at each size. */
  readonly ms: number;
}

const FULL: Sizes = { rows: [10_000, 100_000, 1_000_000], documents: [1_000, 10_000, 100_000], ms: 2_000 };
const QUICK: Sizes = { rows: [500, 2_000], documents: [300, 1_000], ms: 200 };
/** Time that follows the logarithm of 10,000 to 1,000,000 rows has an exponent of 0.09. */
const MOST_EXPONENT = 0.1;
/** Edges to a node of the graph, as published projects have them. */
const EDGES_A_NODE = 2;
/** Pages by which places in a list are looked for. */
const [MOST_ROWS_A_PAGE, LEAST_PAGES] = [1_000, 5] as const;

/** What each frequent operation takes in catalogs of growing size. */
export const growth: Bench = {
  name: 'growth',
  workloads: ['growth'],
  async run({ quick, log }: BenchOptions): Promise<BenchReport> {
    const sizes = quick ? QUICK : FULL;
    const measured = new Growth(sizes, log);
    await measured.ofEntities();
    await measured.ofLineage();
    await measured.ofSearch();
    return measured.report(quick);
  },
};

class Growth {
  private readonly points = new Map<string, { size: number; ms: number }[]>();
  private readonly faults: string[] = [];

  constructor(
    private readonly sizes: Sizes,
    private readonly log: BenchOptions['log'],
  ) {}

  /** One database that grows. */
  ofEntities(): Promise<void> {
    return withDatabase(({ url, ...database }) =>
      withApi({ url, ...database }, async (api) => {
        await makeModel(api.client);
        let had = 0;
        for (const size of this.sizes.rows) {
          this.log(`${size} contracts, each with a table and a result, and one with ${size} results`);
          await seedContracts(url, size, 'Success', had);
          had = size;
          const history = await withClient(url, async (client) => {
            const made = await makeHistory(client, size);
            // The rows of search grow in a turn of their own.
            await client.query('truncate search_mark');
            return made;
          });
          const place = { token: api.client.token, size };
          const cursors = await cursorsOf(api, Math.min(MOST_ROWS_A_PAGE, size / LEAST_PAGES));
          await this.measure(api, size, [...entityOperations(place, cursors), ...resultOperations(place, history)]);
        }
      }),
    );
  }

  async ofLineage(): Promise<void> {
    for (const size of this.sizes.rows) {
      this.log(`a graph of ${size} tables`);
      await withDatabase(async (database) => {
        const wired = { hubs: 2, neighbours: 30, selves: 0, pairs: 0, diamonds: 0 };
        const { others } = await makeGraph(database.url, { nodes: size, random: size * EDGES_A_NODE, ...wired });
        await withApi(database, (api) =>
          this.measure(api, size, lineageOperations({ token: api.client.token, size }, others)),
        );
      });
    }
  }

  ofSearch(): Promise<void> {
    return withDatabase(async (server) => {
      for (const size of this.sizes.documents) {
        this.log(`${size} documents of search`);
        await fillAt(server.url, size);
        const measure = (api: BenchApi): Promise<void> =>
          this.measure(api, size, searchOperations({ token: api.client.token, size }));
        // Each search is done, whether or not it was asked before.
        await withApi(server, measure, { SEARCH_KEPT_MB: '0' });
      }
    });
  }

  /** One request after the other; the first half of the time warms up. */
  private async measure(api: BenchApi, size: number, operations: readonly GrownOperation[]): Promise<void> {
    const asker = await Asker.open(api.port);
    try {
      for (const { name, next } of operations) {
        const fault = ({ status, body }: { status: number; body: Buffer }): string | undefined =>
          status < 300 ? undefined : `${name} of ${size}: ${status} ${body.toString().slice(0, 300)}`;
        const warm = await askFor([asker], this.sizes.ms / 2, { next, fault });
        const slice = await askFor([asker], this.sizes.ms, { next, fault });
        this.faults.push(...warm.faults, ...slice.faults);
        const points = this.points.get(name) ?? [];
        this.points.set(name, [...points, { size, ms: slice.p50 }]);
      }
    } finally {
      asker.close();
    }
  }

  report(quick: boolean): BenchReport {
    const lines: Line[] = [...this.points].map(([name, points]) => ({ name, points }));
    return {
      name: 'growth',
      title: 'What operations take in catalogs of growing size',
      setting: [
        `One connection, p50 of ${this.sizes.ms} ms of requests, each for something else, after half as long to warm up${quick ? ' (--quick)' : ''}`,
        `Sizes: ${this.sizes.rows.join(', ')} contracts with a table and a result each, and as many results of one contract; as many tables with ${EDGES_A_NODE} edges each; ${this.sizes.documents.join(', ')} documents of search`,
        'The exponent e fits time ≈ c · sizeᵉ: 0 does not grow, 1 grows as the data does, a logarithm has 0.09 here. A search finds more documents in a larger catalog, and ranks them all: it has no target',
      ],
      measures: lines.map(({ name, points }) => {
        const exponent = exponentOf(points);
        const times = points.map(({ size, ms }) => `${ms.toFixed(2)} ms at ${size.toLocaleString('en')}`).join(', ');
        const target = { text: `≤ ${MOST_EXPONENT}`, met: exponent <= MOST_EXPONENT };
        const isSearch = name.startsWith('a search') || name.startsWith('a completion');
        return {
          what: `${name}: exponent`,
          value: `${exponent.toFixed(2)}; ${times}`,
          ...(isSearch ? {} : { target }),
        };
      }),
      plans: {},
      pictures: { 'Time of each operation by size': growthPlot(lines) },
      faults: this.faults,
      raw: { quick, lines },
    };
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
