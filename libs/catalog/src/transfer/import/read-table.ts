/** Something that is wrong with a table of an import. */
export interface ImportFault {
  /** Line of a CSV, or the place of the table in a JSON list; both from 1. */
  readonly line: number;
  /** Header of the cell in a CSV, path in the body in JSON. */
  readonly field: string;
  /** What is wrong and what is allowed; absent where `cause` tells. */
  readonly message?: string;
  /** A failure that the table is not to blame for, as it was thrown: the edge decides what a caller is told. */
  readonly cause?: unknown;
}

/** Where a fault stands that was found in the body of a table. */
export type FaultPlace = (path: string) => Pick<ImportFault, 'line' | 'field'>;

/** A table as it was read from a file. */
export interface ReadTable {
  /** Rows of the file that it was read from. */
  readonly rows: number;
  /** What the file calls it; absent where that could not be read. */
  readonly name?: string;
  readonly body: unknown;
  /** With any of them the body is not written. */
  readonly faults: readonly ImportFault[];
  readonly placeOf: FaultPlace;
}
