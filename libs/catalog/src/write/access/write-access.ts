import { AccessControl, type AccessObject, type ObjectRequest } from '@app/auth';
import { AppError, attempt, conflict, forbidden, hiddenFrom, notFound, type Actor, type Operation } from '@app/common';
import { query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../../definition/entity-type';
import type { EntityKey } from '../../read/entity.repository';
import { inTransaction } from '../../read/queryable';
import { Visibility } from '../../visibility/visibility';
import { EntityWriteRepository, type LockedEntity } from '../entity-write.repository';
import type { WriteContext } from '../entity-draft';

/** A locked entity that the actor has some permission to write, with the data its permissions depend on. */
export interface OpenedEntity extends LockedEntity {
  readonly object: AccessObject;
}

export interface OpenRequest extends Omit<ObjectRequest, 'key'> {
  /** Also finds soft-deleted entities. */
  readonly deletedToo?: boolean;
}

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
    const { tx, entityType } = context;
    const locked = await this.store.lock(tx, entityType, key);
    const named = 'id' in key ? key.id : key.fqn;
    if (!locked || (locked.deleted_by !== null && !deletedToo)) throw notFound(entityType.type, named);
    return this.judge(context, locked, { ...asked, key: named });
  }

  /** Authorizes further operations on an opened entity. @throws {AppError} FORBIDDEN */
  require(actor: Actor, operations: readonly Operation[], { type }: EntityType, { object }: OpenedEntity): void {
    this.access.require(actor, operations, type, object);
  }

  /**
   * As `open`, for an entity that a PUT named and that is locked. Of one that the actor may not see it says what would be said of a
   * free name: to those who may not create that they may not. Others learn that the name is taken.
   * @throws {AppError} CONFLICT, FORBIDDEN
   */
  async openLocked(context: WriteContext, locked: LockedEntity, oneOf: ObjectRequest['oneOf']): Promise<OpenedEntity> {
    const opened = (await this.openAll(context, [locked], oneOf)).get(locked.fqn) as OpenedEntity | AppError;
    if (opened instanceof AppError) throw opened;
    return opened;
  }

  /** The result or error of `openLocked` for each, by FQN. One statement for all. */
  async openAll(
    context: WriteContext,
    locked: readonly LockedEntity[],
    oneOf: ObjectRequest['oneOf'],
  ): Promise<ReadonlyMap<string, OpenedEntity | AppError>> {
    const { tx, actor, entityType } = context;
    const objects = await this.objects(tx, actor, locked);
    const hidden = await this.hidden(tx, actor, entityType, locked);
    return new Map(
      locked.map((entity, i) => {
        const object = objects[i] as AccessObject;
        const isHidden = hidden.has(entity.id);
        const told = this.toldOfName(actor, entityType, entity, object, isHidden);
        return [entity.fqn, told ?? this.opened(actor, entityType, entity, object, { key: entity.fqn, oneOf })];
      }),
    );
  }

  /** What is said of the name of an entity that the actor may not see; undefined where it may know of it. */
  private toldOfName(
    actor: Actor,
    { type }: EntityType,
    { fqn }: LockedEntity,
    object: AccessObject,
    isHidden: boolean,
  ): AppError | undefined {
    if (!isHidden && this.access.allows(actor, 'ViewBasic', type, object)) return undefined;
    if (!this.access.allows(actor, 'Create', type, object)) return forbidden(actor, ['Create'], type);
    return isHidden ? conflict(`${type} ${fqn} already exists`) : undefined;
  }

  private async judge(context: WriteContext, locked: LockedEntity, asked: ObjectRequest): Promise<OpenedEntity> {
    const { tx, actor, entityType } = context;
    if ((await this.hidden(tx, actor, entityType, [locked])).has(locked.id))
      throw hiddenFrom(actor, entityType.type, asked.key);
    const [object] = await this.objects(tx, actor, [locked]);
    const opened = this.opened(actor, entityType, locked, object as AccessObject, asked);
    if (opened instanceof AppError) throw opened;
    return opened;
  }

  private hidden(
    tx: Transaction,
    actor: Actor,
    { type }: EntityType,
    locked: readonly LockedEntity[],
  ): Promise<ReadonlySet<string>> {
    const named = locked.map(({ id }) => ({ id, type }));
    return this.visibility.hiddenOf(inTransaction(tx), actor, named);
  }

  private opened(
    actor: Actor,
    { type }: EntityType,
    locked: LockedEntity,
    object: AccessObject,
    asked: ObjectRequest,
  ): OpenedEntity | AppError {
    return attempt(() => {
      this.access.requireObject(actor, type, object, asked);
      return { ...locked, object };
    });
  }

  /** Permissions of administrators do not depend on owners. */
  private async objects(tx: Transaction, actor: Actor, locked: readonly LockedEntity[]): Promise<AccessObject[]> {
    if (actor.isAdmin || !locked.length) return locked.map(({ id }) => ({ id, ownerIds: [] }));
    if (locked.every(({ owner_ids }) => owner_ids))
      return locked.map(({ id, owner_ids }) => ({ id, ownerIds: owner_ids ?? [] }));
    const text = `select n.node::text as node, owner_ids(n.node) as ids from unnest($1::bigint[]) n(node)`;
    const rows = await query<{ node: string; ids: string[] }>(tx, text, [locked.map(({ node }) => node)]);
    const owners = new Map(rows.map(({ node, ids }) => [node, ids]));
    return locked.map(({ id, node }) => ({ id, ownerIds: owners.get(node) ?? [] }));
  }
}
