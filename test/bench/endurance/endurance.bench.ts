import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bench, BenchOptions, BenchReport, Measure } from '../bench';
import { seedContracts } from '../contract-read/dataset';
import { makeModel } from '../contract-read/model-contract';
import { askFor, type AskedSlice, type Work } from '../load/ask-for';
import { Asker } from '../load/asker';
import { residentMb } from '../measure/process-cost';
import { BenchApi } from '../stack/bench-api';
import type { BenchDatabase } from '../stack/bench-database';
import { BenchWorker } from '../stack/bench-worker';
import { POOL_SIZE, withDatabase } from '../stack/with-stack';
import { grownMost, heapOf, snapshotOptions, type HeapContent } from './heap-snapshot';
import { mixedWork } from './mixed-work';

interface Size {
  readonly contracts: number;
  readonly connections: number;
  readonly minutes: number;
}

const FULL: Size = { contracts: 5_000, connections: 200, minutes: Number(process.env['BENCH_MINUTES'] ?? 30) };
const QUICK: Size = { contracts: 200, connections: 20, minutes: 0.2 };
/** Parts of the time: the first warms up, and the heap is looked at behind it and behind the last. V8 takes a minute for that of the worker. */
const PARTS = 6;
/** Work under way and timers of short caches end meanwhile, in ms. */
const REST_MS = 5_000;
const LOOK_MS = 1_000;
/** Growth of what is alive, between the end of the first part and the end. */
const MOST_GROWTH = 1.1;
const KINDS_SHOWN = 4;
const MS_PER_MINUTE = 60_000;

interface Watched {
  readonly name: string;
  readonly pid: number;
  readonly heaps: HeapContent[];
  readonly resident: number[];
}

interface Endured {
  readonly requests: number;
  /** Searches that were refused. */
  readonly refused: number;
  readonly faults: readonly string[];
  readonly watched: readonly Watched[];
}

/** Whether what the processes hold grows while they work. */
export const endurance: Bench = {
  name: 'endurance',
  workloads: ['endurance'],
  async run({ quick, log }: BenchOptions): Promise<BenchReport> {
    const size = quick ? QUICK : FULL;
    return report(quick, size, await withDatabase((database) => endured(database, size, log)));
  },
};

async function endured(database: BenchDatabase, size: Size, log: BenchOptions['log']): Promise<Endured> {
  const folder = join(database.dataDir, 'heaps');
  mkdirSync(folder);
  const api = await BenchApi.start(database, POOL_SIZE, snapshotOptions(folder));
  try {
    log(`${size.contracts} contracts`);
    await makeModel(api.client);
    await seedContracts(database.url, size.contracts);
    const worker = await BenchWorker.start(database, snapshotOptions(folder));
    try {
      const watched = [watch('API', api.pid), watch('worker', worker.pid)];
      return { watched, ...(await worked(api, watched, folder, size, log)) };
    } finally {
      await worker.stop();
    }
  } finally {
    await api.stop();
  }
}

const watch = (name: string, pid: number): Watched => ({ name, pid, heaps: [], resident: [] });

async function worked(
  api: BenchApi,
  watched: readonly Watched[],
  folder: string,
  { contracts, connections, minutes }: Size,
  log: BenchOptions['log'],
): Promise<Omit<Endured, 'watched'>> {
  const work = mixedWork(api.client.token, contracts);
  const look = setInterval(() => {
    for (const { pid, resident } of watched) resident.push(residentMb(pid));
  }, LOOK_MS);
  let requests = 0;
  const faults: string[] = [];
  try {
    for (let part = 1; part <= PARTS; part++) {
      const slice = await askedBy(api.port, connections, (minutes * MS_PER_MINUTE) / PARTS, work);
      requests += slice.requests;
      faults.push(...slice.faults);
      const resident = watched.map(({ name, pid }) => `${name} ${residentMb(pid).toFixed(0)} MB`);
      log(`part ${part} of ${PARTS}: ${slice.perSecond.toFixed(0)} requests/s, resident: ${resident.join(', ')}`);
      if (part > 1 && part < PARTS) continue;
      await delay(REST_MS);
      for (const { pid, heaps } of watched) heaps.push(await heapOf(pid, folder));
    }
  } finally {
    clearInterval(look);
  }
  return { requests, refused: work.refused(), faults };
}

/** Opens the connections anew: the server closes those that rest while the heap is written. */
async function askedBy(port: number, connections: number, ms: number, work: Work): Promise<AskedSlice> {
  const askers = await Promise.all(Array.from({ length: connections }, () => Asker.open(port)));
  try {
    return await askFor(askers, ms, work);
  } finally {
    for (const asker of askers) asker.close();
  }
}

function report(quick: boolean, { contracts, connections, minutes }: Size, endured: Endured): BenchReport {
  const { requests, refused, faults, watched } = endured;
  return {
    name: 'endurance',
    title: 'Memory while the service works',
    setting: [
      `${minutes} minutes of mixed work over ${connections} connections that each ask as soon as they were answered: contracts, tables, lists, searches, completions, lineage, results, and a third writes: results, patches, PUTs, validations, which one worker ends; ${contracts} contracts${quick ? ' (--quick)' : ''}`,
      `Alive: what a heap snapshot holds, after a collection of garbage and ${REST_MS / 1_000} s without requests, after the first of ${PARTS} parts of the time and at its end. Resident: each second`,
      `${requests} requests were answered; of their searches ${refused} were refused with 503 and a time to come again, since all are of one user`,
    ],
    measures: watched.flatMap(rows),
    plans: {},
    faults,
    raw: { quick, requests, refused, watched: watched.map((each) => ({ ...each, heaps: each.heaps.map(plain) })) },
  };
}

const plain = ({ wholeMb }: HeapContent): number => wholeMb;

function rows({ name, heaps, resident }: Watched): Measure[] {
  const [first, last] = [heaps[0] as HeapContent, heaps.at(-1) as HeapContent];
  const growth = last.wholeMb / first.wholeMb;
  const grown = grownMost(first, last, KINDS_SHOWN).map(([kind, mb]) => `${kind} ${mb.toFixed(2)} MB`);
  const part = Math.floor(resident.length / PARTS);
  const most = (of: readonly number[]): string => Math.max(...of).toFixed(0);
  return [
    {
      what: `${name}: alive at the end ÷ after the first part`,
      value: `${growth.toFixed(2)} (${heaps.map(({ wholeMb }) => wholeMb.toFixed(1)).join(', ')} MB)`,
      target: { text: `≤ ${MOST_GROWTH}`, met: growth <= MOST_GROWTH },
    },
    { what: `${name}: kinds of objects that grew most`, value: grown.join(', ') },
    {
      what: `${name}: resident, the most in the first, the last part`,
      value: `${most(resident.slice(0, part))}, ${most(resident.slice(-part))} MB`,
    },
  ];
}
