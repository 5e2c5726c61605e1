import { DAY } from '@app/common';
import type { AssetEvidence, ColumnObservation, TableObservation } from './asset-evidence';

/** Fewer profiles, or profiles of fewer days, may agree by chance. */
const LEAST_PROFILES = 5;
const LEAST_DAYS = 4;

/** The profiles that count: those that saw data; of columns those that saw all rows. */
export class CountedProfiles {
  private readonly seen: ReadonlySet<number>;
  /** Those of them that are no sample. */
  private readonly whole: ReadonlySet<number>;

  constructor(private readonly evidence: Pick<AssetEvidence, 'profiles' | 'columns'>) {
    const tables = evidence.profiles.filter(({ rowCount = 0 }) => rowCount > 0);
    const columns = [...evidence.columns.values()].flat().filter(({ valuesCount = 0 }) => valuesCount > 0);
    this.seen = new Set([...tables, ...columns].map(({ timestamp }) => timestamp));
    const sampled = new Set(evidence.profiles.filter(({ isSampled }) => isSampled).map(({ timestamp }) => timestamp));
    this.whole = new Set([...this.seen].filter((timestamp) => !sampled.has(timestamp)));
  }

  /** Those that count rows; undefined where they are too few to say anything. */
  ofTable(): readonly (TableObservation & { readonly rowCount: number })[] | undefined {
    const counted = this.evidence.profiles.filter(
      (profile): profile is TableObservation & { rowCount: number } =>
        profile.rowCount !== undefined && this.seen.has(profile.timestamp),
    );
    return suffices(counted, this.seen) ? counted : undefined;
  }

  /** Those of a column; undefined where they are too few to say anything, or fewer than half of all. */
  ofColumn(path: string): readonly ColumnObservation[] | undefined {
    const counted = (this.evidence.columns.get(path) ?? []).filter(({ timestamp }) => this.whole.has(timestamp));
    return suffices(counted, this.whole) ? counted : undefined;
  }

  /** The newest of a column, of a sample as well. */
  newestOf(path: string): ColumnObservation | undefined {
    return this.evidence.columns.get(path)?.findLast(({ timestamp }) => this.seen.has(timestamp));
  }
}

function suffices(counted: readonly { readonly timestamp: number }[], all: ReadonlySet<number>): boolean {
  const days = new Set(counted.map(({ timestamp }) => Math.floor(timestamp / DAY)));
  return counted.length >= LEAST_PROFILES && counted.length >= all.size / 2 && days.size >= LEAST_DAYS;
}

/** Both halves of a list in the order of time; the middle one of an odd number is in the second. */
export function halves<T>(list: readonly T[]): readonly [first: readonly T[], second: readonly T[]] {
  const middle = Math.floor(list.length / 2);
  return [list.slice(0, middle), list.slice(middle)];
}
