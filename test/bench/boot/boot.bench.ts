import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { findEmbeddedPostgres } from '@app/embedded';
import type { Bench, BenchOptions, BenchReport, Measure } from '../bench';
import { median } from '../measure/quantile';
import { temporaryFolder } from '../stack/bench-database';
import { RunningStack, type IdleMemory, type StartTimes } from './running-stack';

const WARM_STARTS = { full: 5, quick: 2 };
/** How long a stack has had nothing to do before it is looked at, how long and how often it is looked at, in ms. */
const [IDLE_MS, WATCH_MS, LOOK_MS] = [12_000, 3_000, 250] as const;

const TARGET = { readyMs: 2_000, api: 150, worker: 130, whole: 600 };

interface Boot {
  readonly cold: StartTimes;
  readonly warm: readonly StartTimes[];
  readonly memory: IdleMemory;
  readonly faults: readonly string[];
}

/** W10: from `npm start` to ready, on an empty folder and on a used one; and what the idle stack holds. */
export const boot: Bench = {
  name: 'boot',
  workloads: ['W10'],
  async run({ quick, log }: BenchOptions): Promise<BenchReport> {
    const folder = temporaryFolder();
    try {
      return report(
        quick,
        await measured(join(folder.path, 'data'), quick ? WARM_STARTS.quick : WARM_STARTS.full, log),
      );
    } finally {
      folder.remove();
    }
  },
};

async function measured(dataDir: string, warmStarts: number, log: (line: string) => void): Promise<Boot> {
  log('start on an empty folder');
  const cold = await during(dataDir, async ({ times }) => times);
  log(`${warmStarts} starts on a used folder`);
  const warm: StartTimes[] = [];
  for (let start = 1; start < warmStarts; start++) warm.push(await during(dataDir, async ({ times }) => times));
  const { memory, faults } = await during(dataDir, async (stack) => {
    warm.push(stack.times);
    return { memory: await idleMemory(stack), faults: await schemaFaults(dataDir) };
  });
  return { cold, warm, memory, faults };
}

async function during<T>(dataDir: string, work: (stack: RunningStack) => Promise<T>): Promise<T> {
  const stack = await RunningStack.start(dataDir);
  try {
    return await work(stack);
  } finally {
    await stack.stop();
  }
}

/** The most that each part held while it was watched. */
async function idleMemory(stack: RunningStack): Promise<IdleMemory> {
  const seen: IdleMemory[] = [];
  await sleep(IDLE_MS);
  for (let passed = 0; passed < WATCH_MS; passed += LOOK_MS) {
    seen.push(stack.idleMemory());
    await sleep(LOOK_MS);
  }
  const most = (part: keyof IdleMemory): number => Math.max(...seen.map((memory) => memory[part]));
  return {
    supervisor: most('supervisor'),
    api: most('api'),
    worker: most('worker'),
    postgres: most('postgres'),
    whole: most('whole'),
  };
}

/** A stack that says it is ready has its tables. */
async function schemaFaults(dataDir: string): Promise<string[]> {
  const client = new Client({ connectionString: findEmbeddedPostgres(dataDir) ?? undefined });
  await client.connect();
  try {
    const { rows } = await client.query<{ n: string }>('select count(*) as n from migration');
    return Number(rows[0]?.n) > 0 ? [] : ['boot: ready, but no migration has run'];
  } finally {
    await client.end();
  }
}

function report(quick: boolean, boot: Boot): BenchReport {
  const { cold, warm, memory, faults } = boot;
  const afterDatabase = median(warm.map(({ readyMs, databaseMs }) => readyMs - databaseMs));
  const mb = (what: string, part: keyof IdleMemory, most?: number): Measure => ({
    what: `idle memory: ${what}`,
    value: `${memory[part].toFixed(0)} MB`,
    ...(most === undefined ? {} : { target: { text: `≤ ${most} MB`, met: memory[part] <= most } }),
  });
  return {
    name: 'boot',
    title: 'Start and idle memory of the embedded stack',
    setting: [
      `npm start on an empty folder, then ${warm.length} times on the same one; default settings${quick ? ' (--quick)' : ''}`,
      `Memory: the most within ${WATCH_MS / 1000} s, ${IDLE_MS / 1000} s after the last start; RSS of our processes, PSS of PostgreSQL`,
    ],
    measures: [
      { what: 'ready after the database is (used folder, median)', ...within(afterDatabase, TARGET.readyMs) },
      {
        what: 'ready after the command (used folder, median)',
        value: msText(median(warm.map(({ readyMs }) => readyMs))),
      },
      { what: 'ready after the command (empty folder: initdb, migrations)', value: msText(cold.readyMs) },
      mb('supervisor', 'supervisor'),
      mb('API', 'api', TARGET.api),
      mb('worker', 'worker', TARGET.worker),
      mb('PostgreSQL', 'postgres'),
      mb('the whole stack', 'whole', TARGET.whole),
    ],
    plans: {},
    faults,
    raw: { quick, ...boot },
  };
}

function within(ms: number, most: number): Pick<Measure, 'value' | 'target'> {
  return { value: msText(ms), target: { text: `≤ ${msText(most)}`, met: ms <= most } };
}

function msText(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
