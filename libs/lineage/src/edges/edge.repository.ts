import type { Actor } from '@app/common';
import { query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { referenceJson } from './edge-reader';
import type { EdgeNodes, StoredEdge } from './stored-edge';

/** An end of an edge, with the fields needed for permissions. */
interface End {
  readonly node: string;
  readonly id: string;
  readonly type: string;
  readonly ownerIds: readonly string[];
}

interface Ends {
  readonly from: End;
  readonly to: End;
}

type EdgeWithPipeline = EdgeNodes & Pick<StoredEdge, 'pipeline'> & { readonly pipelineNode: string };

const end = (e: string): string =>
  `json_build_object('node', ${e}.node::text, 'id', ${e}.id, 'type', ${e}.type, 'ownerIds', owner_ids(${e}.node))`;

/** Queries about single edges. Nodes are bigint in decimal. */
@Injectable()
export class EdgeRepository {
  /** Locks the edge; returns whether it exists. */
  async lock(tx: Transaction, from: string, to: string): Promise<boolean> {
    const text = 'select 1 from lineage_edge where from_node = $1 and to_node = $2 for update';
    return (await query(tx, text, [from, to])).length > 0;
  }

  /** The edges among these, by their ends, that have a pipeline; locked, in the order used by all writers. */
  lockWithPipelines(tx: Transaction, from: readonly string[], to: readonly string[]): Promise<EdgeWithPipeline[]> {
    const text = `
      select l.from_node::text as "fromNode", l.to_node::text as "toNode", p.node::text as "pipelineNode",
             ${referenceJson('p')} as pipeline
        from unnest($1::bigint[], $2::bigint[]) w (from_node, to_node)
        join lineage_edge l on l.from_node = w.from_node and l.to_node = w.to_node
        join entity p on p.node = l.pipeline
       order by l.from_node, l.to_node for update of l`;
    return query<EdgeWithPipeline>(tx, text, [from, to]);
  }

  /** The edges of a source that lead to the asset, or are produced by it; locked, in the order used by all writers. */
  lockOfSource(tx: Transaction, node: string, source: string): Promise<Ends[]> {
    const text = `
      select ${end('f')} as "from", ${end('t')} as "to"
        from lineage_edge l join entity f on f.node = l.from_node join entity t on t.node = l.to_node
       where l.source = $2 and (l.to_node = $1 or l.pipeline = $1)
       order by l.from_node, l.to_node for update of l`;
    return query<Ends>(tx, text, [node, source]);
  }

  async remove(tx: Transaction, actor: Actor, from: readonly string[], to: readonly string[]): Promise<void> {
    await query(tx, 'select lineage_remove_edges($1, $2, $3)', [from, to, actor.name]);
  }
}
