import { inTransaction, Visibility } from '@app/catalog';
import { isUuid, AppError, type Actor } from '@app/common';
import { AccessControl } from '@app/auth';
import { query, type PreparedStatement, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { LINEAGE_TYPES, type Asset } from '../traversal/asset';
import type { SentReference } from './edge-schema';

/** An entity reference in a request: one of these types, by id or by FQN. */
export interface NamedEntity {
  /** Location in the request, for errors: `edge.toEntity`. */
  readonly field: string;
  readonly types: readonly string[];
  readonly id?: string;
  readonly fqn?: string;
}

export function namedEntity(field: string, types: readonly string[], sent: SentReference): NamedEntity {
  if (typeof sent === 'string')
    return isUuid(sent) ? { field, types, id: sent.toLowerCase() } : { field, types, fqn: sent };
  const { id, type, fullyQualifiedName } = sent;
  const allowed = type === undefined ? types : [type];
  return typeof id === 'string'
    ? { field, types: allowed, id: id.toLowerCase() }
    : { field, types: allowed, fqn: fullyQualifiedName ?? '' };
}

const FIND: PreparedStatement = {
  name: 'lineage-named-assets',
  text: `
  with wanted as (
    select node from entity where id = any(array(select unnest($1::uuid[])))
    union
    select e.node from unnest($2::text[], $3::text[]) as w (type, fqn)
      join entity e on e.type = w.type and md5(e.fqn)::uuid = md5(w.fqn)::uuid and e.fqn = w.fqn
  )
  select e.node::text as node, e.id::text as id, e.type, e.name, e.fqn, e.deleted_by is not null as deleted,
         case when $4 then owner_ids(e.node) else '{}'::text[] end as "ownerIds"
    from wanted w join entity e on e.node = w.node`,
};

/** Finds the entities that requests name, in one statement for all of them. */
@Injectable()
export class NamedAssets {
  constructor(
    private readonly access: AccessControl,
    private readonly visibility: Visibility,
  ) {}

  /**
   * Returns a lookup function for these entities; those hidden from the actor are not found. It throws
   * FORBIDDEN for one that is named with types of which the actor may view none, whether it is there or not.
   */
  async find(tx: Transaction, actor: Actor, named: readonly NamedEntity[]): Promise<(one: NamedEntity) => Asset> {
    const ids = named.flatMap(({ id }) => (id === undefined ? [] : [id]));
    const names = named.flatMap(({ fqn, types }) => (fqn === undefined ? [] : types.map((type) => ({ type, fqn }))));
    const once = [...new Map(names.map((name) => [keyOf(name.type, name.fqn), name])).values()];
    const values = [
      [...new Set(ids)],
      once.map(({ type }) => type),
      once.map(({ fqn }) => fqn),
      this.asksOwners(actor),
    ];
    const found = await query<Asset>(tx, FIND, values);
    const hidden = await this.visibility.hiddenOf(inTransaction(tx), actor, found);
    const isSeen = ({ id, type }: Asset): boolean => !hidden.has(id) && !this.visibility.isClosed(actor, type);
    const rows = found.filter((asset) => !asset.deleted && isSeen(asset));
    const byId = new Map(rows.map((row) => [row.id, row]));
    const byName = new Map(rows.map((row) => [keyOf(row.type, row.fqn), row]));
    const requireOneOf = this.visibility.typeCheck(actor);
    return (one) => {
      requireOneOf(one.types);
      return pick(one, byId, byName);
    };
  }

  /** Whether a permission of the actor depends on the owner of the asset. */
  private asksOwners(actor: Actor): boolean {
    const asked = ['ViewBasic', 'EditLineage'] as const;
    return LINEAGE_TYPES.some((type) =>
      asked.some((operation) => this.access.scope(actor, operation, type) === 'some'),
    );
  }
}

const keyOf = (type: string, fqn: string): string => `${type} ${fqn}`;

/** @throws {AppError} NOT_FOUND */
function pick(
  { field, types, id, fqn = '' }: NamedEntity,
  byId: ReadonlyMap<string, Asset>,
  byName: ReadonlyMap<string, Asset>,
): Asset {
  const found =
    id === undefined
      ? types.flatMap((type) => byName.get(keyOf(type, fqn)) ?? [])[0]
      : [byId.get(id)].find((asset) => asset && types.includes(asset.type));
  if (found) return found;
  const kind = types.length > 2 ? 'asset' : types.join(' or ');
  const message = `${kind} instance for ${id ?? fqn} not found`;
  throw new AppError('NOT_FOUND', message, { details: [{ field, message }] });
}
