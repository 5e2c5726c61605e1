/** upstream: towards what the root is made of. */
export type Side = 'upstream' | 'downstream';

export interface WalkRequest {
  /** bigint in decimal, as `Asset.node` has it. */
  readonly root: string;
  /** Hops to go; 0 leaves the side out. */
  readonly upstreamDepth: number;
  readonly downstreamDepth: number;
  /** false: a deleted node hides what lies behind it. */
  readonly includeDeleted: boolean;
}

/**
 * A run of edges of one side and hop, by nodes: two arrays in step, as the text that PostgreSQL reads as `bigint[]` (`{1,2}`),
 * so that a block goes back into a statement as it is.
 */
export interface EdgeBlock {
  readonly side: Side;
  /** 1 for the edges at the root. */
  readonly hop: number;
  /** Edges in it; 1 to `BLOCK_EDGES`. */
  readonly size: number;
  readonly from: string;
  readonly to: string;
}

/** Edges in a block: small enough to be parsed between two requests, large enough that a block's statement hardly counts. */
export const BLOCK_EDGES = 2_000;

/** The node numbers of a `bigint[]` in text. */
export function nodesOf(text: string): number[] {
  return text.length > 2 ? text.slice(1, -1).split(',').map(Number) : [];
}

/** The `bigint[]` in text of node numbers. */
export function nodeText(nodes: Iterable<number>): string {
  return `{${[...nodes].join(',')}}`;
}
