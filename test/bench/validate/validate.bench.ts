import type { Bench, BenchOptions, BenchReport } from '../bench';
import { BenchApi } from '../stack/bench-api';
import { startBenchDatabase } from '../stack/bench-database';
import type { BenchDatabase } from '../stack/bench-database';
import { measureBehind } from './behind-backlog';
import type { BehindResult } from './behind-backlog';
import { measureDrain } from './drain';
import { measureIdle } from './idle';
import { makeJudgedContracts } from './judged-contracts';
import { startRivals } from './rivals';
import type { Rivals } from './rivals';
import { report } from './validate-report';
import type { BackendResult } from './validate-report';

interface Size {
  readonly contracts: number;
  readonly tested: number;
  readonly idle: { readonly pairs: number; readonly requests: number };
  readonly drain: { readonly pairs: number };
  readonly behind: number;
}

/** Fewer contracts, and so a shorter backlog to stand behind, for a machine that is not there for long. */
const CONTRACTS = Number(process.env['BENCH_CONTRACTS'] ?? 100_001);

const FULL: Size = {
  contracts: CONTRACTS,
  tested: 10_000,
  idle: { pairs: 10, requests: 50 },
  drain: { pairs: 8 },
  behind: 50,
};
const QUICK: Size = {
  contracts: 601,
  tested: 500,
  idle: { pairs: 2, requests: 8 },
  drain: { pairs: 2 },
  behind: 3,
};

/** W2a, W2b, W2d: validations on an idle system, of a backlog, and behind one that nobody waits for. */
export const validate: Bench = {
  name: 'validate',
  async run(options: BenchOptions): Promise<BenchReport> {
    const database = await startBenchDatabase();
    try {
      return await onDatabase(database, options);
    } finally {
      await database.stop();
    }
  },
};

async function onDatabase(database: BenchDatabase, { quick, log }: BenchOptions): Promise<BenchReport> {
  const size = quick ? QUICK : FULL;
  log(`seeding ${size.contracts} contracts`);
  await seed(database, size);
  const backends: BackendResult[] = [];
  const redisUrl = process.env['REDIS_URL'] ?? process.env['TEST_REDIS_URL'];
  if (redisUrl) backends.push((await onBackend(database, redisUrl, size, log)).measured);
  const { measured, behind } = await onBackend(database, undefined, size, log);
  backends.unshift(measured);
  return report({ quick, contracts: size.contracts, backends, behind: behind as BehindResult });
}

async function seed(database: BenchDatabase, { contracts: count, tested }: Size): Promise<void> {
  const api = await BenchApi.start(database, 10);
  try {
    await makeJudgedContracts(api.client, database.url, { count, tested });
  } finally {
    await api.stop();
  }
}

/** PostgreSQL comes last, since what is left of the long backlog would burden the others. */
async function onBackend(
  database: BenchDatabase,
  redisUrl: string | undefined,
  size: Size,
  log: (line: string) => void,
): Promise<{ measured: BackendResult; behind?: BehindResult }> {
  const backend = redisUrl ? 'Redis' : 'PostgreSQL';
  log(`${backend}: starting`);
  const rivals: Rivals = await startRivals(database, redisUrl);
  try {
    log(`${backend}: idle, ${size.idle.pairs} pairs of ${size.idle.requests} validations`);
    const idle = await measureIdle(rivals, database.pid, { tested: size.tested, ...size.idle });
    log(`${backend}: backlog of ${size.tested}`);
    const drain = await measureDrain(rivals, database.pid, { backlog: size.tested, ...size.drain });
    const measured = { backend, idle, drain };
    if (redisUrl) return { measured };
    log(`${backend}: behind a backlog of ${size.contracts - 1}`);
    return { measured, behind: await measureBehind(rivals, size.contracts - 1, size.behind) };
  } finally {
    await rivals.stop();
  }
}
