import { AccessControl } from '@app/auth';
import type { EntityKey } from '@app/catalog';
import { invalidFields, isUuid, type Actor, type Operation } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { LINEAGE_TYPES, type Asset } from '../traversal/asset';
import { NamedAssets, type NamedEntity } from './named-assets';

/** One end of an edge as named by a path; without a type: of any type. */
export type EndKey = EntityKey & { readonly type?: string };

export interface EdgeKey {
  readonly from: EndKey;
  readonly to: EndKey;
}

/** Finds the two ends of an edge, and checks the actor's permission on them. */
@Injectable()
export class EdgeEnds {
  constructor(
    private readonly assets: NamedAssets,
    private readonly access: AccessControl,
  ) {}

  /** @throws {AppError} BAD_REQUEST, NOT_FOUND, FORBIDDEN */
  async find(tx: Transaction, actor: Actor, key: EdgeKey, operation: Operation): Promise<{ from: Asset; to: Asset }> {
    const named = { from: endOf('from', key.from), to: endOf('to', key.to) };
    const find = await this.assets.find(tx, actor, Object.values(named));
    const ends = { from: find(named.from), to: find(named.to) };
    for (const asset of Object.values(ends)) this.require(actor, asset, operation);
    return ends;
  }

  /** Finds a single asset, and checks the actor's permission on it. */
  async one(tx: Transaction, actor: Actor, key: EndKey, operation: Operation): Promise<Asset> {
    const named = endOf('entity', key);
    const asset = (await this.assets.find(tx, actor, [named]))(named);
    this.require(actor, asset, operation);
    return asset;
  }

  private require(actor: Actor, asset: Asset, operation: Operation): void {
    this.access.requireObject(actor, asset.type, asset, { key: asset.id, oneOf: [operation] });
  }
}

/** @throws {AppError} BAD_REQUEST for a type without lineage, or for an invalid UUID */
function endOf(field: string, key: EndKey): NamedEntity {
  const { type } = key;
  if (type !== undefined && !LINEAGE_TYPES.includes(type)) {
    const message = `${JSON.stringify(type)} has no lineage; allowed are ${LINEAGE_TYPES.join(', ')}`;
    throw invalidFields([{ field: `${field}Type`, message }]);
  }
  const types = type === undefined ? LINEAGE_TYPES : [type];
  if ('fqn' in key) return { field, types, fqn: key.fqn };
  if (!isUuid(key.id)) throw invalidFields([{ field, message: `${JSON.stringify(key.id)} is not a UUID` }]);
  return { field, types, id: key.id.toLowerCase() };
}
