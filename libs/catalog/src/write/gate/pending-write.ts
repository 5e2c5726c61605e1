import { AppError, type ErrorDetail } from '@app/common';
import type { Transaction } from '@app/database';
import type { StoredWrite } from '../write-answer';

/** An entity whose write is pending. */
export interface PendingEntity {
  readonly id: string;
  readonly fqn: string;
  /** In tenths. */
  readonly version: number;
  /** The entity as it stays, in JSON. */
  readonly json: string;
}

/**
 * A write that a rule of its type makes pending. Thrown before anything is written; a caller that does not handle it answers a conflict
 * that names the pending entity. `keep` stores it instead, in a transaction of its own, since that of the write is rolled back.
 */
export class PendingWrite extends AppError {
  constructor(
    message: string,
    details: readonly ErrorDetail[],
    readonly entity: PendingEntity,
    /** Undefined, and nothing is stored: the entity is another by now. */
    readonly keep: (tx: Transaction) => Promise<StoredWrite | undefined>,
    /** Nothing is pending: `keep` does what has to come first, and the write is tried again. */
    readonly isDelay = false,
  ) {
    super('CONFLICT', message, { details });
  }
}
