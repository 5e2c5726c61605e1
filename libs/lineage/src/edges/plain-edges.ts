import { AccessControl } from '@app/auth';
import { isUuid, type Actor } from '@app/common';
import { Database, query, type PreparedStatement } from '@app/database';
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

/** An edge between two ids that names nothing else, so that nothing has to be looked up before it is written. */
export interface PlainEdge {
  readonly from: NamedEntity & { readonly id: string };
  readonly to: NamedEntity & { readonly id: string };
  readonly says: EdgeSaying;
}

/** Writes edges of which all is known but whether their ends are there, by one statement that commits with it (ADR 105). */
@Injectable()
export class PlainEdges {
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

  /** Creates or replaces it, in a transaction of its own. Undefined where an end is not there as it is named: nothing is written. */
  async put(keys: readonly string[], actor: Actor, { from, to, says }: PlainEdge): Promise<StoredEdge | undefined> {
    const { source, sqlQuery = null, description = null, details } = says;
    const values = [
      from.id,
      to.id,
      from.types,
      to.types,
      source,
      sqlQuery,
      description,
      details,
      edgeDigest(says),
      actor.name,
    ];
    const [written] = await this.database.queuedTransaction(
      keys,
      (tx) => {
        const rows = query<WrittenEdge & object>(tx, PUT_EDGE, values);
        this.database.endsNow(tx);
        return rows;
      },
      actor.origin,
    );
    return (
      written && { ...written, source, sqlQuery, description, details, pipelineNode: null, pipeline: null, columns: [] }
    );
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
