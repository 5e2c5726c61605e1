import type { Bench, BenchOptions, BenchReport } from '../bench';
import type { BenchDatabase } from '../stack/bench-database';
import { withApi, withDatabase } from '../stack/with-stack';
import { measureBehind, type BehindResult } from './behind-backlog';
import { measureDrain } from './drain';
import { measureIdle } from './idle';
import { makeJudgedContracts } from './judged-contracts';
import { startRivals, type Rivals } from './rivals';
import { report, type BackendResult } from './validate-report';

interface Size {
  readonly contracts: number;
  readonly idle: { readonly pairs: number; readonly requests: number; readonly warmUps: number };
  readonly drain: { readonly pairs: number; readonly runs: number; readonly changed: number };
  /** Requests behind the backlog. */
  readonly behind: number;
}

/** Fewer contracts, and so a shorter backlog to stand behind, for a machine that is not there for long. */
const CONTRACTS = Number(process.env['BENCH_CONTRACTS'] ?? 100_001);

const FULL: Size = {
  contracts: CONTRACTS,
  idle: { pairs: 10, requests: 40, warmUps: 20 },
  drain: { pairs: 8, runs: 500, changed: 200 },
  behind: 30,
};
const QUICK: Size = {
  contracts: 601,
  idle: { pairs: 2, requests: 8, warmUps: 1 },
  drain: { pairs: 2, runs: 150, changed: 30 },
  behind: 3,
};

/** Contracts with test cases: a backlog has its own in each pair and in the one that warms up. */
const testedOf = ({ drain: { pairs, runs } }: Size): number => (pairs + 1) * runs;

/** W2a, W2b, W2d: validations on an idle system, of a backlog, and behind one that nobody waits for. */
export const validate: Bench = {
  name: 'validate',
  workloads: ['W2'],
  isPublished: true,
  run: (options) => withDatabase((database) => onDatabase(database, options)),
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

async function seed(database: BenchDatabase, size: Size): Promise<void> {
  const wanted = { count: size.contracts, tested: testedOf(size) };
  await withApi(database, ({ client }) => makeJudgedContracts(client, database.url, wanted));
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
    const idle = await measureIdle(rivals, database.pid, { tested: testedOf(size), ...size.idle, log });
    log(`${backend}: backlogs of ${size.drain.runs}`);
    const drain = await measureDrain(rivals, database.pid, { ...size.drain, log });
    const measured = { backend, idle, drain };
    if (redisUrl) return { measured };
    log(`${backend}: behind a backlog of ${size.contracts - 1}`);
    const behind = { backlog: size.contracts - 1, times: size.behind, log };
    return { measured, behind: await measureBehind(rivals, behind) };
  } finally {
    await rivals.stop();
  }
}
