import type { WriteAnswer } from '../write-answer';
import type { EntityRow } from '../../read/entity-row';
import type { Stamp } from '../../read/whole-stamp';
import type { LockedEntity } from '../entity-update';

/** A live entity as it was read or written: its row, its document, and the versions of the rows that this follows from. */
export interface EntitySnapshot {
  readonly row: LockedEntity;
  /** The row of a read of it without its own documents. */
  readonly shown: EntityRow;
  /** Its document with all fields as it is read, as the answer of a write that leaves it so. One object, so that its tag is made once. */
  readonly answer: WriteAnswer & { readonly created: false };
  /** Undefined where it follows from more rows than a stamp covers. */
  readonly stamp: Stamp | undefined;
  /** The digest of the body of a PUT that was found to change nothing of it; set by the planner. */
  leftBy?: string | undefined;
  /** The digest of its row, if its write returned one. */
  readonly digest?: Uint8Array;
}

/** The result of `load` of the store. */
export interface LoadedSnapshot {
  /** Undefined where there is no live entity of the key. */
  readonly entity: EntitySnapshot | undefined;
  /** Whether it was read within this request; else it may be stale. */
  readonly isRead: boolean;
}
