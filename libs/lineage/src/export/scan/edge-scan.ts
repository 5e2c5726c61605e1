import { Semaphore } from '@app/common';
import type { Visibility } from '../../traversal/visibility';
import type { Side } from '../../traversal/walk';
import type { EdgeQueue } from '../read/edge-queue';
import type { HopEdge } from '../read/hop-edges';
import { ReaderGone } from '../read/reader-gone';
import { Frontier } from './frontier';
import { readHop } from './hop-reader';
import type { HopCourse } from './hop-reader';
import { ExportThrottle } from './export-throttle';
import { NodeSet } from './node-set';
import { MOST_SCANS } from './scan-pool';
import type { ScanPool } from './scan-pool';
import type { ScanRequest } from './scan-request';

/**
 * The statements return all rows, and JIT compilation takes longer than most of them run. Looking up a few thousand
 * names by index is faster than a sequential scan (measured: 100 ms instead of 300 ms for a hub); at the default
 * random_page_cost the planner would choose the scan.
 */
const SETTINGS = `set local jit = off; set local cursor_tuple_fraction = 1; set local random_page_cost = 1.1`;

/** State of one side of a scan. */
interface Course extends HopCourse {
  readonly queue: EdgeQueue;
  readonly depth: number;
  /** Nodes whose incoming edges were emitted on the other side. */
  readonly known: NodeSet;
}

/**
 * The edges around an asset, by sets of nodes: one statement per hop and side, all in one snapshot of the database.
 * Upstream nearest first, then downstream nearest first, each edge once; an edge on both sides is upstream. Deleted
 * nodes, and nodes that are not visible to the caller, hide the nodes behind them.
 */
export class EdgeScan {
  private readonly scans = new Semaphore({ atOnce: MOST_SCANS });

  constructor(
    private readonly pool: ScanPool,
    private readonly manners = new ExportThrottle(),
  ) {}

  /**
   * Scans into the queue and closes it, with the failure if there was one. @param onBegin called when the database
   * responds
   */
  async run(request: ScanRequest, visibility: Visibility, queue: EdgeQueue, onBegin: () => void): Promise<void> {
    try {
      await this.scans.run(() => this.scan(request, visibility, queue, onBegin));
      queue.end();
    } catch (error) {
      queue.end(error instanceof ReaderGone ? undefined : (error as Error));
    }
  }

  private async scan(
    { root, upstreamDepth, downstreamDepth, includeDeleted }: ScanRequest,
    visibility: Visibility,
    queue: EdgeQueue,
    onBegin: () => void,
  ): Promise<void> {
    await this.pool.snapshot(SETTINGS, async (snapshot) => {
      onBegin();
      const common = { snapshot, queue, includeDeleted, visibility, manners: this.manners };
      const known = await go({ ...common, side: 'upstream', depth: upstreamDepth, known: new NodeSet() }, root);
      await go({ ...common, side: 'downstream', depth: downstreamDepth, known }, root);
    });
  }
}

/** @returns the nodes whose edges were emitted */
async function go(course: Course, { node, fqn, type }: ScanRequest['root']): Promise<NodeSet> {
  const met = new NodeSet();
  if (course.depth === 0) return met;
  met.add(Number(node));
  let frontier = new Frontier();
  frontier.add(Number(node), fqn, type);
  for (let hop = 1; hop <= course.depth && frontier.size > 0; hop++) {
    frontier = await goOneHop(course, hop, frontier, met);
  }
  return met;
}

/** @param met receives the nodes found for the first time, which are also returned, unless this is the last hop */
async function goOneHop(course: Course, hop: number, frontier: Frontier, met: NodeSet): Promise<Frontier> {
  const { side, depth, known, queue } = course;
  const next = new Frontier();
  for await (const page of readHop(course, frontier)) {
    if (hop < depth) for (const edge of page) meet(side, edge, met, next);
    const edges = known.size ? page.filter(({ toNode }) => !known.has(toNode)) : page;
    if (edges.length) await queue.put({ side, hop, edges });
  }
  return next;
}

function meet(side: Side, edge: HopEdge, met: NodeSet, next: Frontier): void {
  const far = side === 'upstream' ? edge.fromNode : edge.toNode;
  if (!met.add(far)) return;
  if (side === 'upstream') next.add(far, edge.fromFqn, edge.fromType);
  else next.add(far, edge.toFqn, edge.toType);
}
