import type { EdgeLookup } from './edge-lookup';
import type { QueuedPage } from './edge-queue';
import { PAGE_EDGES } from './export-edge';
import type { EdgePage, ExportEdge } from './export-edge';
import type { HopEdge } from './hop-edges';

/** Edges read by their ends in one statement: with all their columns, and with SQL of any length. */
const WITH_DETAILS = 50;

/** Returns the queue of a scan as pages of edges, and reads the data that the scan omitted. */
export class EdgeFeed {
  /** @param details whether each edge includes all stored details */
  constructor(
    private readonly lookup: EdgeLookup,
    private readonly details: boolean,
  ) {}

  /**
   * The pages in order. A page is read on demand; no connection is held between two. Edges that were deleted
   * meanwhile are omitted.
   */
  async *pages(queued: AsyncIterable<QueuedPage>): AsyncGenerator<EdgePage, void, undefined> {
    for await (const page of queued) yield* this.whole(page);
  }

  private async *whole(page: QueuedPage): AsyncGenerator<EdgePage, void, undefined> {
    const { side, hop } = page;
    for await (const part of this.parts(page)) {
      const edges = Array.isArray(part) ? part : await this.lookup.whole(part.from, part.to);
      if (edges.length) yield { side, hop, edges };
    }
  }

  /** Runs of complete edges, and ends of edges whose details must be read, in order. */
  private async *parts(page: QueuedPage): AsyncGenerator<ExportEdge[] | Ends, void, undefined> {
    if ('edges' in page) return yield* partsOf(page.edges, this.details);
    const { from, to } = page;
    if (this.details) return yield* endsOf(Array.from(from), Array.from(to));
    for (let i = 0; i < from.length; i += PAGE_EDGES) {
      const ends = [from, to].map((nodes) => Array.from(nodes.subarray(i, i + PAGE_EDGES), String));
      yield* partsOf(await this.lookup.short(...(ends as [string[], string[]])), this.details);
    }
  }
}

interface Ends {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

function* partsOf(all: readonly HopEdge[], details: boolean): Generator<ExportEdge[] | Ends, void, undefined> {
  if (!details && !all.some(({ isLong }) => isLong)) return yield [...all];
  for (const { whole, edges } of runsOf(all, details)) {
    if (whole) yield edges;
    else
      yield* endsOf(
        edges.map(({ fromNode }) => fromNode),
        edges.map(({ toNode }) => toNode),
      );
  }
}

function* endsOf(from: readonly number[], to: readonly number[]): Generator<Ends, void, undefined> {
  for (let i = 0; i < from.length; i += WITH_DETAILS) {
    yield { from: from.slice(i, i + WITH_DETAILS).map(String), to: to.slice(i, i + WITH_DETAILS).map(String) };
  }
}

/** Groups adjacent edges that are all complete, or all to be read. */
function runsOf(edges: readonly HopEdge[], details: boolean): { whole: boolean; edges: HopEdge[] }[] {
  const runs: { whole: boolean; edges: HopEdge[] }[] = [];
  for (const edge of edges) {
    const whole = !details && edge.isLong !== true;
    const last = runs.at(-1);
    if (last?.whole === whole) last.edges.push(edge);
    else runs.push({ whole, edges: [edge] });
  }
  return runs;
}
