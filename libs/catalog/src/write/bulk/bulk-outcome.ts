import { attemptAsync } from '@app/common';
import type { LockedEntity } from '../entity-update';
import type { StoredWrite } from '../write-answer';
import type { CheckedBody, Location } from '../plan/draft';

/** The outcome of one row of a bulk write. */
export type BulkOutcome = BulkSuccess | BulkFailure;

export interface BulkSuccess {
  readonly created: boolean;
  /** Whether anything was written: false if the entity already matched the row. */
  readonly changed: boolean;
  readonly id: string;
  readonly fqn: string;
  /** The entity as in a list without `fields`, if responses were requested and fit. */
  readonly json?: string;
  /** The row is pending: nothing of its entity is changed. */
  readonly kept?: StoredWrite;
}

export interface BulkFailure {
  /** The reason for rejection: an AppError if the row is at fault. */
  readonly error: unknown;
}

/** A row whose body passed format validation, with its index in the request. */
export interface BulkRow {
  readonly at: number;
  readonly received: CheckedBody;
}

/** Outcomes by row index. */
export type Outcomes = Map<number, BulkOutcome>;

/** A row whose entity has a parent. `locked`: the entity, if it exists. */
export interface LocatedRow {
  readonly row: BulkRow;
  readonly location: Location;
  readonly locked: LockedEntity | undefined;
}

/** Does the work for a row; a refusal becomes its outcome. */
export async function settle(outcomes: Outcomes, { at }: BulkRow, work: () => void | Promise<void>): Promise<void> {
  const error = await attemptAsync(async () => work());
  if (error) outcomes.set(at, { error });
}
