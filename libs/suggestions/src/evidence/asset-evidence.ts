import type { Reference } from '@app/catalog';

/** The part of a profile about the table itself; times in epoch ms. */
export interface TableObservation {
  readonly timestamp: number;
  readonly rowCount?: number;
  /** Whether columns were measured by a part of the rows. */
  readonly isSampled?: boolean;
}

/** The part of the profile of a table at a time about one column. A member that was not sent is absent. */
export interface ColumnObservation {
  readonly timestamp: number;
  readonly valuesCount?: number;
  readonly nullCount?: number;
  readonly nullProportion?: number;
  readonly uniqueCount?: number;
  readonly uniqueProportion?: number;
  readonly distinctCount?: number;
  /** Numbers alone. */
  readonly min?: number;
  readonly max?: number;
  /** All values that the column has, where they are few. */
  readonly categories?: readonly unknown[];
}

/** A test case of the asset, with its last results up to ten. */
export interface KnownTest {
  readonly reference: Reference;
  readonly definition: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** Whether it stands for a quality rule of a contract, which promises it already. */
  readonly isOfRule: boolean;
  readonly results: number;
  readonly newest?: string;
  readonly hasFailed: boolean;
  /** Times of the first and the last of these results. */
  readonly from?: number;
  readonly to?: number;
}

/** All that is known of the data of an asset within a span of time. */
export interface AssetEvidence {
  readonly profiles: readonly TableObservation[];
  /** By the path of the column, oldest first. */
  readonly columns: ReadonlyMap<string, readonly ColumnObservation[]>;
  /** Distinct, in ascending order. */
  readonly refreshes: readonly number[];
  /** In the order of their FQNs. */
  readonly tests: readonly KnownTest[];
}
