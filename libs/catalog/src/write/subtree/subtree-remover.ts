import { badRequest, conflict, type Actor } from '@app/common';
import { query, violatedIndex, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../../definition/entity-type';
import { entityTypes } from '../../types/entity-types';
import type { WriteAnswer } from '../write-answer';
import { EntityReader } from '../../read/entity-reader';
import type { EntityKey } from '../../read/entity.repository';
import { WriteAccess } from '../access/write-access';
import { withoutInherited } from '../../definition/inherited';
import type { EntityDocument } from '../../definition/entity-document';
import { EntityBehaviours, type EntityBehaviour } from '../entity-behaviour';
import { requireMayEnd, requireMayRevive } from '../plan/rights';
import type { LockedEntity } from '../entity-update';
import { EntityWriteRepository } from '../entity-write.repository';
import type { ChangeDescription } from '../../document/change-description';
import { DeletionJudge } from './deletion-judge';
import { PendingWrites } from '../gate/pending-writes';
import { LabelRewriter } from './label-rewriter';
import { requireVersion, type Precondition } from '../precondition';
import { SubtreeStore, type NodesByType } from './subtree-store';
import { writerKey } from '../writer-keys';
import { CHANGE_ORIGIN, type WriteContext, type WriteOptions } from '../entity-draft';

export interface RemovalRequest {
  /** Deletes the rows; otherwise the entity can be restored. */
  readonly hardDelete: boolean;
  /** Also deletes its descendants. */
  readonly recursive: boolean;
  readonly precondition?: Precondition;
  /** Refuses changes that a rule of the type would make pending. */
  readonly isStrict?: boolean;
  /** For the gate of the type, and `CHANGE_ORIGIN`. */
  readonly options?: WriteOptions;
}

const originOf = ({ options }: RemovalRequest): ChangeDescription['origin'] =>
  options?.[CHANGE_ORIGIN] as ChangeDescription['origin'];

/** Deletes and restores entities with all descendants. Each public method with a key is one transaction. */
@Injectable()
export class SubtreeRemover {
  constructor(
    private readonly held: PendingWrites,
    private readonly reader: EntityReader,
    private readonly store: EntityWriteRepository,
    private readonly subtree: SubtreeStore,
    private readonly labels: LabelRewriter,
    private readonly behaviours: EntityBehaviours,
    private readonly access: WriteAccess,
    private readonly judge: DeletionJudge,
  ) {}

  /** Returns the deleted entity. A second soft deletion is NOT_FOUND. */
  async remove(actor: Actor, entityType: EntityType, key: EntityKey, request: RemovalRequest): Promise<WriteAnswer> {
    return this.committing(actor, entityType, key, (context) => this.removeIn(context, key, request), request.isStrict);
  }

  /** `remove`, in the caller's transaction. */
  async removeIn(context: WriteContext, key: EntityKey, request: RemovalRequest): Promise<WriteAnswer> {
    const { tx, actor, entityType } = context;
    const { hardDelete, precondition } = request;
    const asked = { oneOf: ['Delete'], deletedToo: hardDelete } as const;
    const locked = await this.access.open(context, key, asked);
    requireMayEnd(actor, entityType);
    if (hardDelete) this.access.require(actor, ['HardDelete'], entityType, locked);
    requireVersion(precondition, locked.version);
    const before = await this.reader.whole(context, locked.id);
    await this.requireEmpty(context, locked, request);
    await this.gate(context, locked, before, request);
    if (hardDelete) return this.removeForGood(context, locked, before);
    await this.markChange(context, locked, before, false, true, originOf(request));
    const hidden = await this.subtree.hide(tx, [locked.node], locked.node, actor.name);
    await this.judge.requireAll(tx, actor, 'Delete', { ...locked, type: entityType.type }, hidden);
    await this.tell(hidden, (behaviour, nodes) => behaviour.hidden?.(tx, actor, nodes));
    return this.reader.whole(context, locked.id);
  }

  /**
   * Deletes entities softly along with another one, in the transaction of its deletion: they come back with it. The caller has judged whether
   * the actor may.
   * @param entities nodes @param top the node whose deletion it is
   */
  async hideAlong(tx: Transaction, actor: Actor, entities: readonly string[], top: string): Promise<void> {
    const hidden = await this.subtree.hide(tx, entities, top, actor.name);
    await this.tell(hidden, (behaviour, nodes) => behaviour.hidden?.(tx, actor, nodes));
  }

  /** Restores the entity and exactly what its deletion hid; entities that are not deleted are unchanged. */
  async restore(actor: Actor, entityType: EntityType, id: string): Promise<WriteAnswer> {
    return this.committing(actor, entityType, { id }, (context) => this.restoreIn(context, id));
  }

  /** `restore`, in the caller's transaction. */
  async restoreIn(context: WriteContext, id: string): Promise<WriteAnswer> {
    const asked = { oneOf: ['EditAll'], deletedToo: true } as const;
    const locked = await this.access.open(context, { id }, asked);
    if (locked.deleted_by !== null) await this.revive(context, locked);
    return this.reader.whole(context, locked.id);
  }

  /** `restoreIn` for an entity that the caller has locked and may change. */
  async revive(context: WriteContext, locked: LockedEntity): Promise<void> {
    const { tx, actor, entityType } = context;
    if (locked.deleted_by !== locked.node) throw await this.hiddenBelow(context, locked, locked.deleted_by);
    const [parent] = await query<{ deleted_by: string | null }>(
      tx,
      `select deleted_by from entity where node = $1 for share`,
      [locked.parent],
    );
    if (parent?.deleted_by) throw await this.hiddenBelow(context, locked, parent.deleted_by);
    const before = await this.reader.whole(context, locked.id);
    requireMayRevive(actor, entityType);
    await this.markChange(context, locked, before, true, false);
    locked.version += 1;
    const back = await this.subtree
      .restore(tx, locked.node, actor.name)
      .catch((error: unknown) => Promise.reject(emailTaken(error)));
    await this.tell(back, (behaviour, nodes) => behaviour.restored?.(tx, actor, nodes));
  }

  private committing(
    actor: Actor,
    entityType: EntityType,
    key: EntityKey,
    work: (context: WriteContext) => Promise<WriteAnswer>,
    isStrict?: boolean,
  ): Promise<WriteAnswer> {
    const keys = [writerKey(entityType.type, key)];
    return this.held.transaction(actor, keys, (tx) => work({ tx, actor, entityType }), isStrict);
  }

  /** Asks the gate of the type, but for what is deleted softly already. */
  private async gate(
    { tx, actor, entityType, isUngated }: WriteContext,
    locked: LockedEntity,
    { json }: WriteAnswer,
    { hardDelete, options = {} }: RemovalRequest,
  ): Promise<void> {
    const behaviour = this.behaviours.of(entityType.type);
    if (!behaviour.gateRemoval || isUngated || locked.deleted_by !== null) return;
    await behaviour.gateRemoval(tx, actor, {
      locked,
      current: JSON.parse(json) as EntityDocument,
      hardDelete,
      options,
    });
  }

  private async removeForGood(context: WriteContext, locked: LockedEntity, before: WriteAnswer): Promise<WriteAnswer> {
    const { tx, actor, entityType } = context;
    const all = await this.subtree.lockAll(tx, locked.node);
    await this.judge.requireAll(tx, actor, 'HardDelete', { ...locked, type: entityType.type }, all);
    await this.tell(all, (behaviour, nodes) => behaviour.removing?.(tx, actor, nodes, locked.node));
    const nodes = [...all.values()].flat();
    await this.labels.remove(tx, nodes);
    await this.subtree.remove(tx, nodes, actor.name);
    return { ...before, json: JSON.stringify({ ...(JSON.parse(before.json) as object), deleted: true }) };
  }

  /** A deletion or restoration changes the version of the entity itself, but not of its descendants. */
  private async markChange(
    context: WriteContext,
    locked: LockedEntity,
    before: WriteAnswer,
    was: boolean,
    is: boolean,
    origin?: ChangeDescription['origin'],
  ): Promise<void> {
    const { tx, actor, entityType } = context;
    const document = withoutInherited(entityType, JSON.parse(before.json) as EntityDocument);
    await this.store.keepVersions(tx, [{ locked, document }]);
    await this.store.markDeletion(tx, locked, actor.name, {
      fieldsAdded: [],
      fieldsUpdated: [{ name: 'deleted', oldValue: was, newValue: is }],
      fieldsDeleted: [],
      previousVersion: locked.version / 10,
      ...(origin !== undefined && { origin }),
    });
  }

  private async requireEmpty(
    { tx, entityType }: WriteContext,
    locked: LockedEntity,
    { hardDelete, recursive }: RemovalRequest,
  ): Promise<void> {
    if (recursive) return;
    const obstacles = entityTypes.all().filter(({ obstacle }) => obstacle);
    const types = obstacles.map(({ type }) => type);
    if (await this.subtree.hasChild(tx, locked.node, types, hardDelete)) {
      throw badRequest(
        `${entityType.type} is not empty; delete what lies below ${locked.fqn} first, or send recursive=true`,
      );
    }
  }

  private async hiddenBelow({ tx, entityType }: WriteContext, locked: LockedEntity, by: string | null): Promise<Error> {
    const [above] = await query<{ type: string; fqn: string }>(tx, `select type, fqn from entity where node = $1`, [
      by,
    ]);
    return badRequest(
      `${entityType.type} ${locked.fqn} lies below the deleted ${above?.type} ${above?.fqn}; restore that first`,
    );
  }

  private async tell(
    nodes: NodesByType,
    call: (behaviour: EntityBehaviour, nodes: readonly string[]) => Promise<void> | undefined,
  ): Promise<void> {
    for (const [type, ofType] of nodes) await call(this.behaviours.of(type), ofType);
  }
}

/** The e-mail address is the login name and may have been assigned to another user meanwhile. */
function emailTaken(error: unknown): unknown {
  if (violatedIndex(error) !== 'entity_user_email') return error;
  return conflict('The user cannot be restored: its email belongs to another user by now; change that one first');
}
