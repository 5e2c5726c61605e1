import { Database } from '@app/database';
import type { Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import { EdgeReader } from '../../edges/store/edge-reader';
import type { StoredEdge } from '../../edges/store/stored-edge';
import type { EdgeQueue, QueuedPage } from './edge-queue';
import { PAGE_EDGES } from './export-edge';
import type { EdgePage, ExportEdge } from './export-edge';
import { EDGES_BY_ENDS } from './hop-edges';
import type { HopEdge } from './hop-edges';

/** Edges that are read by their ends at once: with all their columns, and with SQL of any length. */
const WITH_DETAILS = 50;

/** Gives what a scan has queued as pages of edges, and reads what the scan left out. */
@Injectable()
export class EdgeFeed {
  constructor(
    private readonly database: Database,
    private readonly reader: EdgeReader,
  ) {}

  /**
   * The pages of the queue in their order. A page is read when it is asked for; between two no connection is held. Edges that
   * were removed meanwhile are left out.
   *
   * @param details whether each edge comes with all that is stored of it
   */
  async *pages(actor: Actor, queue: EdgeQueue, details: boolean): AsyncGenerator<EdgePage, void, undefined> {
    try {
      for (let page = await queue.take(); page; page = await queue.take()) yield* this.whole(actor, page, details);
    } finally {
      queue.leave();
    }
  }

  private async *whole(actor: Actor, page: QueuedPage, details: boolean): AsyncGenerator<EdgePage, void, undefined> {
    const { side, hop } = page;
    for await (const part of this.parts(page, details)) {
      const edges = Array.isArray(part) ? part : await this.read(actor, part);
      if (edges.length) yield { side, hop, edges };
    }
  }

  /** Runs of edges that are whole, and ends of those to be read with their details, in their order. */
  private async *parts(page: QueuedPage, details: boolean): AsyncGenerator<ExportEdge[] | Ends, void, undefined> {
    if ('edges' in page) return yield* partsOf(page.edges, details);
    const { from, to } = page;
    if (details) return yield* endsOf(Array.from(from), Array.from(to));
    for (let i = 0; i < from.length; i += PAGE_EDGES) {
      const ends = [from, to].map((nodes) => Array.from(nodes.subarray(i, i + PAGE_EDGES), String));
      yield* partsOf(await this.database.read<HopEdge>(EDGES_BY_ENDS, ends), details);
    }
  }

  private async read(actor: Actor, { from, to }: Ends): Promise<ExportEdge[]> {
    const stored = await this.reader.read(this.database, actor, from, to);
    return stored.map(exportEdge);
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

/** Neighbours that are alike whole, or alike to be read. */
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

function exportEdge(stored: StoredEdge): ExportEdge {
  const { from, to, sqlQuery } = stored;
  return {
    fromNode: Number(stored.fromNode),
    toNode: Number(stored.toNode),
    fromFqn: from.fullyQualifiedName,
    fromType: from.type,
    toFqn: to.fullyQualifiedName,
    toType: to.type,
    sqlQuery,
    stored,
  };
}
