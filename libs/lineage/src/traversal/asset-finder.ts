import { AccessControl } from '@app/auth';
import { EntityFinder, Visibility, type EntityKey } from '@app/catalog';
import { badRequest, isUuid, notFound, type Actor, type Operation } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { LINEAGE_TYPES, type Asset } from './asset';

/** Finds the start asset of a traversal, and checks the actor's permission. */
@Injectable()
export class AssetFinder {
  constructor(
    private readonly database: Database,
    private readonly entities: EntityFinder,
    private readonly access: AccessControl,
    private readonly visibility: Visibility,
  ) {}

  /**
   * @param operation required permission on the asset: ViewBasic, ExportLineage …
   * @throws {AppError} BAD_REQUEST for a type that has no lineage, or for an invalid UUID; NOT_FOUND, also for assets
   * hidden from the actor, and for deleted ones unless requested; FORBIDDEN
   */
  async find(
    actor: Actor,
    type: string,
    key: EntityKey,
    { operation = 'ViewBasic' as Operation, includeDeleted = false } = {},
  ): Promise<Asset> {
    this.checkType(actor, type, key, operation);
    const named = 'id' in key ? key.id : key.fqn;
    const asset = await this.entities.find(type, key);
    if (!asset || (asset.deleted && !includeDeleted)) throw notFound(type, named);
    await this.visibility.requireObject(this.database, actor, type, asset, { key: named, oneOf: [operation] });
    return asset;
  }

  /**
   * Whether the actor may view any asset of the type that exists, so that none has to be looked at beforehand.
   * @throws {AppError} as `find`, of what does not depend on the asset
   */
  isOpen(actor: Actor, type: string, key: EntityKey): boolean {
    this.checkType(actor, type, key, 'ViewBasic');
    return this.access.scope(actor, 'ViewBasic', type) === 'all' && !this.visibility.isRestricted(actor);
  }

  private checkType(actor: Actor, type: string, key: EntityKey, operation: Operation): void {
    if (!LINEAGE_TYPES.includes(type))
      throw badRequest(`type: ${JSON.stringify(type)} has no lineage; allowed are ${LINEAGE_TYPES.join(', ')}`);
    this.visibility.requireType(actor, type);
    this.access.requireAnyObject(actor, operation, type);
    if ('id' in key && !isUuid(key.id)) throw badRequest(`id: ${JSON.stringify(key.id)} is not a UUID`);
  }
}
