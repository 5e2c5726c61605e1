/** Test cases of one table, by their ids. */
export interface AskedTable {
  /** By its node, a bigint in decimal. */
  readonly table: string;
  readonly testCases: readonly string[];
}

/** The contract whose asset is read. */
export interface ReadContract {
  /** A bigint in decimal. */
  readonly node: string;
  readonly id: string;
  /** The column by which its SLA measures freshness. */
  readonly columnName?: string;
}

/** The request of a reading: what a validation wants of one source. */
export interface ReadingRequest {
  readonly tables: readonly AskedTable[];
  /** Where the source is that of the contract's asset, which is then the asset of the run. */
  readonly contract?: ReadContract;
}
