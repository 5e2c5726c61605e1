import { isUuid, notFound, type Actor, type Operation } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityKey } from './entity.repository';
import type { NamedReference } from './query/reference-sql';
import { Visibility } from '../visibility/visibility';

/** An entity with what permission is judged by; live or soft-deleted. */
export interface FoundEntity {
  /** bigint in decimal */
  readonly node: string;
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly fqn: string;
  readonly deleted: boolean;
  /** Its owners, otherwise those of its nearest ancestor that has owners. */
  readonly ownerIds: readonly string[];
}

/** For paths that take either; a FQN that looks like a UUID is not found there. */
export const toEntityKey = (text: string): EntityKey => (isUuid(text) ? { id: text.toLowerCase() } : { fqn: text });

/** The key of an entity in a reference as it is sent. */
export const referenceKey = ({
  id,
  fullyQualifiedName = '',
}: Pick<NamedReference, 'id' | 'fullyQualifiedName'>): EntityKey =>
  id === undefined ? { fqn: fullyQualifiedName } : toEntityKey(id);

const found = (by: string, condition: string) => ({
  name: `entity-${by}`,
  text: `
    select e.node::text as node, e.id::text as id, e.type, e.name, e.fqn, e.deleted_by is not null as deleted,
           owner_ids(e.node) as "ownerIds"
      from entity e where e.type = $1 and ${condition}`,
});

const BY_ID = found('id', 'e.id = $2');
const BY_FQN = found('fqn', 'md5(e.fqn)::uuid = md5($2)::uuid and e.fqn = $2');

@Injectable()
export class EntityFinder {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
  ) {}

  /** Before anything is judged: callers ask `Visibility` next. */
  async find(type: string, key: EntityKey): Promise<FoundEntity | undefined> {
    const [statement, value] = 'id' in key ? [BY_ID, key.id] : [BY_FQN, key.fqn];
    const [entity] = await this.database.read<FoundEntity>(statement, [type, value]);
    return entity;
  }

  /**
   * A live entity on which the actor may do the operation.
   *
   * @param asked the key as it was sent
   * @throws {AppError} NOT_FOUND, also for what is hidden from the actor; FORBIDDEN
   */
  async findFor(
    actor: Actor,
    operation: Operation,
    type: string,
    key: EntityKey,
    asked = Object.values(key).join(),
  ): Promise<FoundEntity> {
    this.visibility.requireType(actor, type);
    const entity = await this.find(type, key);
    if (!entity || entity.deleted) throw notFound(type, asked);
    await this.visibility.requireObject(this.database, actor, type, entity, { key: asked, oneOf: [operation] });
    return entity;
  }
}
