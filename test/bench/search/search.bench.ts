import { Database } from '@app/database';
import { PostgresSearchEngine } from '@app/search';
import { Client } from 'pg';
import type { Bench, BenchOptions, BenchReport } from '../bench';
import { bareSearches } from './bare/bare-search';
import { RecordingClient } from '../../support/recording-client';
import { fill, SEARCH_SESSION } from './fill';
import { searchDatabase } from './kept-database';
import { measureKind, type KindResult } from './measure-kind';
import { measureWrites } from './measure-writes';
import { queryKinds } from './query-kind';
import { report } from './search-report';

interface Size {
  readonly documents: number;
  readonly runs: number;
  readonly blocks: number;
}

const FULL: Size = { documents: 100_000, runs: 15, blocks: 10 };
const QUICK: Size = { documents: 5_000, runs: 10, blocks: 2 };
/** Nothing shall be cut short here. */
const TIMEOUT_MS = 60_000;

/** W7: the PostgreSQL engine, search by search and write by write, against statements written by hand. */
export const search: Bench = {
  name: 'search',
  workloads: ['W7'],
  async run({ quick, log }: BenchOptions): Promise<BenchReport> {
    const server = await searchDatabase();
    const database = await Database.connect({ url: server.url, poolSize: 4, Client: RecordingClient });
    const engine = new PostgresSearchEngine({
      url: server.url,
      size: 4,
      timeoutMs: TIMEOUT_MS,
      Client: RecordingClient,
    });
    const client = new Client({
      connectionString: server.url,
      options: SEARCH_SESSION,
    });
    try {
      await client.connect();
      const size = quick ? QUICK : FULL;
      log(`indexing ${size.documents} documents`);
      const perSecond = await fill(database, client, size.documents);
      const bare = await bareSearches(client);
      const kinds: KindResult[] = [];
      for (const kind of queryKinds()) {
        const result = await measureKind(kind, engine, { client, bare: bare.get(kind.name) }, size.runs);
        log(`${kind.name}: ${result.productMs.toFixed(2)} ms, by hand ${result.bareMs.toFixed(2)} ms`);
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
