import { isDeepStrictEqual } from 'node:util';
import type { BulkRow, Outcomes } from './bulk-outcome';

/** Rows without direct repetitions, and the repetitions by the index of the row they repeat. */
export interface RepeatedRows {
  readonly distinct: readonly BulkRow[];
  readonly repeated: ReadonlyMap<number, number>;
}

/**
 * Removes rows without effect: a PUT directly after an identical PUT. A row with data outside its body, such as a password, is
 * never removed.
 */
export function withoutRepeated(rows: readonly BulkRow[]): RepeatedRows {
  const distinct: BulkRow[] = [];
  const repeated = new Map<number, number>();
  for (const row of rows) {
    const before = distinct.at(-1);
    if (before && row.received.unstored === undefined && isDeepStrictEqual(before.received, row.received))
      repeated.set(row.at, before.at);
    else distinct.push(row);
  }
  return { distinct, repeated };
}

/** Copies the outcome of the original row to its repetitions, as unchanged. */
export function addRepeated(outcomes: Outcomes, { repeated }: RepeatedRows): void {
  for (const [at, of] of repeated) {
    const outcome = outcomes.get(of);
    if (!outcome) continue;
    outcomes.set(at, 'error' in outcome ? outcome : { ...outcome, created: false, changed: false });
  }
}
