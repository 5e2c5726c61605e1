import type { BulkEntry } from '../store/bulk-plan';

/**
 * Results in their order, in as few segments as each can be stored at once: one that is added up with those of other producers has to see
 * what was stored of its contract before, so it stands beside no other one of its contract.
 */
export function entrySegments(entries: readonly BulkEntry[]): BulkEntry[][] {
  const segments: BulkEntry[][] = [];
  /** By contract: the last segment with one of its results, and whether one is added up there. */
  const last = new Map<string, { readonly segment: number; readonly isSummed: boolean }>();
  for (const entry of entries) {
    const { id } = entry.contract;
    const before = last.get(id);
    const isSummed = entry.result.producer !== undefined;
    const isApart = before !== undefined && (isSummed || before.isSummed);
    const segment = before === undefined ? 0 : before.segment + (isApart ? 1 : 0);
    (segments[segment] ??= []).push(entry);
    last.set(id, { segment, isSummed });
  }
  return segments;
}
