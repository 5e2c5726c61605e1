import { AccessControl } from '@app/auth';
import type { Actor } from '@app/common';
import { Database, run } from '@app/database';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { visibilityOf, visibleValues } from '../../traversal/visibility';
import type { Visibility } from '../../traversal/visibility';
import { nodeText } from '../../traversal/walk';
import type { Side, WalkRequest } from '../../traversal/walk';
import type { EdgeQueue } from './edge-queue';
import { PAGE_EDGES } from './export-edge';
import { hopEdges } from './hop-edges';
import type { HopEdge } from './hop-edges';
import { ReaderGone } from './reader-gone';
import { ScanGate } from './scan-gate';

/** Rows that the database is asked for at once: a round trip for each page would take as long as the work. */
const FETCH = 1_000;

/** Nodes at most whose edges are first read without a cursor: mostly they are few. */
const FEW_NODES = 50;

/** One snapshot. The statements return everything, and compiling them takes longer than most of them run. */
const SETTINGS = `set transaction isolation level repeatable read; set local jit = off; set local cursor_tuple_fraction = 1`;

/** What a side of a scan knows. */
interface Course {
  readonly tx: Transaction;
  readonly queue: EdgeQueue;
  readonly side: Side;
  readonly depth: number;
  readonly includeDeleted: boolean;
  readonly visibility: Visibility;
  /** Nodes whose incoming edges went out on the other side. */
  readonly known: ReadonlySet<number>;
}

/**
 * The edges around an asset, by sets of nodes: one statement per hop and side, all in one snapshot of the database. Upstream nearest
 * first, then downstream nearest first, each edge once; one that is met on both sides comes upstream. What is deleted, or not
 * visible to the caller, hides what lies behind it.
 */
@Injectable()
export class EdgeScan {
  private readonly gate = new ScanGate();

  constructor(
    private readonly database: Database,
    private readonly access: AccessControl,
  ) {}

  /** Scans into the queue and ends it, with the failure if there was one. @param onBegin told when a connection is there */
  async run(actor: Actor, request: WalkRequest, queue: EdgeQueue, onBegin: () => void): Promise<void> {
    try {
      const visibility = visibilityOf(this.access, actor);
      await this.gate.pass(() => this.scan(request, visibility, queue, onBegin));
      queue.end();
    } catch (error) {
      queue.end(error instanceof ReaderGone ? undefined : (error as Error));
    }
  }

  private async scan(
    request: WalkRequest,
    visibility: Visibility,
    queue: EdgeQueue,
    onBegin: () => void,
  ): Promise<void> {
    let begun = false;
    await this.database.transaction(async (tx) => {
      // It only reads, in a snapshot: nothing makes the database ask for it again.
      if (begun) throw new Error('a scan cannot begin again: its edges went out');
      begun = true;
      await run(tx, SETTINGS);
      onBegin();
      const { upstreamDepth, downstreamDepth, includeDeleted } = request;
      const common = { tx, queue, includeDeleted, visibility };
      const expanded = await go({ ...common, side: 'upstream', depth: upstreamDepth, known: new Set() }, request.root);
      await go({ ...common, side: 'downstream', depth: downstreamDepth, known: expanded }, request.root);
    });
  }
}

/** @returns the nodes whose edges went out */
async function go(course: Course, root: string): Promise<Set<number>> {
  const met = new Set([Number(root)]);
  const expanded = new Set<number>();
  let frontier = [...met];
  for (let hop = 1; hop <= course.depth && frontier.length > 0; hop++) {
    for (const node of frontier) expanded.add(node);
    frontier = await goOneHop(course, hop, frontier, met);
  }
  return expanded;
}

/** @param met grows by the nodes that are met for the first time, which are returned */
async function goOneHop(course: Course, hop: number, frontier: readonly number[], met: Set<number>): Promise<number[]> {
  const { side, known, queue } = course;
  const next: number[] = [];
  for await (const page of readHop(course, frontier, hop === course.depth)) {
    for (const { fromNode, toNode } of page) {
      const far = side === 'upstream' ? fromNode : toNode;
      if (met.has(far)) continue;
      met.add(far);
      next.push(far);
    }
    const edges = known.size ? page.filter(({ toNode }) => !known.has(toNode)) : page;
    if (edges.length) await queue.put({ side, hop, edges });
  }
  return next;
}

/** Edges that stood upstream still lead on; only behind the last hop nothing comes, and they are left out by the database. */
async function* readHop(
  { tx, side, known, includeDeleted, visibility }: Course,
  frontier: readonly number[],
  isLast: boolean,
): AsyncGenerator<readonly HopEdge[], void, undefined> {
  const restricted = visibility.rules.length > 0;
  const text = hopEdges(side, restricted);
  const values: unknown[] = [nodeText(frontier), includeDeleted, isLast ? nodeText(known) : '{}'];
  if (restricted) values.push(...visibleValues(visibility));
  const few = frontier.length > FEW_NODES ? undefined : await run<HopEdge>(tx, `${text} limit ${PAGE_EDGES}`, values);
  if (few && few.length < PAGE_EDGES) yield few;
  else yield* byCursor(tx, text, values);
}

async function* byCursor(
  tx: Transaction,
  text: string,
  values: readonly unknown[],
): AsyncGenerator<readonly HopEdge[], void, undefined> {
  await run(tx, `declare lineage_hop no scroll cursor for ${text}`, values);
  const fetch = (): Promise<HopEdge[]> => run<HopEdge>(tx, `fetch ${FETCH} from lineage_hop`);
  for (let fetched = await fetch(); fetched.length > 0;) {
    // The next rows come while these are worked on; that they cannot come is told when they are asked for.
    const next = fetched.length < FETCH ? Promise.resolve([]) : fetch();
    next.catch(() => undefined);
    for (let from = 0; from < fetched.length; from += PAGE_EDGES) yield fetched.slice(from, from + PAGE_EDGES);
    fetched = await next;
  }
  await run(tx, 'close lineage_hop');
}
