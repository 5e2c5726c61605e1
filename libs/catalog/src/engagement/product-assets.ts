import { invalidFields, type Actor } from '@app/common';
import { Database, query } from '@app/database';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../types/entity-types';
import type { Relation } from '../definition/entity-type';
import { EntityReader } from '../read/entity-reader';
import type { EntityKey } from '../read/entity.repository';
import type { Reference } from '../definition/entity-document';
import { OtherEnds, type EndChange } from '../write/access/other-ends';
import { WriteAccess } from '../write/access/write-access';
import { describeListChange } from '../document/change-description';
import type { Target, WriteContext } from '../write/entity-draft';
import type { LockedEntity } from '../write/entity-update';
import { EntityWriteRepository } from '../write/entity-write.repository';
import { referenceFault } from '../schema/check/reference-fault';
import { ReferenceResolver } from '../write/references/reference-resolver';
import { writerKey } from '../write/writer-keys';

/** Maximum number of assets added or removed in one request. */
const MOST_ASSETS = 1_000;

/** The role of an asset in a data product: a part of it, an input that it consumes, an output that others may consume. */
type ProductList = 'assets' | 'inputPorts' | 'outputPorts';

type ProductDocument = { readonly [List in ProductList]?: readonly Reference[] };

/** A page of a list: `offset` entries are skipped. */
interface PortPage {
  readonly data: readonly Reference[];
  readonly paging: { readonly total: number; readonly offset: number; readonly limit: number };
}

/** The assets and the ports of a data product, changed incrementally: a product may have more of them than fit into a patch. */
@Injectable()
export class ProductAssets {
  constructor(
    private readonly database: Database,
    private readonly store: EntityWriteRepository,
    private readonly reader: EntityReader,
    private readonly resolver: ReferenceResolver,
    private readonly access: WriteAccess,
    private readonly ends: OtherEnds,
  ) {}

  /**
   * Returns the named assets. Assets already in the list are not a change. Domains need not match. A port of one side is none of the
   * other, and an output port is an asset of the product.
   */
  add(actor: Actor, key: EntityKey, assets: unknown, list: ProductList = 'assets'): Promise<Target[]> {
    return this.change(actor, key, assets, { list, way: 'add' });
  }

  /** Removes assets as `add` adds them; assets that are not in the list are not a change. */
  remove(actor: Actor, key: EntityKey, assets: unknown, list: ProductList = 'assets'): Promise<Target[]> {
    return this.change(actor, key, assets, { list, way: 'remove' });
  }

  /** The live ports of one side that the actor may see, by name. @throws {AppError} NOT_FOUND, FORBIDDEN */
  async ports(
    actor: Actor,
    key: EntityKey,
    list: Exclude<ProductList, 'assets'>,
    limit: number,
    offset: number,
  ): Promise<PortPage> {
    const { json } = await this.reader.get(actor, entityTypes.get('dataProduct'), key, list, 'non-deleted');
    const ports = ((JSON.parse(json) as ProductDocument)[list] ?? []).filter(({ deleted }) => !deleted);
    return { data: ports.slice(offset, offset + limit), paging: { total: ports.length, offset, limit } };
  }

  /** Atomic. @throws {AppError} NOT_FOUND for the product or an asset, FORBIDDEN, BAD_REQUEST */
  private async change(actor: Actor, key: EntityKey, assets: unknown, change: ListChange): Promise<Target[]> {
    const { list, way } = change;
    const entityType = entityTypes.get('dataProduct');
    const { types } = entityType.relations[list] as Relation;
    const given = checked(assets, types);
    return this.database.queuedTransaction(
      [writerKey(entityType.type, key)],
      async (tx) => {
        const context = { tx, actor, entityType };
        const locked = await this.access.open(context, key, { oneOf: ['EditAll'] });
        const before = JSON.parse((await this.reader.whole(context, locked.id)).json) as ProductDocument;
        const targets = await this.resolver.references(tx, actor, 'assets', types, given);
        const had = idsOf(before[list]);
        const changed = targets.filter(({ id }) => had.has(id) === (way === 'remove'));
        if (!changed.length) return targets;
        const near = { ...locked, entityType };
        const ends = await this.ends.open(context, near, changed.map(endOf(change)));
        if (way === 'add') requireFitting(changed, before, list);
        await this.ends.around(context, ends, () => this.write(context, locked, before, changed, change));
        return targets;
      },
      actor.origin,
    );
  }

  private async write(
    { tx, actor, entityType }: WriteContext,
    locked: LockedEntity,
    before: ProductDocument,
    changed: readonly Target[],
    change: ListChange,
  ): Promise<void> {
    await this.store.keepVersions(tx, [{ locked, document: { ...before } }]);
    const { inverse, stored = change.list } = entityType.relations[change.list] as Relation;
    const [from, to] = inverse ? ['n', '$3'] : ['$3', 'n'];
    const text =
      change.way === 'add'
        ? `insert into entity_reference (from_node, relation, to_node, position)
           select ${from}::bigint, $2, ${to}::bigint, 0 from unnest($1::bigint[]) n on conflict do nothing`
        : `delete from entity_reference r using unnest($1::bigint[]) n
            where r.from_node = ${from}::bigint and r.relation = $2 and r.to_node = ${to}::bigint`;
    await query(tx, text, [changed.map(({ node }) => node), stored, locked.node]);
    await this.store.mark(tx, locked, actor.name, describeListChange(change.list, change.way, changed, locked));
  }
}

interface ListChange {
  readonly list: ProductList;
  readonly way: 'add' | 'remove';
}

const idsOf = (references: readonly { readonly id: string }[] = []): ReadonlySet<string> =>
  new Set(references.map(({ id }) => id));

const endOf =
  ({ list, way }: ListChange) =>
  ({ id, type }: Target): EndChange => ({ id, type, property: list, way: way === 'add' ? 'added' : 'removed' });

/** @throws {AppError} BAD_REQUEST listing every asset that cannot be in the list */
function requireFitting(targets: readonly Target[], before: ProductDocument, list: ProductList): void {
  if (list === 'assets') return;
  const [other, side] =
    list === 'inputPorts' ? (['outputPorts', 'output'] as const) : (['inputPorts', 'input'] as const);
  const [opposite, assets] = [idsOf(before[other]), idsOf(before.assets)];
  const faults = targets.flatMap(({ id, fullyQualifiedName }) => {
    if (opposite.has(id)) return [`${fullyQualifiedName} is an ${side} port of the data product already`];
    if (list === 'inputPorts' || assets.has(id)) return [];
    return [`${fullyQualifiedName} is no asset of the data product, which an output port must be`];
  });
  if (faults.length) throw invalidFields(faults.map((message) => ({ field: 'assets', message })));
}

/** @throws {AppError} BAD_REQUEST listing every invalid reference */
function checked(assets: unknown, types: readonly string[]): unknown[] {
  if (!Array.isArray(assets))
    throw invalidFields([{ field: 'assets', message: 'must be an array of references such as {"id", "type"}' }]);
  if (assets.length > MOST_ASSETS)
    throw invalidFields([{ field: 'assets', message: `has ${assets.length} items; at most ${MOST_ASSETS} at a time` }]);
  const faults = assets.flatMap((reference: unknown, i) => {
    const message = referenceFault(reference, types);
    return message === undefined ? [] : [{ field: `assets[${i}]`, message }];
  });
  if (faults.length) throw invalidFields(faults);
  return assets;
}
