import { Semaphore } from '@app/common';
import type { Asset } from '../../traversal/asset';
import type { Side } from '../../traversal/walk';
import type { EdgeQueue } from '../edge-queue';
import type { ExportRequest } from '../export-request';
import type { HopEdge } from '../hop-edges';
import { ExportThrottle } from './export-throttle';
import { Frontier } from './frontier';
import { readHop, type HopOptions } from './hop-reader';
import { NodeSet } from './node-set';
import { MOST_SCANS, type ScanPool } from './scan-pool';

/**
 * The statements return all rows, and JIT compilation takes longer than most of them run. Looking up a few thousand
 * names by index is faster than a sequential scan (measured: 100 ms instead of 300 ms for a hub); at the default
 * random_page_cost the planner would choose the scan.
 */
const SETTINGS = `set local jit = off; set local cursor_tuple_fraction = 1; set local random_page_cost = 1.1`;

/** The part of an export that decides which edges it has. */
export interface ScanRequest
  extends Pick<ExportRequest, 'upstreamDepth' | 'downstreamDepth' | 'includeDeleted'>, Pick<HopOptions, 'visibility'> {
  readonly root: Pick<Asset, 'node' | 'fqn' | 'type'>;
}

interface SideScan extends HopOptions {
  readonly root: ScanRequest['root'];
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
    private readonly throttle = new ExportThrottle(),
  ) {}

  /**
   * Puts the edges into the queue; nothing if its reader has gone before the scan starts. @param onBegin called when the database responds
   */
  run(request: ScanRequest, queue: EdgeQueue, onBegin: () => void = () => undefined): Promise<void> {
    const { upstreamDepth, downstreamDepth } = request;
    return this.scans.run(async () => {
      if (queue.destroyed) return;
      await this.pool.snapshot(SETTINGS, async (snapshot) => {
        onBegin();
        const common = { ...request, snapshot, queue, throttle: this.throttle };
        const known = await scanSide({ ...common, side: 'upstream', depth: upstreamDepth, known: new NodeSet() });
        await scanSide({ ...common, side: 'downstream', depth: downstreamDepth, known });
      });
    });
  }
}

/** @returns the nodes whose edges were emitted */
async function scanSide(scan: SideScan): Promise<NodeSet> {
  const { node, fqn, type } = scan.root;
  const met = new NodeSet();
  if (scan.depth === 0) return met;
  met.add(Number(node));
  let frontier = new Frontier();
  frontier.add(Number(node), fqn, type);
  for (let hop = 1; hop <= scan.depth && frontier.size > 0; hop++) {
    frontier = await scanHop(scan, hop, frontier, met);
  }
  return met;
}

/** @param met receives the nodes found for the first time, which are also returned, unless this is the last hop */
async function scanHop(scan: SideScan, hop: number, frontier: Frontier, met: NodeSet): Promise<Frontier> {
  const { side, depth, known, queue } = scan;
  const next = new Frontier();
  for await (const page of readHop(scan, frontier)) {
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
