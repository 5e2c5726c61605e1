import type { Actor } from '@app/common';
import { Database, LargeReads } from '@app/database';
import { Injectable } from '@nestjs/common';
import { graphEdge, type GraphEdge } from '../edges/edge-answer';
import { EdgeReader } from '../edges/edge-reader';
import type { StoredEdge } from '../edges/stored-edge';
import { LARGE_READ } from '../traversal/lineage-walker';
import type { Side } from '../traversal/walk';
import type { GraphPage } from './graph-page';

/** An item with its position in a traversal. */
export type OnSide<T> = T & { readonly direction: Side; readonly hop: number };

/** Reads the edges of a page of a traversal as the caller sees them. */
@Injectable()
export class GraphEdges {
  constructor(
    private readonly database: Database,
    private readonly edges: EdgeReader,
    private readonly large: LargeReads,
  ) {}

  /** @param columns whether they include column mappings */
  async of(actor: Actor, page: GraphPage, { columns }: { readonly columns: boolean }): Promise<OnSide<GraphEdge>[]> {
    const shown: OnSide<GraphEdge>[] = [];
    for (const { block, from, to } of page.edges) {
      if (from.length === 0) continue;
      const read = (): Promise<StoredEdge[]> =>
        this.edges.read(this.database, actor, from.map(String), to.map(String), { columns });
      const edges = await (from.length < LARGE_READ ? read() : this.large.turn(read));
      for (const edge of edges) {
        const answer = columns ? graphEdge(edge) : withoutColumns(graphEdge(edge));
        shown.push({ ...answer, direction: block.side, hop: block.hop });
      }
    }
    return shown;
  }
}

function withoutColumns({ lineageDetails, ...edge }: GraphEdge): GraphEdge {
  const { columnsLineage: _columns, ...details } = lineageDetails;
  return { ...edge, lineageDetails: details };
}
