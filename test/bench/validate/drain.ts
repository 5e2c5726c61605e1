import { setTimeout as rest } from 'node:timers/promises';
import { cpuMicrosBetween, family, peakResidentMb, readCpu } from '../measure/process-cost';
import { Backlog } from './backlog';
import type { Rivals } from './rivals';

export interface DrainSide {
  /** Runs ended a second, by slice. */
  readonly perSecond: number[];
  ended: number;
  /** µs in all: of the worker, and of PostgreSQL. */
  cpu: number;
  databaseCpu: number;
  peakMb: number;
}

export interface DrainResult {
  readonly floor: DrainSide;
  readonly product: DrainSide;
  readonly backlog: number;
  readonly faults: readonly string[];
}

export interface DrainSize {
  readonly backlog: number;
  readonly pairs: number;
  readonly sliceMs: number;
}

const SIDES = ['floor', 'product'] as const;
/** Of the product's worker: the floor is barer, and must not run dry. */
const FLOOR_RUNS = 3;
/** What is left is done without a measurement; within this, in ms. */
const PATIENCE_MS = 600_000;

/** W2b: how many runs one worker ends a second while it has a backlog; the queues of the two are open in turn. */
export async function measureDrain(
  rivals: Rivals,
  postmaster: number,
  { backlog: runs, pairs, sliceMs }: DrainSize,
): Promise<DrainResult> {
  const backlog = await Backlog.connect(rivals.backend);
  const sides = { floor: newSide(), product: newSide() };
  const pids = { floor: rivals.floorWork.pid, product: rivals.worker.pid };
  const faults: string[] = [];
  try {
    for (const side of SIDES) await backlog.pause(side);
    await backlog.queueFloorRuns(runs * FLOOR_RUNS, runs);
    await backlog.queueRuns(1, runs, 'urgent');
    for (const side of SIDES) await slice(backlog, side, newSide(), { ms: sliceMs, pid: pids[side], postmaster });
    for (let pair = 0; pair < pairs; pair++) {
      for (const side of SIDES) await slice(backlog, side, sides[side], { ms: sliceMs, pid: pids[side], postmaster });
    }
    for (const side of SIDES) {
      if ((await backlog.unfinished(side)) === 0)
        faults.push(`the ${side} had no backlog any more: its last slices are too slow`);
      sides[side].peakMb = peakResidentMb(pids[side]);
    }
    faults.push(...(await finish(backlog)));
  } finally {
    await backlog.close();
  }
  return { ...sides, backlog: runs, faults };
}

const newSide = (): DrainSide => ({ perSecond: [], ended: 0, cpu: 0, databaseCpu: 0, peakMb: 0 });

async function slice(
  backlog: Backlog,
  side: (typeof SIDES)[number],
  into: DrainSide,
  { ms, pid, postmaster }: { readonly ms: number; readonly pid: number; readonly postmaster: number },
): Promise<void> {
  const before = await backlog.unfinished(side);
  const own = readCpu([pid]);
  const database = readCpu(family(postmaster));
  const start = performance.now();
  await backlog.resume(side);
  await rest(ms);
  await backlog.pause(side);
  const ended = before - (await backlog.unfinished(side));
  const seconds = (performance.now() - start) / 1_000;
  into.cpu += cpuMicrosBetween(own, readCpu([pid]));
  into.databaseCpu += cpuMicrosBetween(database, readCpu(family(postmaster)));
  into.ended += ended;
  into.perSecond.push(ended / seconds);
}

/** Every run ends, once: each result is terminal, and none of a run is left. */
async function finish(backlog: Backlog): Promise<string[]> {
  await backlog.forgetFloorRuns();
  for (const side of SIDES) await backlog.resume(side);
  const deadline = performance.now() + PATIENCE_MS;
  while ((await backlog.unfinished('product')) > 0) {
    if (performance.now() > deadline) return [`${await backlog.unfinished('product')} runs did not end`];
    await rest(50);
  }
  return backlog.endFaults();
}
