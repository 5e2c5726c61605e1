import { AccessControl, type AccessObject, type ObjectRequest } from '@app/auth';
import { AppError, attempt, EDIT_OPERATIONS, notFound, type Actor, type Operation } from '@app/common';
import type { PreparedStatement } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../../definition/entity-type';
import type { EntityKey } from '../../read/entity.repository';
import { inTransaction, type Queryable } from '../../query/queryable';
import { Visibility } from '../../visibility/visibility';
import type { WriteContext } from '../entity-draft';
import type { LockedEntity } from '../entity-update';
import { EntityWriteRepository } from '../entity-write.repository';
import { openedByKey, openedByName, type OpenedEntity, type WriterRights } from '../plan/rights';

export interface OpenRequest extends Omit<ObjectRequest, 'key'> {
  /** Also finds soft-deleted entities. */
  readonly deletedToo?: boolean;
}

const OWNERS: PreparedStatement = {
  name: 'owners-of-entities',
  text: `select n.node::text as node, owner_ids(n.node) as ids from unnest($1::bigint[]) n(node)`,
};

/**
 * First step of every write to an existing entity, after the request's format is validated and before it is compared with the
 * entity: locks it and requires that it is visible to the actor, who must have some write permission, even if the request changes
 * nothing.
 */
@Injectable()
export class WriteAccess {
  constructor(
    private readonly store: EntityWriteRepository,
    private readonly access: AccessControl,
    private readonly visibility: Visibility,
  ) {}

  /** @throws {AppError} NOT_FOUND, also for one that is hidden from the actor; FORBIDDEN */
  async open(
    context: WriteContext,
    key: EntityKey,
    { deletedToo = false, ...asked }: OpenRequest,
  ): Promise<OpenedEntity> {
    const { tx, actor, entityType } = context;
    const locked = await this.store.lock(tx, entityType, key);
    const named = 'id' in key ? key.id : key.fqn;
    if (!locked || (locked.deleted_by !== null && !deletedToo)) throw notFound(entityType.type, named);
    const db = inTransaction(tx);
    const isHidden = (await this.hidden(db, actor, entityType, [locked])).has(locked.id);
    const [object = NOBODYS] = isHidden ? [] : await this.objects(db, actor, [locked]);
    return openedByKey({ actor, access: this.access, object, isHidden }, entityType, locked, { ...asked, key: named });
  }

  /** Authorizes further operations on an opened entity. @throws {AppError} FORBIDDEN */
  require(actor: Actor, operations: readonly Operation[], { type }: EntityType, { object }: OpenedEntity): void {
    this.access.require(actor, operations, type, object);
  }

  /**
   * `open` for an entity that a PUT named and that is locked.
   * @throws {AppError} CONFLICT, FORBIDDEN: see `openedByName`
   */
  async openLocked(context: WriteContext, locked: LockedEntity, oneOf: ObjectRequest['oneOf']): Promise<OpenedEntity> {
    const opened = (await this.openAll(context, [locked], oneOf)).get(locked.fqn) as OpenedEntity | AppError;
    if (opened instanceof AppError) throw opened;
    return opened;
  }

  /** The result or error of `openLocked` for each, by FQN. One statement for all. */
  async openAll(
    { tx, actor, entityType }: WriteContext,
    locked: readonly LockedEntity[],
    oneOf: ObjectRequest['oneOf'],
  ): Promise<ReadonlyMap<string, OpenedEntity | AppError>> {
    const db = inTransaction(tx);
    const objects = await this.objects(db, actor, locked);
    const hidden = await this.hidden(db, actor, entityType, locked);
    return new Map(
      locked.map((entity, i) => {
        const object = objects[i] as AccessObject;
        const rights = { actor, access: this.access, object, isHidden: hidden.has(entity.id) };
        return [entity.fqn, attempt(() => openedByName(rights, entityType, entity, oneOf))];
      }),
    );
  }

  /** Reads what the rights on an entity that was read follow from. No statement for an actor that sees all and has rights that rest on no owner. */
  async rightsOf(db: Queryable, actor: Actor, entityType: EntityType, entity: LockedEntity): Promise<WriterRights> {
    const isHidden = (await this.hidden(db, actor, entityType, [entity])).has(entity.id);
    const restsOnOwners = CHANGING.some((one) => this.access.scope(actor, one, entityType.type) === 'some');
    const [object = NOBODYS] = restsOnOwners
      ? await this.objects(db, actor, [entity])
      : [{ ...NOBODYS, id: entity.id }];
    return { actor, access: this.access, object, isHidden };
  }

  private hidden(
    db: Queryable,
    actor: Actor,
    { type }: EntityType,
    entities: readonly LockedEntity[],
  ): Promise<ReadonlySet<string>> {
    const named = entities.map(({ id }) => ({ id, type }));
    return this.visibility.hiddenOf(db, actor, named);
  }

  /** Permissions of administrators do not depend on owners. */
  private async objects(db: Queryable, actor: Actor, entities: readonly LockedEntity[]): Promise<AccessObject[]> {
    if (actor.isAdmin || !entities.length) return entities.map(({ id }) => ({ id, ownerIds: [] }));
    if (entities.every(({ owner_ids }) => owner_ids))
      return entities.map(({ id, owner_ids }) => ({ id, ownerIds: owner_ids ?? [] }));
    const rows = await db.read<{ node: string; ids: string[] }>(OWNERS, [entities.map(({ node }) => node)]);
    const owners = new Map(rows.map(({ node, ids }) => [node, ids]));
    return entities.map(({ id, node }) => ({ id, ownerIds: owners.get(node) ?? [] }));
  }
}

const NOBODYS: AccessObject = { ownerIds: [] };

/** The operations that may be required of the writer of an entity that is there. */
const CHANGING: readonly Operation[] = ['ViewBasic', 'Create', ...EDIT_OPERATIONS];
