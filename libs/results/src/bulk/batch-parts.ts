import type { NamedEntry } from './bulk-plan';

/** Parts that a batch is stored in at once: a server of two processors is busy with two. */
const MOST_PARTS = 2;
/** Fewer results gain nothing by a transaction of their own. */
const LEAST_RESULTS = 100;

/**
 * Splits a batch into parts that can be stored at the same time, each in its own transaction: they have no contract in common. A result that
 * names its id may replace one of any contract, so a batch with such a result stays whole.
 *
 * @returns positions in `entries`, ascending within each part
 */
export function batchParts(entries: readonly NamedEntry[]): number[][] {
  const count = Math.min(MOST_PARTS, Math.floor(entries.length / LEAST_RESULTS));
  if (count < 2 || entries.some(({ result }) => result.id !== undefined)) return [entries.map((_, at) => at)];
  const parts = Array.from({ length: count }, (): number[] => []);
  const partOf = new Map<string, number[]>();
  entries.forEach(({ contract }, at) => {
    let part = partOf.get(contract.id);
    if (!part) {
      part = parts.reduce((least, one) => (one.length < least.length ? one : least));
      partOf.set(contract.id, part);
    }
    part.push(at);
  });
  return parts.filter((part) => part.length > 0);
}
