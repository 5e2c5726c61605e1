import type { ColumnProfile } from '../../api/assets';

/** How many values are one of a kind. */
export interface Share {
  readonly label: string;
  readonly count: number;
  /** The part of the largest one, between 0 and 1. */
  readonly part: number;
}

/** Further ones are left out. */
const MOST_SHOWN = 20;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const labelOf = (value: unknown): string =>
  value === '' ? '(empty)' : typeof value === 'string' ? value : JSON.stringify(value);

/** Pairs labels with their counts, as far as both are there. */
function sharesOf(labels: unknown, counts: unknown): readonly Share[] {
  const numbers = listOf(counts).map(Number);
  const pairs = listOf(labels)
    .slice(0, Math.min(numbers.length, MOST_SHOWN))
    .map((label, at) => ({ label: labelOf(label), count: numbers[at] ?? 0 }))
    .filter(({ count }) => Number.isFinite(count) && count >= 0);
  const largest = Math.max(...pairs.map(({ count }) => count), 0);
  return pairs.map((one) => ({ ...one, part: largest === 0 ? 0 : one.count / largest }));
}

/** The most frequent values of a column, where the profile has them and the reader may see them. */
export function topValuesOf({ cardinalityDistribution: found }: ColumnProfile): readonly Share[] {
  return sharesOf(found?.categories, found?.counts);
}

/** The ranges of a column with how many values lie in each; profiles of other tools have them. */
export function histogramOf({ histogram: found }: ColumnProfile): readonly Share[] {
  return sharesOf(found?.boundaries, found?.frequencies);
}
