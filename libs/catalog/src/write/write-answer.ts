import type { EntityAnswer } from '../read/entity-answer';

/** A write that a rule of its type makes pending, as it is stored. */
export interface StoredWrite {
  /** Its answer, in JSON. */
  readonly json: string;
  /** For one line in an answer about many: `proposal <id>`. */
  readonly label: string;
  /** Its path. */
  readonly location: string;
  /** The rule that makes the write pending, as a header names it. */
  readonly rule: string;
  /** The entity as it would have become, with its present version, in JSON: for clients that read an entity and nothing else. */
  readonly proposed: string;
}

/** The response to a write, ready to be sent. */
export interface WriteAnswer extends EntityAnswer {
  /** This is the stored response to an earlier request with the same Idempotency-Key. */
  readonly replayed?: true;
  /** The rule of its type under which the entity was written with changes, or its write is pending. */
  readonly rule?: string;
  /** The pending write as it is stored: the entity stays as the answer shows it. */
  readonly kept?: StoredWrite;
}
