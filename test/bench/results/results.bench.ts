import { join } from 'node:path';
import type { Client } from 'pg';
import type { Bench, BenchOptions, BenchReport } from '../bench';
import { seedContracts } from '../contract-read/dataset';
import { makeModel } from '../contract-read/model-contract';
import { startFloor } from '../floor/floor-process';
import { peakResidentMb } from '../measure/process-cost';
import type { BenchDatabase } from '../stack/bench-database';
import { POOL_SIZE, leaveOutOfSearch, withApi, withClient, withDatabase } from '../stack/with-stack';
import { makeHistory } from './history';
import { measureLongList } from './long-list';
import { measurePushes } from './push';
import { report } from './result-report';
import { resultPlans } from './result-plans';
import { measureSummary } from './summary';
import { measureWindows, type WindowsResult } from './windows';

interface Size {
  readonly contracts: number;
  readonly pairs: number;
  readonly sliceMs: number;
  readonly history: number;
  readonly windows: number;
  readonly lists: number;
  readonly warmUps: number;
}

const FULL: Size = {
  contracts: 1_000,
  pairs: 8,
  sliceMs: 2_000,
  history: 1_000_000,
  windows: 100,
  lists: 8,
  warmUps: 12,
};
const QUICK: Size = { contracts: 200, pairs: 2, sliceMs: 200, history: 20_000, windows: 20, lists: 2, warmUps: 1 };

const LIMITS = [10, 100];
const SUMMARIES = 3;

/** W3 and W4: results pushed, one by one and in batches; results of a contract that has a million. */
export const results: Bench = {
  name: 'results',
  workloads: ['W3', 'W4'],
  run: (options) =>
    withDatabase((database) => withClient(database.url, (client) => onDatabase(database, client, options))),
};

async function onDatabase(database: BenchDatabase, client: Client, { quick, log }: BenchOptions): Promise<BenchReport> {
  const size = quick ? QUICK : FULL;
  return withApi(database, async (api) => {
    log(`seeding ${size.contracts} contracts`);
    await makeModel(api.client);
    await seedContracts(database.url, size.contracts);
    await leaveOutOfSearch(database.url);
    log(`pushes: ${size.pairs} pairs of ${size.sliceMs} ms, twice`);
    const pushes = await measurePushes({ database, api, client, size });
    log(`seeding ${size.history} results`);
    const history = await makeHistory(client, size.history);
    log('lists');
    const windows: WindowsResult[] = [];
    const floor = await startFloor(database.url, POOL_SIZE, join(__dirname, 'page-floor.main.js'));
    const order = { windows: size.windows, warmUps: size.warmUps, floorPort: floor.port };
    try {
      for (const limit of LIMITS) windows.push(await measureWindows(api, client, history, { ...order, limit }));
    } finally {
      await floor.stop();
    }
    const long = await measureLongList(api, client, history, size.lists);
    const summary = await measureSummary(api, history, SUMMARIES);
    const peakMb = peakResidentMb(api.pid);
    await api.stop();
    const { plans, ...statements } = await resultPlans(database, history, size.contracts);
    const { contracts } = size;
    return report({
      quick,
      contracts,
      history: history.count,
      peakMb,
      pushes,
      windows,
      long,
      summary,
      statements,
      plans,
    });
  });
}
