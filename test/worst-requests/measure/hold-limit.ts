import { median } from '../../bench/measure/quantile';

/** So long no request may hold the event loop, in ms of CPU, on a machine that does the computation below in its reference time. */
const LIMIT_MS = 200;
const REFERENCE_MS = 14;
/** A machine that is slower than that many times is not excused any further. */
const MOST_PACE = 2.5;
const SAMPLES = 15;
const READS = 20;
const TEXT = JSON.stringify(
  Array.from({ length: 500 }, (_, at) => ({
    name: `column_${at}`,
    dataType: 'VARCHAR',
    length: at,
    tags: [{ tagFQN: 'a.b', source: 'Classification' }],
  })),
);

function readingMs(): number {
  const begun = process.cpuUsage();
  for (let read = 0; read < READS; read++) JSON.parse(TEXT);
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
}

/** How many times as long as on the reference machine the reading of a document takes here: 1 where it is faster. */
function pace(): number {
  const measured = median(Array.from({ length: SAMPLES }, readingMs));
  return Math.min(MOST_PACE, Math.max(1, measured / REFERENCE_MS));
}

/**
 * The longest CPU time between two turns of the event loop that a request may cost, in ms: others wait that long. Scaled by the pace of
 * this machine, since CPU time on a core that others share is longer for the same work.
 */
export const MOST_HOLD_MS = LIMIT_MS * pace();
