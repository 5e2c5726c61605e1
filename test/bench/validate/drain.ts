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
  /** Runs of one of the backlogs. */
  readonly backlog: number;
  /** Of the product, where each run comes to another status than the one before, so that its asset's search document changes. */
  readonly changedPerSecond: number[];
  readonly faults: readonly string[];
}

export interface DrainSize {
  /** Runs of one backlog. */
  readonly runs: number;
  readonly pairs: number;
  /** Runs of one backlog of changed statuses: each of them writes a search document beside its result. */
  readonly changed: number;
  readonly log: (line: string) => void;
}

/** Whose CPU is read. */
interface Processes {
  readonly pid: number;
  readonly postmaster: number;
}

const SIDES = ['floor', 'product'] as const;
type SideName = (typeof SIDES)[number];

/** Within this a backlog is done, in ms. */
const PATIENCE_MS = 120_000;
const LOOK_MS = 10;
/** The share of a backlog that is measured: at its end a worker's places are no longer full. */
const MEASURED = 0.95;
/** Backlogs of changed statuses. */
const CHANGED_TIMES = 3;

/** W2b: how many runs one worker ends a second while it has a backlog; the two get one in turn. */
export async function measureDrain(
  rivals: Rivals,
  postmaster: number,
  { runs, pairs, changed: changing, log }: DrainSize,
): Promise<DrainResult> {
  const backlog = await Backlog.connect(rivals.backend);
  const sides = { floor: newSide(), product: newSide() };
  const changed = newSide();
  const pids = { floor: rivals.floorWork.pid, product: rivals.worker.pid };
  const faults: string[] = [];
  try {
    for (let pair = 0; pair <= pairs; pair++) {
      for (const side of SIDES) {
        const into = pair === 0 ? newSide() : sides[side];
        await queue(backlog, side, pair * runs, runs);
        faults.push(...(await drained(backlog, side, into, { pid: pids[side], postmaster })));
        log(`backlog, pair ${pair} of ${pairs}: ${side} ${(into.perSecond.at(-1) ?? NaN).toFixed(0)}/s`);
      }
    }
    for (const side of SIDES) sides[side].peakMb = peakResidentMb(pids[side]);
    await backlog.changeLast(changing * CHANGED_TIMES, 'Success');
    for (let n = 0; n < CHANGED_TIMES; n++) {
      await queue(backlog, 'product', n * changing, changing);
      faults.push(...(await drained(backlog, 'product', changed, { pid: pids.product, postmaster })));
      log(`backlog of changed statuses: ${(changed.perSecond.at(-1) ?? NaN).toFixed(0)}/s`);
    }
    faults.push(...(await backlog.endFaults()));
  } finally {
    await backlog.close();
  }
  return { ...sides, backlog: runs, changedPerSecond: changed.perSecond, faults };
}

/** Runs of contracts that had none in this bench before. */
async function queue(backlog: Backlog, side: SideName, after: number, count: number): Promise<void> {
  if (side === 'floor') await backlog.queueFloorRuns(count, count);
  else await backlog.queueRuns(after + 1, after + count, 'urgent');
}

const newSide = (): DrainSide => ({ perSecond: [], ended: 0, cpu: 0, databaseCpu: 0, peakMb: 0 });

/** All of it ends; what counts is the time from when all of it was queued. */
async function drained(
  backlog: Backlog,
  side: SideName,
  into: DrainSide,
  { pid, postmaster }: Processes,
): Promise<string[]> {
  const before = await backlog.unfinished(side);
  const own = readCpu([pid]);
  const database = readCpu(family(postmaster));
  const start = performance.now();
  let left = before;
  while (left > before * (1 - MEASURED) && performance.now() - start < PATIENCE_MS) {
    await rest(LOOK_MS);
    left = await backlog.unfinished(side);
  }
  const seconds = (performance.now() - start) / 1_000;
  into.cpu += cpuMicrosBetween(own, readCpu([pid]));
  into.databaseCpu += cpuMicrosBetween(database, readCpu(family(postmaster)));
  into.ended += before - left;
  into.perSecond.push((before - left) / seconds);
  while (left > 0 && performance.now() - start < PATIENCE_MS) {
    await rest(LOOK_MS);
    left = await backlog.unfinished(side);
  }
  return left > 0 ? [`${left} runs of the ${side} did not end`] : [];
}
