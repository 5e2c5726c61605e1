import type { CheckedBody } from '../entity-drafter';

/** What became of one row of a bulk write. */
export type BulkOutcome = BulkSuccess | BulkFailure;

export interface BulkSuccess {
  readonly created: boolean;
  /** Whether anything was written: false where the entity was already what the row says. */
  readonly changed: boolean;
  readonly id: string;
  readonly fqn: string;
  /** The entity as a list without `fields` shows it, where answers were asked for. */
  readonly json?: string;
}

export interface BulkFailure {
  /** What it was refused for: an AppError where the row is to blame. */
  readonly error: unknown;
}

/** A row whose body passed the checks of its shape, with its place among all that were sent. */
export interface BulkRow {
  readonly at: number;
  readonly received: CheckedBody;
}

/** Outcomes by the place of their row. */
export type Outcomes = Map<number, BulkOutcome>;
