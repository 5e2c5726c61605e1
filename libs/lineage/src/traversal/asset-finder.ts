import { AccessControl } from '@app/auth';
import { Visibility } from '@app/catalog';
import { badRequest, isUuid, notFound, type Actor, type Operation } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { LINEAGE_TYPES, type Asset } from './asset';

export const ASSET_COLUMNS = `e.node::text as node, e.id::text as id, e.type, e.name, e.fqn,
  e.deleted_by is not null as deleted, owner_ids(e.node) as "ownerIds"`;

const found = (by: string, condition: string) => ({
  name: `lineage-asset-${by}`,
  text: `select ${ASSET_COLUMNS} from entity e where e.type = $1 and ${condition}`,
});

const BY_ID = found('id', 'e.id = $2');
const BY_FQN = found('fqn', 'md5(e.fqn)::uuid = md5($2)::uuid and e.fqn = $2');

/** How a request identifies an asset. */
export type AssetKey = { readonly id: string } | { readonly fqn: string };

/** Finds the start asset of a traversal, and checks the actor's permission. */
@Injectable()
export class AssetFinder {
  constructor(
    private readonly database: Database,
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
    key: AssetKey,
    { operation = 'ViewBasic' as Operation, includeDeleted = false } = {},
  ): Promise<Asset> {
    checkLineageType(type, 'type');
    this.access.requireAnyObject(actor, operation, type);
    const named = 'id' in key ? key.id : key.fqn;
    if ('id' in key && !isUuid(key.id)) throw badRequest(`id: ${JSON.stringify(key.id)} is not a UUID`);
    const [asset] = await this.database.read<Asset>('id' in key ? BY_ID : BY_FQN, [type, named]);
    if (!asset || (asset.deleted && !includeDeleted)) throw notFound(type, named);
    await this.visibility.requireObject(this.database, actor, type, asset, { key: named, oneOf: [operation] });
    return asset;
  }
}

/** @throws {AppError} BAD_REQUEST listing the types that have lineage */
export function checkLineageType(type: string, field: string): void {
  if (LINEAGE_TYPES.includes(type)) return;
  throw badRequest(`${field}: ${JSON.stringify(type)} has no lineage; allowed are ${LINEAGE_TYPES.join(', ')}`);
}
