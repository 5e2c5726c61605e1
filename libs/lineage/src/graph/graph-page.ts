import { nodesOf, type EdgeBlock, type Side } from '../traversal/walk';

/** Number of assets that a hop of a walk reaches, among those that are shown. */
export interface HopCount {
  readonly direction: Side;
  readonly hop: number;
  /** Nodes not reached by an earlier hop. */
  nodes: number;
  edges: number;
}

export interface PageNode {
  readonly node: number;
  readonly direction: Side;
  readonly hop: number;
}

/** Edges of a page per node of its budget: dense graphs have far more edges than nodes. */
const EDGES_PER_NODE = 10;

/** Collects the nodes and edges of one page of a traversal, and counts the whole traversal. */
export class GraphPage {
  readonly nodes: PageNode[] = [];
  /** By block, because their details are read per block. */
  readonly edges: { readonly block: EdgeBlock; readonly from: number[]; readonly to: number[] }[] = [];
  readonly hops: HopCount[] = [];
  /** Edges of the traversal that were processed, shown or not. */
  private edgesTaken = 0;
  private readonly met: Set<number>;
  private readonly shown: Set<number>;
  private readonly listed: Set<number>;

  /** @param budget maximum number of nodes of the page */
  constructor(
    root: number,
    private readonly budget: number,
  ) {
    [this.met, this.shown, this.listed] = [new Set([root]), new Set([root]), new Set([root])];
  }

  /** The far nodes of a block that were not seen before. */
  fresh({ side, from, to }: EdgeBlock): number[] {
    const far = new Set(nodesOf(side === 'upstream' ? from : to));
    return [...far].filter((node) => !this.met.has(node));
  }

  /** Counts a block. @param fresh its new nodes @param matching those of them that are shown */
  count(block: EdgeBlock, fresh: readonly number[], matching: readonly number[]): void {
    for (const node of fresh) this.met.add(node);
    for (const node of matching) this.shown.add(node);
    const hop = this.hopOf(block);
    hop.nodes += matching.length;
    const tos = nodesOf(block.to);
    nodesOf(block.from).forEach((from, i) => (hop.edges += this.shows(from, tos[i] as number) ? 1 : 0));
  }

  /**
   * Takes the edges of a block from `start` on, up to the budget.
   * @returns the position in the block of the last edge taken; undefined if all were
   */
  take(block: EdgeBlock, start: number): number | undefined {
    const [froms, tos] = [nodesOf(block.from), nodesOf(block.to)];
    const taken = { block, from: [] as number[], to: [] as number[] };
    this.edges.push(taken);
    const far = block.side === 'upstream' ? froms : tos;
    for (const node of far.slice(0, start)) this.listed.add(node);
    for (let i = start; i < far.length; i++) {
      const [node, from, to] = [far[i] as number, froms[i] as number, tos[i] as number];
      const isNew = this.shown.has(node) && !this.listed.has(node);
      if (this.isFull(isNew)) return i - 1;
      if (isNew) this.nodes.push({ node, direction: block.side, hop: block.hop });
      this.listed.add(node);
      this.edgesTaken++;
      if (!this.shows(from, to)) continue;
      taken.from.push(from);
      taken.to.push(to);
    }
    return undefined;
  }

  private isFull(isNew: boolean): boolean {
    if (this.edgesTaken === 0) return false;
    return this.edgesTaken >= this.budget * EDGES_PER_NODE || (isNew && this.nodes.length >= this.budget);
  }

  private shows(from: number, to: number): boolean {
    return this.shown.has(from) && this.shown.has(to);
  }

  private hopOf({ side, hop }: EdgeBlock): HopCount {
    const last = this.hops.at(-1);
    if (last?.direction === side && last.hop === hop) return last;
    const count = { direction: side, hop, nodes: 0, edges: 0 };
    this.hops.push(count);
    return count;
  }
}
