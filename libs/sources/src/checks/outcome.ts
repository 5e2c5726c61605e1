import { type Reason, SourceError } from '../reason';

export interface Outcome {
  readonly status: 'Success' | 'Failed' | 'Aborted';
  readonly reason?: Reason;
  /** One sentence: what was found and what was expected; of Aborted why. */
  readonly message: string;
  /** The value that was compared, of ODCS rules and SQL. */
  readonly value?: number | string;
  readonly rows?: number;
  readonly failedRows?: number;
  readonly passedRows?: number;
  readonly failedRowsPercentage?: number;
  readonly passedRowsPercentage?: number;
  /** Names of parameters, or arguments of a rule, that change nothing of it. */
  readonly ignored?: readonly string[];
  /** Named values of a test case's result. */
  readonly values?: readonly { readonly name: string; readonly value: string }[];
  readonly minBound?: number;
  readonly maxBound?: number;
  /** A query of the rows that fail; it has the rule's literals, no data. */
  readonly statement?: string;
}

/** A check that was not computed: neither Success nor Failed. */
export const aborted = (reason: Reason, message: string): Outcome => ({ status: 'Aborted', reason, message });

export function abortedBy(error: unknown): Outcome {
  if (error instanceof SourceError) return aborted(error.reason, error.message);
  return aborted('internal', error instanceof Error ? error.message : String(error));
}

/** Refuses a check before anything is asked of the source; caught where checks are compiled. */
export class CheckRefusal extends Error {
  constructor(
    readonly reason: Reason,
    message: string,
  ) {
    super(message);
  }
}

/** Rows of the table by whether they pass; of no rows none fails. */
export function rowCounts(rows: number, failedRows: number): Partial<Outcome> {
  const failedRowsPercentage = rows === 0 ? 0 : (failedRows / rows) * 100;
  return {
    rows,
    failedRows,
    passedRows: rows - failedRows,
    failedRowsPercentage,
    passedRowsPercentage: rows === 0 ? 100 : ((rows - failedRows) / rows) * 100,
  };
}
