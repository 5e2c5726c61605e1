import { AccessControl } from '@app/auth';
import { entriesOf } from '../definition/entity-type';
import { copyOfJson, invalidFields, TimeSlice } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { breaksColumns } from '../columns/column-break';
import { endChanges, OtherEnds } from './access/other-ends';
import { requirePlace, requireAdministrator, requireOtherOwners } from './granting';
import type { OpenedEntity } from './access/write-access';
import { changedMembers, describeChange, operationsFor } from './document/change-description';
import { withoutInherited } from './document/inherited';
import { EntityBehaviours, type EntityDocument } from './entity-behaviour';
import { EntityObservers } from './entity-observer';
import type { Reference } from '../read/relation.repository';
import type { EntityDraft, RelationTarget, WriteContext } from './entity-draft';
import { EntityWriteRepository, hasOtherLabels, type EntityUpdate, type LockedEntity } from './entity-write.repository';
import { SubtreeRenamer } from './subtree/subtree-renamer';

/** Versions in tenths: a change adds 0.1, a breaking one 1.0. */
const CHANGE = 1;
const BREAKING_CHANGE = 10;

/** A permitted change that is not yet written. */
export interface PlannedChange extends EntityUpdate {
  readonly earlier?: readonly PlannedChange[];
  readonly ends: Awaited<ReturnType<OtherEnds['open']>>;
}

/** A change that is written. */
export interface WrittenChange extends PlannedChange {
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
}

/** Updates stored entities to match drafts: permission, version, history, rows, FQNs of descendants. */
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
    const previous = withoutInherited(entityType, current);
    const next = documentOf(draft, previous);
    await slice.turn();
    const changed = changedMembers(entityType, previous, next);
    const unshown = behaviour.unshown?.(draft) ?? [];
    if (!changed.length && !unshown.length) return undefined;
    shareUnchanged(draft, previous, next, changed);
    requireAdministrator(actor, entityType, changed);
    await slice.turn();
    const operations = operationsFor(entityType, previous, next, [...changed, ...unshown]);
    this.access.require(actor, operations, entityType.type, locked.object);
    if (changed.includes('owners')) requireOtherOwners(this.access, actor, draft, locked.object);
    await requirePlace(context, this.access, draft, locked);
    const ends = await this.ends.open(context, draft, endChanges(entityType, draft.relations, previous));
    await slice.turn();
    const isBreaking = behaviour.isBreaking?.(previous, next, draft) ?? breaksColumns(entityType, previous, next);
    for (const [name, { readOnly, computed }] of entriesOf(entityType.attributes)) {
      if (readOnly && !computed && previous[name] !== undefined) draft.attributes[name] = previous[name];
    }
    await slice.turn();
    draft.attributes.changeDescription = describeChange(entityType, previous, next, changed, unshown);
    await slice.turn();
    const changedRelations = changed.filter((name) => name in entityType.relations);
    const version = locked.version + (isBreaking ? BREAKING_CHANGE : CHANGE);
    return { draft, locked, previous, version, changedRelations, ends };
  }

  /** Whether nothing is read or written behind the row of the entity. */
  private isLast({ isAll }: WriteContext, plan: PlannedChange): boolean {
    return isAll === true && this.isWholeChange(plan);
  }

  /** Whether the row of the entity, its previous state and the event are all that is written, and the draft shows what a read would. */
  isWholeChange(plan: PlannedChange): boolean {
    return this.isShownByDraft(plan) && !hasOtherLabels(plan);
  }

  tellObservers({ tx, actor }: WriteContext, { draft, previous }: PlannedChange): Promise<void> {
    return this.observers.changed(tx, actor, draft, previous);
  }

  /** As `write`, where the transaction ends with it. */
  private writeLast(context: WriteContext, plan: PlannedChange): Promise<ReadonlyMap<string, number>> {
    return this.store.update(context, [plan], async () => {
      await this.tellObservers(context, plan);
      this.database.endsNow(context.tx);
    });
  }

  /** Whether the answer of a change need not be read: of other types than assets what is computed can follow from what the draft changes. */
  isShownByDraft(plan: PlannedChange): boolean {
    return plan.draft.entityType.traits.asset === true && this.changesAttributesOnly(plan);
  }

  /** Whether what a read then shows follows from the document before and the draft: only the database knows the names of references. */
  changesAttributesOnly({ draft, locked, changedRelations, ends }: PlannedChange): boolean {
    const isSamePlace = draft.fqn === locked.fqn && (draft.parent?.node ?? null) === locked.parent;
    const isAlone = changedRelations.length === 0 && ends.length === 0;
    return isSamePlace && isAlone && !this.behaviours.of(draft.entityType.type).written;
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

/** What is as it was is the same object from here on: comparing it once more takes no time. */
function shareUnchanged(
  { entityType, attributes }: EntityDraft,
  previous: EntityDocument,
  next: EntityDocument,
  changed: readonly string[],
): void {
  for (const [name, { readOnly }] of entriesOf(entityType.attributes)) {
    const was = previous[name];
    if (readOnly || was === undefined || attributes[name] === undefined || changed.includes(name)) continue;
    attributes[name] = was;
    next[name] = was;
  }
}

/** The draft as a document, for comparison with the stored one. */
function documentOf(draft: EntityDraft, current: EntityDocument): EntityDocument {
  const { entityType, parent } = draft;
  const attributes = copyOfJson(draft.attributes);
  const next: EntityDocument = { ...attributes, version: current.version, name: draft.name };
  for (const [property, targets] of draft.relations) {
    const references = targets.map(toReference);
    next[property] = entityType.relations[property]?.many ? references : references[0];
  }
  const shown = entityType.ancestors.filter(({ property }) =>
    entityType.parents.some((own) => own.property === property),
  );
  for (const { property, at, types } of shown) {
    const isDirect = at === 'parent' && parent !== undefined && types.includes(parent.type);
    const target = isDirect ? parent : draft.parents.get(property);
    if (target) next[property] = { id: target.id, type: target.type };
  }
  if (draft.link) next[draft.link.property] = draft.link.text;
  return next;
}

function toReference({ node: _node, root: _root, ...reference }: RelationTarget & { root?: string }): Reference {
  return reference;
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
