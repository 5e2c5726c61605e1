import { AccessControl } from '@app/auth';
import { Batcher, isUuid, type Actor } from '@app/common';
import { Database, isLocked, isOfAValue, query, type PreparedStatement } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Reference } from '@app/catalog';
import { LINEAGE_TYPES } from '../traversal/asset';
import { EdgeReader } from './edge-reader';
import type { SentEdge } from './edge-schema';
import { edgeDigest } from './edge-writer';
import { namedEntity, type NamedEntity } from './named-assets';
import type { EdgeSaying, StoredEdge } from './stored-edge';

/** $1, $2: ids of the ends, $3, $4: types that they may have, then what the edge says, its digest and by whom. */
const PUT_EDGE: PreparedStatement = {
  name: 'lineage-put-edge',
  text: `select from_node::text as "fromNode", to_node::text as "toNode", from_end as "from", to_end as "to",
                created_at::float8 as "createdAt", created_by as "createdBy", updated_at::float8 as "updatedAt", updated_by as "updatedBy"
           from lineage_put_edge($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
};

interface WrittenEdge extends Pick<
  StoredEdge,
  'fromNode' | 'toNode' | 'createdAt' | 'createdBy' | 'updatedAt' | 'updatedBy'
> {
  readonly from: Reference;
  readonly to: Reference;
}

/** As `PUT_EDGE`, of several, each with its place, its actor and its origin. $1: these, as JSON. */
const PUT_EDGES: PreparedStatement = {
  name: 'lineage-put-plain',
  text: 'select * from lineage_put_plain($1)',
};

/** Edges that arrive while others are written share the next call, since the commit takes longer than an edge. */
const TOGETHER = { most: 64, atOnce: 1, isOnes: () => false };

/** An edge between two ids that names nothing else, so that nothing has to be looked up before it is written. */
export interface PlainEdge {
  readonly from: NamedEntity & { readonly id: string };
  readonly to: NamedEntity & { readonly id: string };
  readonly says: EdgeSaying;
}

interface PlaceRow extends WrittenEdge {
  readonly place: number;
}

interface Sent {
  readonly actor: Actor;
  readonly edge: PlainEdge;
  readonly digest: string;
}

/** Writes edges of which all is known but whether their ends are there, by one statement for all that wait (ADR 105, 118). */
@Injectable()
export class PlainEdges {
  private readonly waiting = new Batcher((sent: readonly Sent[]) => this.putAll(sent), TOGETHER);

  constructor(
    private readonly database: Database,
    private readonly reader: EdgeReader,
    private readonly access: AccessControl,
  ) {}

  /** The edge, if it is plain, and the actor may view and link whatever it leads from and to. */
  of(actor: Actor, { fromEntity, toEntity, description, lineageDetails = {} }: SentEdge): PlainEdge | undefined {
    const {
      sqlQuery,
      columnsLineage = [],
      pipeline,
      source = 'Manual',
      description: detail,
      assetEdges,
    } = lineageDetails;
    if (pipeline !== undefined || columnsLineage.length > 0 || !this.mayLinkAll(actor)) return undefined;
    const [from, to] = [fromEntity, toEntity].map((sent) => namedEntity('', LINEAGE_TYPES, sent));
    if (!hasId(from) || !hasId(to)) return undefined;
    const details = {
      ...(detail !== undefined && { description: detail }),
      ...(assetEdges !== undefined && { assetEdges }),
    };
    const said = { ...(sqlQuery !== undefined && { sqlQuery }), ...(description !== undefined && { description }) };
    return { from, to, says: { source, ...said, details, columns: [] } };
  }

  /** Creates or replaces it. Undefined where an end is not there as it is named: nothing is written. */
  async put(keys: readonly string[], actor: Actor, edge: PlainEdge): Promise<StoredEdge | undefined> {
    const digest = edgeDigest(edge.says);
    const written =
      (await this.waiting.ask({ actor, edge, digest })) ?? (await this.putAlone(keys, { actor, edge, digest }));
    if (!written) return undefined;
    const { source, sqlQuery = null, description = null, details } = edge.says;
    return { ...written, source, sqlQuery, description, details, pipelineNode: null, pipeline: null, columns: [] };
  }

  /** Those that need not wait for anybody, in one call; undefined: it is asked for alone. */
  private async putAll(sent: readonly Sent[]): Promise<(WrittenEdge | undefined)[]> {
    const written: (WrittenEdge | undefined)[] = sent.map(() => undefined);
    try {
      const rows = await this.database.execute<PlaceRow & object>([], PUT_EDGES, [JSON.stringify(sent.map(sentRow))]);
      for (const { place, ...row } of rows) written[place] = row;
      return written;
    } catch (error) {
      // One of them holds the others up, or has a value that PostgreSQL refuses: nothing was written.
      if (isLocked(error) || isOfAValue(error)) return written;
      throw error;
    }
  }

  /** In a transaction of its own, which waits for those who have locked an end or the edge. */
  private async putAlone(keys: readonly string[], { actor, edge, digest }: Sent): Promise<WrittenEdge | undefined> {
    const { from, to, says } = edge;
    const { source, sqlQuery = null, description = null, details } = says;
    const values = [from.id, to.id, from.types, to.types, source, sqlQuery, description, details, digest, actor.name];
    const [written] = await this.database.queuedTransaction(
      keys,
      (tx) => {
        const rows = query<WrittenEdge & object>(tx, PUT_EDGE, values);
        this.database.endsNow(tx);
        return rows;
      },
      actor.origin,
    );
    return written;
  }

  /** Whether the rules hide nothing from the actor, and let it link every asset. */
  private mayLinkAll(actor: Actor): boolean {
    return (
      this.reader.readsAtOnce(actor) &&
      LINEAGE_TYPES.every((type) =>
        (['ViewBasic', 'EditLineage'] as const).every(
          (operation) => this.access.scope(actor, operation, type) === 'all',
        ),
      )
    );
  }
}

const hasId = (end: NamedEntity | undefined): end is NamedEntity & { readonly id: string } =>
  end?.id !== undefined && isUuid(end.id);

function sentRow({ actor, edge: { from, to, says }, digest }: Sent, place: number): object {
  const { source, sqlQuery, description, details } = says;
  const ends = { from: from.id, to: to.id, fromTypes: from.types, toTypes: to.types };
  return { place, ...ends, source, sqlQuery, description, details, digest, actor: actor.name, origin: actor.origin };
}
