import { createHash } from 'node:crypto';
import { Batcher, type Actor } from '@app/common';
import { Database, isLocked, isOfAValue, query, type PreparedStatement, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import {
  keyOfNodes,
  type EdgeDraft,
  type EdgeDraftById,
  type EdgeNodes,
  type EdgeSaying,
  type StoredEdge,
} from './stored-edge';

/** $1: edges, as JSON. A row for each that is stored as it was sent. */
const PUT: PreparedStatement = { name: 'lineage-put-edges', text: 'select * from put_edges($1)' };

/** The same statement as a transaction of its own. $2: longest wait for a lock. */
const PUT_AND_COMMIT: PreparedStatement = {
  name: 'lineage-put-edges-commit',
  text: 'select * from put_edges($1, $2)',
};
/** After a transaction that locks an end or an edge for longer, each edge of a group is written by itself. */
const LONGEST_WAIT = '50ms';

/** Edges that arrive while others are written share the next call, since the commit takes longer than an edge. */
const GROUP = { most: 64, atOnce: 1, isOnes: () => false };

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

type WrittenRow = Omit<StoredEdge, 'source' | 'sqlQuery' | 'description' | 'columns'> & { readonly place: number };

interface PutAsk {
  readonly actor: Actor;
  readonly draft: EdgeDraft | EdgeDraftById;
}

/** Stores edges from any caller, who must check permissions. */
@Injectable()
export class EdgeWriter {
  private readonly waiting = new Batcher((sent: readonly PutAsk[]) => this.putGroup(sent), GROUP);

  constructor(private readonly database: Database) {}

  /**
   * Creates or replaces edges, in one statement; of drafts between the same two nodes the last one counts. If the pipeline of a draft was
   * deleted meanwhile, the edge is stored without it.
   *
   * @returns the stored edge of each draft, in order; undefined for one with an end that was deleted meanwhile: it is not stored
   */
  async put(tx: Transaction, actor: Actor, drafts: readonly EdgeDraft[]): Promise<(StoredEdge | undefined)[]> {
    if (drafts.length === 0) return [];
    const last = [...new Map(drafts.map((draft) => [keyOfNodes(draft), draft])).values()];
    const rows = await query<WrittenRow & object>(tx, PUT, [sentEdges(last.map((draft) => ({ actor, draft })))]);
    const stored = new Map(rows.map((row) => [keyOfNodes(row), storedEdge(row, last[row.place]!)]));
    return drafts.map((draft) => stored.get(keyOfNodes(draft)));
  }

  /**
   * Creates or replaces one edge in a transaction shared with others that arrive at the same time (group commit). Each has its own actor and
   * origin.
   *
   * @returns undefined if nothing was written: an end does not exist as the draft names it, a value is invalid, or another transaction had
   * locked a lock for long. The caller then writes the edge in its own transaction, which waits, or refuses it.
   */
  putInGroup(actor: Actor, draft: EdgeDraftById): Promise<StoredEdge | undefined> {
    return this.waiting.ask({ actor, draft });
  }

  private async putGroup(sent: readonly PutAsk[]): Promise<(StoredEdge | undefined)[]> {
    const written: (StoredEdge | undefined)[] = sent.map(() => undefined);
    try {
      const rows = await this.database.execute<WrittenRow & object>([], PUT_AND_COMMIT, [
        sentEdges(sent),
        LONGEST_WAIT,
      ]);
      for (const row of rows) written[row.place] = storedEdge(row, sent[row.place]!.draft);
      return written;
    } catch (error) {
      // Nothing was written.
      if (isLocked(error) || isOfAValue(error)) return written;
      throw error;
    }
  }

  /** The edges among these that are stored, as drafts that say the same; locked. */
  async stored(tx: Transaction, ends: readonly EdgeNodes[]): Promise<EdgeDraft[]> {
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

/** The edges as `put_edges` takes them, each with its index. */
function sentEdges(sent: readonly PutAsk[]): string {
  return JSON.stringify(
    sent.map(({ actor, draft }, place) => ({
      place,
      ...draft,
      digest: edgeDigest(draft),
      actor: actor.name,
      origin: actor.origin,
    })),
  );
}

function storedEdge(
  { place: _, ...row }: WrittenRow,
  { source, sqlQuery, description, columns }: EdgeSaying,
): StoredEdge {
  return { ...row, source, sqlQuery: sqlQuery ?? null, description: description ?? null, columns };
}

/** Digest that detects whether an edge has changed, in hexadecimal digits. */
export function edgeDigest({ source, pipeline, sqlQuery, description, details, columns }: EdgeSaying): string {
  const content = JSON.stringify([source, pipeline, sqlQuery, description, details, columns]);
  return createHash('md5').update(content).digest('hex');
}
