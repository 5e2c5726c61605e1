import { DAY_MS, nightOf } from './demo-quality';

/** So many nights have a profile. */
const PROFILED_DAYS = 14;

interface Column {
  readonly name: string;
  readonly nullProportion: number;
  readonly distinctProportion: number;
  readonly min?: number | string;
  readonly max?: number | string;
  readonly mean?: number;
}

interface Profiled {
  readonly rows: number;
  /** New rows in a night; each third night brings a fifth less. */
  readonly growth: number;
  readonly bytesPerRow: number;
  readonly columns: readonly Column[];
}

/** Stands for the time of the profile. */
const LATEST = 'latest';

/** The profiles of the tables that a profiler looks at. */
const PROFILED: Readonly<Record<string, Profiled>> = {
  orders: {
    rows: 184_220,
    growth: 1_350,
    bytesPerRow: 118,
    columns: [
      { name: 'order_id', nullProportion: 0, distinctProportion: 1, min: 1, max: 184_220 },
      { name: 'customer_id', nullProportion: 0, distinctProportion: 0.231, min: 7, max: 48_911 },
      { name: 'ordered_at', nullProportion: 0, distinctProportion: 0.994, min: '2021-03-01 07:12:40', max: LATEST },
      { name: 'total', nullProportion: 0, distinctProportion: 0.087, min: 1.9, max: 2_499, mean: 61.42 },
    ],
  },
  customers: {
    rows: 48_911,
    growth: 140,
    bytesPerRow: 164,
    columns: [
      { name: 'customer_id', nullProportion: 0, distinctProportion: 1, min: 1, max: 48_911 },
      { name: 'email', nullProportion: 0.004, distinctProportion: 0.999 },
    ],
  },
};

/** Bodies of `tableProfile`, the oldest first; on the same day the same again. */
export function profilesOf(now: number): { readonly table: string; readonly body: object }[] {
  return Object.entries(PROFILED).flatMap(([table, profiled]) =>
    Array.from({ length: PROFILED_DAYS }, (_, at) => PROFILED_DAYS - 1 - at).map((daysAgo) => ({
      table,
      body: profileOf(profiled, daysAgo, Math.min(nightOf(now), now) - daysAgo * DAY_MS),
    })),
  );
}

function profileOf({ rows, growth, bytesPerRow, columns }: Profiled, daysAgo: number, timestamp: number): object {
  const rowCount = rows - daysAgo * growth - Math.round((daysAgo % 3) * growth * 0.2);
  return {
    tableProfile: { timestamp, rowCount, columnCount: columns.length, sizeInByte: rowCount * bytesPerRow },
    columnProfile: columns.map(({ max, ...column }) => ({
      ...column,
      ...(max !== undefined && { max: max === LATEST ? secondsOf(timestamp) : max }),
      timestamp,
    })),
  };
}

const secondsOf = (time: number): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ');
