import { isDeepStrictEqual } from 'node:util';
import type { BulkRow, Outcomes } from './bulk-outcome';

/** Rows without those that say what the row before them said, and those by the place of the row that they repeat. */
export interface RepeatedRows {
  readonly distinct: readonly BulkRow[];
  readonly repeated: ReadonlyMap<number, number>;
}

/**
 * Takes out what changes nothing: a PUT right after the same PUT, however often. What has something beside its body, such as a
 * password, is never taken out.
 */
export function withoutRepeated(rows: readonly BulkRow[]): RepeatedRows {
  const distinct: BulkRow[] = [];
  const repeated = new Map<number, number>();
  for (const row of rows) {
    const before = distinct.at(-1);
    if (before && row.received.kept === undefined && isDeepStrictEqual(before.received, row.received))
      repeated.set(row.at, before.at);
    else distinct.push(row);
  }
  return { distinct, repeated };
}

/** Gives repeated rows the outcome of the one that they repeat, which left nothing for them to change. */
export function addRepeated(outcomes: Outcomes, { repeated }: RepeatedRows): void {
  for (const [at, of] of repeated) {
    const outcome = outcomes.get(of);
    if (!outcome) continue;
    outcomes.set(at, 'error' in outcome ? outcome : { ...outcome, created: false, changed: false });
  }
}
