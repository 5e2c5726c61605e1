import { median } from '../../bench/measure/quantile';

/** So long no request may hold the event loop, in ms of CPU, on a machine that does the computations below in their reference times. */
const LIMIT_MS = 200;
/** A machine that is slower than that many times is not excused any further. */
const MOST_PACE = 2.5;
const SAMPLES = 15;
const READS = 20;
const BYTES = 10 * 1024 * 1024;
const TEXT = JSON.stringify(
  Array.from({ length: 500 }, (_, at) => ({
    name: `column_${at}`,
    dataType: 'VARCHAR',
    length: at,
    tags: [{ tagFQN: 'a.b', source: 'Classification' }],
  })),
);

interface Reference {
  readonly ms: number;
  readonly compute: () => unknown;
}

/** Many small values: processor and caches alone. */
const SMALL_VALUES: Reference = {
  ms: 14,
  compute: () => {
    for (let read = 0; read < READS; read++) JSON.parse(TEXT);
  },
};

/** One value as large as a body may be: memory that the system has to give first, which on a crowded machine takes many times as long. */
const LARGE_VALUE: Reference = {
  ms: 20,
  compute: () => JSON.parse(`{"a":"${Buffer.alloc(BYTES, 'a').toString('utf8')}"}`),
};

function cpuMs(compute: () => unknown): number {
  const begun = process.cpuUsage();
  compute();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
}

/** How many times as long as on the reference machine a computation takes here. */
function paceOf({ ms, compute }: Reference): number {
  return median(Array.from({ length: SAMPLES }, () => cpuMs(compute))) / ms;
}

const pace = Math.min(MOST_PACE, Math.max(1, paceOf(SMALL_VALUES), paceOf(LARGE_VALUE)));

/**
 * The longest CPU time between two turns of the event loop that a request may cost, in ms: others wait that long. Scaled by the pace of
 * this machine, since CPU time on a core and a memory that others share is longer for the same work.
 */
export const MOST_HOLD_MS = LIMIT_MS * pace;
