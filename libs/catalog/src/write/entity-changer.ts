import { AccessControl } from '@app/auth';
import { invalidFields, TimeSlice } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { endChanges, OtherEnds } from './access/other-ends';
import { requirePlace } from './granting';
import type { EntityDocument } from '../definition/entity-document';
import { EntityBehaviours } from './entity-behaviour';
import { EntityObservers } from './entity-observer';
import type { EntityDraft, WriteContext } from './entity-draft';
import type { EntityUpdate, LockedEntity } from './entity-update';
import { EntityWriteRepository } from './entity-write.repository';
import {
  changesAttributesOnly,
  comparedDraft,
  describedUpdate,
  isShownByDraft,
  isWholeChange,
  requirePermitted,
} from './plan/change';
import type { OpenedEntity } from './plan/rights';
import { SubtreeRenamer } from './subtree/subtree-renamer';

/** A permitted change that is not yet written. */
export interface PlannedChange extends EntityUpdate {
  readonly earlier?: readonly PlannedChange[];
  readonly ends: Awaited<ReturnType<OtherEnds['open']>>;
}

export interface WrittenChange extends PlannedChange {
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
}

/** Updates locked entities to match drafts: permission, version, history, rows, FQNs of descendants. */
@Injectable()
export class EntityChanger {
  constructor(
    private readonly store: EntityWriteRepository,
    private readonly renamer: SubtreeRenamer,
    private readonly behaviours: EntityBehaviours,
    private readonly observers: EntityObservers,
    private readonly access: AccessControl,
    private readonly ends: OtherEnds,
    private readonly database: Database,
  ) {}

  /**
   * If the draft equals the stored state, nothing is written, and version and updatedAt stay.
   * @returns what was written, if anything
   */
  async apply(
    context: WriteContext,
    draft: EntityDraft,
    opened: OpenedEntity,
    current: EntityDocument,
  ): Promise<WrittenChange | undefined> {
    const plan = await this.plan(context, draft, opened, current);
    if (!plan) return undefined;
    const written = this.isLast(context, plan) ? this.writeLast(context, plan) : this.write(context, [plan]);
    const updatedAt = (await written).get(draft.node);
    if (updatedAt === undefined) throw new Error(`${draft.fqn} is gone, though it is locked`);
    return { ...plan, updatedAt };
  }

  /**
   * The change to write, or undefined if the draft equals the stored state.
   * @throws {AppError} FORBIDDEN, BAD_REQUEST
   */
  async plan(
    context: WriteContext,
    draft: EntityDraft,
    locked: OpenedEntity,
    current: EntityDocument,
  ): Promise<PlannedChange | undefined> {
    const { tx, actor, entityType } = context;
    const behaviour = this.behaviours.of(entityType.type);
    requireOtherPlace(draft, locked);
    requireFixedParent(draft, locked);
    await behaviour.prepare?.(tx, actor, draft, current);
    const slice = new TimeSlice();
    let compared = await comparedDraft(draft, current, behaviour, slice);
    if (!compared) return undefined;
    requirePermitted(compared, { actor, access: this.access, object: locked.object });
    await requirePlace(context, this.access, draft, locked);
    const { previous, next, changed } = compared;
    const ends = await this.ends.open(context, draft, endChanges(entityType, draft.relations, previous));
    await slice.turn();
    if (behaviour.gate && !context.isUngated) {
      await behaviour.gate(tx, actor, draft, { locked, previous, next, current, changed });
      if (draft.rule !== undefined) compared = await comparedDraft(draft, current, behaviour, slice);
      if (!compared) return undefined;
    }
    return { ...(await describedUpdate(compared, locked, behaviour, slice)), ends };
  }

  /** Whether nothing is read or written behind the row of the entity. */
  private isLast({ isAll, entityType }: WriteContext, plan: PlannedChange): boolean {
    return isAll === true && plan.ends.length === 0 && isWholeChange(plan, this.behaviours.of(entityType.type));
  }

  /** `write`, where the transaction ends with it. */
  private writeLast(context: WriteContext, plan: PlannedChange): Promise<ReadonlyMap<string, number>> {
    const { tx, actor } = context;
    return this.store.update(context, [plan], async () => {
      await this.observers.changed(tx, actor, plan.draft, plan.previous);
      this.database.endsNow(tx);
    });
  }

  /** Whether the answer of a change need not be read. */
  isShownByDraft(plan: PlannedChange): boolean {
    return plan.ends.length === 0 && isShownByDraft(plan, this.behaviours.of(plan.draft.entityType.type));
  }

  /** Whether what a read then shows follows from the document before and the draft. */
  changesAttributesOnly(plan: PlannedChange): boolean {
    return plan.ends.length === 0 && changesAttributesOnly(plan, this.behaviours.of(plan.draft.entityType.type));
  }

  /** @returns node → when it changed, in epoch ms */
  async write(context: WriteContext, plans: readonly PlannedChange[]): Promise<ReadonlyMap<string, number>> {
    const { tx, actor, entityType } = context;
    const ends = plans.flatMap((plan) => plan.ends);
    const written = await this.ends.around(context, ends, () => this.store.update(context, plans));
    const behaviour = this.behaviours.of(entityType.type);
    for (const { earlier = [], draft, locked, previous } of plans) {
      for (const step of earlier) await this.observers.changed(tx, actor, step.draft, step.previous);
      if (draft.fqn !== locked.fqn) await this.renamer.rename(tx, draft, locked.fqn);
      await behaviour.written?.(tx, actor, draft, previous);
      await this.observers.changed(tx, actor, draft, previous);
    }
    return written;
  }
}

/** A contract cannot be moved to another asset. */
function requireFixedParent({ entityType, parent }: EntityDraft, { parent: before }: LockedEntity): void {
  const fixed = entityType.parents.find((one) => one.fixed);
  if (!fixed || parent?.node === before) return;
  const message = `is fixed: the ${entityType.type} stays with what it was made for; make a new one for ${parent?.fullyQualifiedName}`;
  throw invalidFields([{ field: fixed.property, message }]);
}

/** A descendant of an entity cannot become its parent. */
function requireOtherPlace({ entityType, parent }: EntityDraft, { fqn }: LockedEntity): void {
  if (parent?.type !== entityType.type || !`${parent.fullyQualifiedName}.`.startsWith(`${fqn}.`)) return;
  const message = `${parent.fullyQualifiedName} is ${fqn} itself or lies below it`;
  throw invalidFields([{ field: entityType.parents.at(-1)?.property ?? 'parent', message }]);
}
