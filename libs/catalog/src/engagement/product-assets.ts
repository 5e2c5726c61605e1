import { invalidFields, type Actor } from '@app/common';
import { Database, query } from '@app/database';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../definition/entity-types';
import type { Relation } from '../definition/entity-type';
import { EntityReader } from '../read/entity-reader';
import type { EntityKey } from '../read/entity.repository';
import { OtherEnds, type EndChange } from '../write/access/other-ends';
import { WriteAccess } from '../write/access/write-access';
import type { ChangeDescription } from '../write/document/change-description';
import type { Target, WriteContext } from '../write/entity-draft';
import { EntityWriteRepository, type LockedEntity } from '../write/entity-write.repository';
import { referenceFault } from '../schema/check/reference-fault';
import { ReferenceResolver } from '../write/references/reference-resolver';
import { writerKey } from '../write/writer-keys';

/** Maximum number of assets added or removed in one request. */
const MOST_ASSETS = 1_000;

interface ProductDocument {
  readonly assets?: readonly { id: string }[];
}

/** The assets of a data product, changed incrementally: a product may have more assets than fit into a patch. */
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

  /** Returns the named assets. Assets already in the product are not a change. Domains need not match. */
  add(actor: Actor, key: EntityKey, assets: unknown): Promise<Target[]> {
    return this.change(actor, key, assets, 'add');
  }

  /** As `add`; assets that are not in the product are not a change. */
  remove(actor: Actor, key: EntityKey, assets: unknown): Promise<Target[]> {
    return this.change(actor, key, assets, 'remove');
  }

  /** Atomic. @throws {AppError} NOT_FOUND for the product or an asset, FORBIDDEN, BAD_REQUEST */
  private async change(actor: Actor, key: EntityKey, assets: unknown, way: 'add' | 'remove'): Promise<Target[]> {
    const entityType = entityTypes.get('dataProduct');
    const { types } = entityType.relations.assets as Relation;
    const given = checked(assets, types);
    return this.database.queuedTransaction(
      [writerKey(entityType.type, key)],
      async (tx) => {
        const context = { tx, actor, entityType };
        const locked = await this.access.open(context, key, { oneOf: ['EditAll'] });
        const before = JSON.parse((await this.reader.whole(context, locked.id)).json) as ProductDocument;
        const targets = await this.resolver.references(tx, actor, 'assets', types, given);
        const had = new Set((before.assets ?? []).map(({ id }) => id));
        const changed = targets.filter(({ id }) => had.has(id) === (way === 'remove'));
        if (!changed.length) return targets;
        const near = { ...locked, entityType };
        const ends = await this.ends.open(context, near, changed.map(changeOf(way)));
        await this.ends.around(context, ends, () => this.write(context, locked, before, changed, way));
        return targets;
      },
      actor.origin,
    );
  }

  private async write(
    { tx, actor }: WriteContext,
    locked: LockedEntity,
    before: ProductDocument,
    changed: readonly Target[],
    way: 'add' | 'remove',
  ): Promise<void> {
    await this.store.keepVersions(tx, [{ locked, document: { ...before } }]);
    const nodes = changed.map(({ node }) => node);
    const text =
      way === 'add'
        ? `insert into entity_reference (from_node, relation, to_node, position)
           select n, 'dataProducts', $2::bigint, 0 from unnest($1::bigint[]) n on conflict do nothing`
        : `delete from entity_reference where from_node = any($1::bigint[]) and relation = 'dataProducts' and to_node = $2`;
    await query(tx, text, [nodes, locked.node]);
    await this.store.mark(tx, locked, actor.name, describe(locked, changed, way));
  }
}

const changeOf =
  (way: 'add' | 'remove') =>
  ({ id, type }: Target): EndChange => ({ id, type, property: 'assets', way: way === 'add' ? 'added' : 'removed' });

function describe(locked: LockedEntity, changed: readonly Target[], way: 'add' | 'remove'): ChangeDescription {
  const references = changed.map(({ id, type, name, fullyQualifiedName }) => ({ id, type, name, fullyQualifiedName }));
  return {
    fieldsAdded: way === 'add' ? [{ name: 'assets', newValue: references }] : [],
    fieldsUpdated: [],
    fieldsDeleted: way === 'remove' ? [{ name: 'assets', oldValue: references }] : [],
    previousVersion: locked.version / 10,
  };
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
