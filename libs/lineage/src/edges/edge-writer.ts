import { createHash } from 'node:crypto';
import type { Actor } from '@app/common';
import { query, type PreparedStatement, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EdgeDraft, EdgeSaying } from './stored-edge';

/** $1: edges, $2: column pairs of these or null, as JSON, $3: by whom. Gives the nodes that are there. */
const PUT_EDGES: PreparedStatement = {
  name: 'lineage-put-edges',
  text: `select lineage_put_edges($1, $2, $3)::text[] as there`,
};

/** As `PUT_EDGES`, of a few without column pairs. $1: edges with their actors as JSON, $2: nodes of their ends and pipelines. */
const PUT_EACH: PreparedStatement = {
  name: 'lineage-put-each',
  text: `select lineage_put_each($1, $2, true)::text[] as there`,
};
const FEW = 8;

/** The edges between these pairs of nodes as drafts that say the same; locked, in the order used by all writers. */
const STORED: PreparedStatement = {
  name: 'lineage-stored-drafts',
  text: `
  select e.from_node::text as "fromNode", e.to_node::text as "toNode", e.source, e.pipeline::text as pipeline,
         e.sql_query as "sqlQuery", e.description, e.details, c.columns
    from (select distinct * from unnest($1::bigint[], $2::bigint[]) w (from_node, to_node)) w
    join lineage_edge e on e.from_node = w.from_node and e.to_node = w.to_node
   cross join lateral (
     select coalesce(jsonb_agg(i.item order by i.place), '[]') as columns
       from (select c.item as place, jsonb_strip_nulls(jsonb_build_object(
                      'fromColumns', jsonb_agg(c.from_column order by c.position), 'toColumn', min(c.to_column),
                      'function', min(c.function))) as item
               from lineage_column_edge c where c.from_node = e.from_node and c.to_node = e.to_node group by c.item) i) c
   order by e.from_node, e.to_node for update of e`,
};

type StoredRow = Omit<EdgeDraft, 'pipeline' | 'sqlQuery' | 'description'> & {
  readonly pipeline: string | null;
  readonly sqlQuery: string | null;
  readonly description: string | null;
};

interface There {
  readonly there: readonly string[];
}

interface Ends {
  readonly fromNode: string;
  readonly toNode: string;
}

/** Stores edges from any caller, who must check permissions. */
@Injectable()
export class EdgeWriter {
  /**
   * Creates or updates edges from drafts, in one statement; of drafts between the same two nodes the
   * last one counts. If the pipeline of a draft was deleted meanwhile, the edge is stored without it.
   *
   * @returns drafts with an end that was deleted meanwhile: they are not stored
   */
  async put(tx: Transaction, actor: Actor, drafts: readonly EdgeDraft[]): Promise<EdgeDraft[]> {
    if (drafts.length === 0) return [];
    const last = [...new Map(drafts.map((draft) => [keyOf(draft), draft])).values()];
    const columns = last.flatMap(columnRows);
    const [row] =
      columns.length === 0 && last.length <= FEW
        ? await query<There>(tx, PUT_EACH, [
            JSON.stringify(last.map((draft) => ({ ...edgeRow(draft), actor: actor.name }))),
            [...new Set(last.flatMap(nodesOf))],
          ])
        : await query<There>(tx, PUT_EDGES, [
            JSON.stringify(last.map(edgeRow)),
            columns.length ? JSON.stringify(columns) : null,
            actor.name,
          ]);
    const there = new Set(row?.there);
    return drafts.filter(({ fromNode, toNode }) => !there.has(fromNode) || !there.has(toNode));
  }

  /** The edges among these that are stored, as drafts that say the same; locked. */
  async stored(tx: Transaction, ends: readonly Ends[]): Promise<EdgeDraft[]> {
    if (ends.length === 0) return [];
    const nodes = [ends.map(({ fromNode }) => fromNode), ends.map(({ toNode }) => toNode)];
    return (await query<StoredRow & object>(tx, STORED, nodes)).map(draftOf);
  }
}

function draftOf({ pipeline, sqlQuery, description, ...row }: StoredRow): EdgeDraft {
  return {
    ...row,
    ...(pipeline !== null && { pipeline }),
    ...(sqlQuery !== null && { sqlQuery }),
    ...(description !== null && { description }),
  };
}

const keyOf = ({ fromNode, toNode }: Ends): string => `${fromNode} ${toNode}`;

const nodesOf = ({ fromNode, toNode, pipeline }: EdgeDraft): readonly string[] =>
  pipeline === undefined ? [fromNode, toNode] : [fromNode, toNode, pipeline];

function edgeRow(draft: EdgeDraft): object {
  const { fromNode, toNode, source, pipeline, sqlQuery, description, details } = draft;
  return {
    from_node: fromNode,
    to_node: toNode,
    source,
    pipeline,
    sql_query: sqlQuery,
    description,
    details,
    digest: edgeDigest(draft),
  };
}

/** Digest that detects whether an edge has changed, in hexadecimal digits. */
export function edgeDigest({ source, pipeline, sqlQuery, description, details, columns }: EdgeSaying): string {
  const content = JSON.stringify([source, pipeline, sqlQuery, description, details, columns]);
  return createHash('md5').update(content).digest('hex');
}

function columnRows({ fromNode, toNode, columns }: EdgeDraft): object[] {
  return columns.flatMap(({ fromColumns, toColumn, function: how }, item) =>
    fromColumns.map((from, position) => ({
      from_node: fromNode,
      to_node: toNode,
      item,
      position,
      from_column: from,
      to_column: toColumn,
      function: how,
    })),
  );
}
