/** upstream: towards the sources of the root. */
export type Side = 'upstream' | 'downstream';

export interface WalkRequest {
  /** bigint in decimal, as `Asset.node` has it. */
  readonly root: string;
  /** Number of hops; 0 omits the side. */
  readonly upstreamDepth: number;
  readonly downstreamDepth: number;
  /** false: a deleted node hides the nodes behind it. */
  readonly includeDeleted: boolean;
  /** Whether it is known to have many edges. */
  readonly isLarge?: boolean;
}

/**
 * Edges of one side and hop, by nodes: two parallel arrays, in PostgreSQL's text form of `bigint[]` (`{1,2}`), so
 * that a block can be passed to a statement unchanged.
 */
export interface EdgeBlock {
  readonly side: Side;
  /** 1 for the edges at the root. */
  readonly hop: number;
  /** Number of edges; 1 to `BLOCK_EDGES`. */
  readonly size: number;
  readonly from: string;
  readonly to: string;
}

/**
 * Edges per block: small enough to be parsed between two requests, large enough that the overhead of a statement per
 * block is negligible.
 */
export const BLOCK_EDGES = 2_000;

/** The node numbers of a `bigint[]` in text. */
export function nodesOf(text: string): number[] {
  return text.length > 2 ? text.slice(1, -1).split(',').map(Number) : [];
}

/** The `bigint[]` in text of node numbers. */
export function nodeText(nodes: Iterable<number>): string {
  return `{${[...nodes].join(',')}}`;
}
