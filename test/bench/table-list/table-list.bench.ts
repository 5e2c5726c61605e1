import { join } from 'node:path';
import { allFields, entityTypes } from '@app/catalog';
import { startFloor } from '../floor/floor-process';
import type { Bench, BenchOptions, BenchReport } from '../bench';
import type { BenchApi } from '../stack/bench-api';
import type { BenchDatabase } from '../stack/bench-database';
import { plansOf } from '../stack/plan-log';
import { POOL_SIZE, withApi, withDatabase } from '../stack/with-stack';
import { endPages, type EndPages } from './end-pages';
import { report } from './list-report';
import { seedTables, settle } from './seed-tables';
import { walk, type WalkResult } from './walk';

interface Size {
  readonly tables: number;
  readonly singles: number;
  readonly mostPages: number;
  readonly endPages: number;
  readonly warmUps: number;
}

const FULL: Size = { tables: 100_000, singles: 1_000, mostPages: 1_000, endPages: 60, warmUps: 12 };
const QUICK: Size = { tables: 5_000, singles: 50, mostPages: 50, endPages: 10, warmUps: 1 };

const LIMITS = [1_000, 10];

/** W5: tables put in bulk, and their list walked page by page. */
export const tableList: Bench = {
  name: 'table-list',
  workloads: ['W5'],
  run: (options) => withDatabase((database) => onDatabase(database, options)),
};

async function onDatabase(database: BenchDatabase, { quick, log }: BenchOptions): Promise<BenchReport> {
  const size = quick ? QUICK : FULL;
  return withApi(database, async (api) => {
    log(`seeding ${size.tables} tables`);
    const seeding = await seedTables(api.client, size.tables, size.singles);
    await settle(database.url);
    const walks = await everyWalk(api, database, size, log);
    const ends: EndPages[] = [];
    for (const limit of LIMITS) ends.push(await endPages(api, limit, size.endPages));
    await api.stop();
    const plans = await pagePlans(database);
    return report({ quick, seeding, walks, ends, plans });
  });
}

async function everyWalk(
  api: BenchApi,
  { url }: BenchDatabase,
  { mostPages, tables, warmUps }: Size,
  log: (line: string) => void,
): Promise<WalkResult[]> {
  const { attributes, relations } = allFields(entityTypes.get('table'));
  const every = [...new Set([...attributes, ...relations])];
  const walks: WalkResult[] = [];
  const floor = await startFloor(url, POOL_SIZE, join(__dirname, 'floor.main.js'));
  const order = { url, floorPort: floor.port, mostPages, tables, warmUps };
  try {
    for (const limit of LIMITS) {
      for (const fields of [[], every]) {
        log(`walking at limit ${limit} with ${fields.length} fields`);
        walks.push(...(await walk(api, { ...order, limit, fields })));
      }
    }
  } finally {
    await floor.stop();
  }
  return walks;
}

/** The statement of a page that is not the first. */
async function pagePlans(database: BenchDatabase): Promise<Record<string, readonly string[]>> {
  const logged = await plansOf(database, async ({ client }) => {
    const { paging } = await client.must<{ paging: { after: string } }>('GET', '/tables?limit=1000');
    await client.must('GET', `/tables?limit=10&after=${encodeURIComponent(paging.after)}`);
  });
  const page = logged.findLast(({ statement }) => /\(e\.name, e\.id\) > /.test(statement));
  return page ? { [page.statement.slice(page.statement.indexOf(' where ') + 1)]: page.lines } : {};
}
