import type { Bench, BenchOptions, BenchReport } from '../bench';
import { fillAt } from '../search/fill';
import { withApi, withDatabase } from '../stack/with-stack';
import { GrowingCatalog } from './growing-catalog';
import { searchOperations } from './grown-operation';

interface Sizes {
  /** Documents are analysed one by one: a million takes a quarter of an hour. */
  readonly documents: readonly number[];
  /** For which each operation is repeated at each size. */
  readonly ms: number;
}

const FULL: Sizes = { documents: [1_000, 10_000, 100_000, 1_000_000], ms: 4_000 };
const QUICK: Sizes = { documents: [300, 1_000], ms: 200 };

/** What searches take in catalogs of growing size. */
export const growthSearch: Bench = {
  name: 'growth-search',
  workloads: ['growth'],
  async run({ quick, log }: BenchOptions): Promise<BenchReport> {
    const { documents, ms } = quick ? QUICK : FULL;
    const catalog = new GrowingCatalog(ms);
    await withDatabase(async (server) => {
      for (const size of documents) {
        log(`${size} documents of search`);
        await fillAt(server.url, size);
        // Each search is done, whether or not it was asked before.
        await withApi(
          server,
          (api) => catalog.measure(api, size, searchOperations({ token: api.client.token, size })),
          { CACHE_MB: '0' },
        );
      }
    });
    return catalog.report({
      quick,
      name: 'growth-search',
      title: 'What searches take in catalogs of growing size',
      setting: [`Sizes: ${documents.join(', ')} documents; the words are those that some of a thousand have`],
    });
  },
};
