import { AccessControl } from '@app/auth';
import type { AccessObject, ObjectRequest } from '@app/auth';
import { AppError, attempt, notFound } from '@app/common';
import type { Actor } from '@app/common';
import { run } from '@app/database';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../../definition/entity-type';
import type { EntityKey } from '../../read/entity.repository';
import { EntityStore } from '../entity-store';
import type { LockedEntity } from '../entity-store';

/** An entity that is locked and that the actor may write in some way, with what its permissions depend on. */
export interface OpenedEntity extends LockedEntity {
  readonly object: AccessObject;
}

export interface OpenRequest extends Omit<ObjectRequest, 'key'> {
  /** Soft-deleted ones are found too. */
  readonly deletedToo?: boolean;
}

/**
 * The beginning of every write of an entity that is there, after the shape of the request was checked and before anything of the
 * request is compared with the entity: it is locked, it is there for the actor, the actor may view it, and may write it in some
 * way, even where the request changes nothing.
 */
@Injectable()
export class WriteAccess {
  constructor(
    private readonly store: EntityStore,
    private readonly access: AccessControl,
  ) {}

  /** @throws {AppError} NOT_FOUND, also for one that is hidden from the actor; FORBIDDEN */
  async open(
    tx: Transaction,
    actor: Actor,
    entityType: EntityType,
    key: EntityKey,
    { deletedToo = false, ...asked }: OpenRequest,
  ): Promise<OpenedEntity> {
    const locked = await this.store.lock(tx, entityType, key);
    const named = 'id' in key ? key.id : key.fqn;
    if (!locked || (locked.deleted_by !== null && !deletedToo)) throw notFound(entityType.type, named);
    return this.judge(tx, actor, entityType, locked, { ...asked, key: named });
  }

  /** As `open`, for one that was locked by its name or is not there. */
  async openNamed(
    tx: Transaction,
    actor: Actor,
    entityType: EntityType,
    fqn: string,
    asked: (locked: LockedEntity) => ObjectRequest['oneOf'],
  ): Promise<OpenedEntity | undefined> {
    const locked = await this.store.lock(tx, entityType, { fqn });
    return locked && this.judge(tx, actor, entityType, locked, { key: fqn, oneOf: asked(locked) });
  }

  /** Each as `open` has it, by FQN, or what it is refused for. One statement for all. */
  async openAll(
    tx: Transaction,
    actor: Actor,
    entityType: EntityType,
    locked: readonly LockedEntity[],
    oneOf: ObjectRequest['oneOf'],
  ): Promise<ReadonlyMap<string, OpenedEntity | AppError>> {
    const objects = await this.objects(tx, actor, locked);
    return new Map(
      locked.map((entity, i) => {
        const object = objects[i] as AccessObject;
        return [entity.fqn, this.opened(actor, entityType, entity, object, { key: entity.fqn, oneOf })];
      }),
    );
  }

  private async judge(
    tx: Transaction,
    actor: Actor,
    entityType: EntityType,
    locked: LockedEntity,
    asked: ObjectRequest,
  ): Promise<OpenedEntity> {
    const [object] = await this.objects(tx, actor, [locked]);
    const opened = this.opened(actor, entityType, locked, object as AccessObject, asked);
    if (opened instanceof AppError) throw opened;
    return opened;
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

  /** Nothing that an administrator may do depends on owners. */
  private async objects(tx: Transaction, actor: Actor, locked: readonly LockedEntity[]): Promise<AccessObject[]> {
    if (actor.isAdmin || !locked.length) return locked.map(({ id }) => ({ id, ownerIds: [] }));
    const text = `select n.node::text as node, owner_ids(n.node) as ids from unnest($1::bigint[]) n(node)`;
    const rows = await run<{ node: string; ids: string[] }>(tx, text, [locked.map(({ node }) => node)]);
    const owners = new Map(rows.map(({ node, ids }) => [node, ids]));
    return locked.map(({ id, node }) => ({ id, ownerIds: owners.get(node) ?? [] }));
  }
}
