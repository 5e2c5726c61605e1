import { Database } from '@app/database';
import { PostgresSearchEngine, PostgresSearchIndex, refreshStatistics, SEARCH_SESSION } from '@app/search';
import type { IndexedDocument } from '@app/search';
import { Client } from 'pg';
import type { Bench, BenchOptions, BenchReport } from '../bench';
import { startBenchDatabase } from '../stack/bench-database';
import { documents } from './dataset';
import { measureKind } from './measure-kind';
import type { KindResult } from './measure-kind';
import { measureWrites } from './measure-writes';
import { queryKinds } from './query-kind';
import { report } from './search-report';

interface Size {
  readonly documents: number;
  readonly runs: number;
  readonly blocks: number;
}

const FULL: Size = { documents: 100_000, runs: 60, blocks: 10 };
const QUICK: Size = { documents: 5_000, runs: 10, blocks: 2 };
/** Documents of a transaction while the index is filled. */
const BLOCK = 500;
/** Nothing shall be cut short here. */
const TIMEOUT_MS = 60_000;

/** W7: the PostgreSQL engine, search by search and write by write, against the statements that it sends. */
export const search: Bench = {
  name: 'search',
  async run({ quick, log }: BenchOptions): Promise<BenchReport> {
    const server = await startBenchDatabase();
    const database = await Database.connect({ url: server.url, poolSize: 4 });
    const engine = new PostgresSearchEngine({ url: server.url, size: 4, timeoutMs: TIMEOUT_MS });
    const client = new Client({
      connectionString: server.url,
      options: SEARCH_SESSION,
    });
    try {
      await client.connect();
      const size = quick ? QUICK : FULL;
      log(`indexing ${size.documents} documents`);
      const perSecond = await fill(database, size.documents);
      await client.query('vacuum analyze');
      await refreshStatistics(database);
      const kinds: KindResult[] = [];
      for (const kind of queryKinds(Date.now())) {
        const result = await measureKind(kind, engine, client, size.runs);
        log(`${kind.name}: ${result.productMs.toFixed(2)} ms, floor ${result.floorMs.toFixed(2)} ms`);
        kinds.push(result);
      }
      const writes = await measureWrites(database, size.documents, size.blocks);
      return report({ quick, documents: size.documents, perSecond, kinds, writes });
    } finally {
      await client.end();
      await engine.close();
      await database.close();
      await server.stop();
    }
  },
};

/** Documents a second. */
async function fill(database: Database, count: number): Promise<number> {
  const index = new PostgresSearchIndex();
  const start = performance.now();
  for (const block of blocks(documents(count), BLOCK)) await database.transaction((tx) => index.write(tx, block));
  return count / ((performance.now() - start) / 1_000);
}

function* blocks(all: Iterable<IndexedDocument>, size: number): Generator<IndexedDocument[]> {
  let block: IndexedDocument[] = [];
  for (const each of all) {
    block.push(each);
    if (block.length < size) continue;
    yield block;
    block = [];
  }
  if (block.length > 0) yield block;
}
