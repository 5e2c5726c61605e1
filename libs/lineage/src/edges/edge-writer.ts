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
