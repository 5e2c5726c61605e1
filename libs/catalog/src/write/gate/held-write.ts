import { AppError, type ErrorDetail } from '@app/common';
import type { Transaction } from '@app/database';

/** A write that a rule of its type keeps back, as it is stored instead. */
export interface KeptWrite {
  /** Its answer, in JSON. */
  readonly json: string;
  /** For one line in an answer about many: `proposal <id>`. */
  readonly label: string;
  /** Its path. */
  readonly location: string;
  /** The rule that keeps the write back, as a header names it. */
  readonly rule: string;
  /** The entity as it would have become, with its present version, in JSON: for clients that read an entity and nothing else. */
  readonly proposed: string;
}

/** An entity whose write is kept back. */
export interface HeldEntity {
  readonly id: string;
  readonly fqn: string;
  /** In tenths. */
  readonly version: number;
  /** The entity as it stays, in JSON. */
  readonly json: string;
}

/**
 * A write that a rule of its type keeps back. Thrown before anything of it is written; whoever does not know of it answers it as a conflict
 * that names what is kept back. `keep` stores it instead, in a transaction of its own, since that of the write is rolled back.
 */
export class HeldWrite extends AppError {
  constructor(
    message: string,
    details: readonly ErrorDetail[],
    readonly entity: HeldEntity,
    /** Undefined, and nothing is stored: the entity is another by now. */
    readonly keep: (tx: Transaction) => Promise<KeptWrite | undefined>,
    /** Nothing is kept back: `keep` does what has to come first, and the write is tried again. */
    readonly isDelay = false,
  ) {
    super('CONFLICT', message, { details });
  }
}
