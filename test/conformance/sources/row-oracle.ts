import type { ColumnType, OddRow, OddValue } from './odd-table';

/** What a check comes to over rows, without SQL. */
export interface Expected {
  readonly status: 'Success' | 'Failed' | 'Aborted';
  readonly reason?: string;
  readonly failedRows?: number;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly value?: number;
}

/** Numbers are compared as whole numbers of 10^-9, doubles as they are. */
const PLACES = 9;

export function exact(text: string): bigint {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)!;
  return BigInt(`${sign}${whole}${fraction.padEnd(PLACES, '0').slice(0, PLACES)}`);
}

export const present = (rows: readonly OddRow[], column: string): NonNullable<OddValue>[] =>
  rows.map((row) => row[column]!).filter((value) => value !== null);

/** Values that are the same, by code points, by value, by instant. */
export const sameKey = (value: NonNullable<OddValue>, type: ColumnType): string => {
  if (type === 'double') return value === 'NaN' ? 'NaN' : String(Number(value) + 0);
  if (type === 'bigint' || type === 'decimal' || type === 'int') return String(exact(String(value)));
  return `${typeof value} ${String(value)}`;
};

export function counts(keys: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const key of keys) found.set(key, (found.get(key) ?? 0) + 1);
  return found;
}

export const verdict = (failedRows: number, values: Expected['values'] = {}): Expected => ({
  status: failedRows ? 'Failed' : 'Success',
  failedRows,
  values,
});

/** Of numbers as doubles: what is not computed exactly. */
export function statistics(numbers: readonly number[]): { mean: number; stddev: number; median: number; sum: number } {
  const sum = numbers.reduce((all, one) => all + one, 0);
  const mean = sum / numbers.length;
  const variance = numbers.reduce((all, one) => all + (one - mean) ** 2, 0) / numbers.length;
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const median = sorted.length % 2 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return { mean, stddev: Math.sqrt(variance), median, sum };
}
