import { createHash } from 'node:crypto';
import type { Actor } from '@app/common';
import { NOW_MS, query, type PreparedStatement, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EdgeDraft } from './stored-edge';

/** Prevents the ends from being deleted while their edges are written. Locks in a fixed order to prevent deadlocks. */
const HOLD: PreparedStatement = {
  name: 'lineage-hold-ends',
  text: `select e.node::text as node from entity e where e.node = any($1::bigint[]) order by e.node for key share`,
};

/** Unchanged edges are not updated and keep their modification time. */
const PUT_EDGES: PreparedStatement = {
  name: 'lineage-put-edges',
  text: `
  with clock as materialized (select ${NOW_MS} as now)
  insert into lineage_edge as e (from_node, to_node, source, pipeline, sql_query, description, details, digest,
                                 created_at, created_by, updated_at, updated_by)
  select x.from_node, x.to_node, x.source, x.pipeline, x.sql_query, x.description, x.details, x.digest, clock.now, $2, clock.now, $2
    from clock, jsonb_to_recordset($1) as x (from_node bigint, to_node bigint, source text, pipeline bigint, sql_query text,
                                      description text, details jsonb, digest uuid)
   order by x.from_node, x.to_node
  on conflict (from_node, to_node) do update
     set source = excluded.source, pipeline = excluded.pipeline, sql_query = excluded.sql_query,
         description = excluded.description, details = excluded.details, digest = excluded.digest,
         updated_at = excluded.updated_at, updated_by = excluded.updated_by
   where e.digest <> excluded.digest
  returning from_node::text as "fromNode", to_node::text as "toNode"`,
};

/** A separate statement: the one for edges may have waited for another writer, whose columns it does not see. */
const CLEAR_COLUMNS: PreparedStatement = {
  name: 'lineage-clear-columns',
  text: `
  delete from lineage_column_edge c using unnest($1::bigint[], $2::bigint[]) as w (from_node, to_node)
   where c.from_node = w.from_node and c.to_node = w.to_node`,
};

const PUT_COLUMNS: PreparedStatement = {
  name: 'lineage-put-columns',
  text: `
  insert into lineage_column_edge (from_node, to_node, item, position, from_column, to_column, function)
  select * from jsonb_to_recordset($1) as x (from_node bigint, to_node bigint, item integer, position integer,
                                             from_column text, to_column text, function text)`,
};

interface Ends {
  readonly fromNode: string;
  readonly toNode: string;
}

/** Stores edges from any caller, who must check permissions. */
@Injectable()
export class EdgeWriter {
  /**
   * Creates or updates edges from drafts, in a fixed number of statements; of drafts between the same two nodes the
   * last one counts. If the pipeline of a draft was deleted meanwhile, the edge is stored without it.
   *
   * @returns drafts with an end that was deleted meanwhile: they are not stored
   */
  async put(tx: Transaction, actor: Actor, drafts: readonly EdgeDraft[]): Promise<EdgeDraft[]> {
    const there = await this.hold(tx, drafts);
    const [stored, lost] = [drafts.filter((draft) => hasEnds(draft, there)), drafts.filter((d) => !hasEnds(d, there))];
    const last = [...new Map(stored.map((draft) => [keyOf(draft), withPipeline(draft, there)])).values()];
    if (last.length === 0) return lost;
    const changed = await query<Ends>(tx, PUT_EDGES, [JSON.stringify(last.map(edgeRow)), actor.name]);
    const keys = new Set(changed.map(keyOf));
    await this.putColumns(
      tx,
      last.filter((draft) => keys.has(keyOf(draft))),
    );
    return lost;
  }

  /** The existing nodes, locked until the transaction ends. */
  private async hold(tx: Transaction, drafts: readonly EdgeDraft[]): Promise<Set<string>> {
    const named = drafts.flatMap(({ fromNode, toNode, pipeline }) => [
      fromNode,
      toNode,
      ...(pipeline ? [pipeline] : []),
    ]);
    const rows = await query<{ node: string }>(tx, HOLD, [[...new Set(named)]]);
    return new Set(rows.map(({ node }) => node));
  }

  private async putColumns(tx: Transaction, drafts: readonly EdgeDraft[]): Promise<void> {
    if (drafts.length === 0) return;
    await query(tx, CLEAR_COLUMNS, [drafts.map(({ fromNode }) => fromNode), drafts.map(({ toNode }) => toNode)]);
    const rows = drafts.flatMap(columnRows);
    if (rows.length > 0) await query(tx, PUT_COLUMNS, [JSON.stringify(rows)]);
  }
}

const keyOf = ({ fromNode, toNode }: Ends): string => `${fromNode} ${toNode}`;

function hasEnds({ fromNode, toNode }: EdgeDraft, there: ReadonlySet<string>): boolean {
  return there.has(fromNode) && there.has(toNode);
}

function withPipeline({ pipeline, ...draft }: EdgeDraft, there: ReadonlySet<string>): EdgeDraft {
  return pipeline && there.has(pipeline) ? { ...draft, pipeline } : draft;
}

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
    digest: digestOf(draft),
  };
}

/** Digest that detects whether an edge has changed. */
function digestOf({ source, pipeline, sqlQuery, description, details, columns }: EdgeDraft): string {
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
