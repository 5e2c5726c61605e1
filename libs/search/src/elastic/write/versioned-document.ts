import type { IndexedDocument } from '../../document/search-document';

/** A document with the version of its state: of two writes of one node the greater version wins, whichever comes first. */
export interface VersionedDocument extends IndexedDocument {
  /** A safe integer over 0 that grows from one reading of the node to the next. */
  readonly version: number;
}

export interface VersionedNode {
  readonly node: string;
  readonly version: number;
}

export interface WriteOptions {
  /** Come back only when searches find it. */
  readonly visible?: boolean;
}

export interface WriteReport {
  /** Written or removed now. */
  readonly written: number;
  /** Left alone, since a later state was there. */
  readonly late: number;
  /** Refused by the index for good; the others are not touched by that. */
  readonly refused: readonly { readonly node: string; readonly reason: string }[];
}
