import { copyOfJson, type TimeSlice } from '@app/common';
import { breaksColumns } from '../../document/column-break';
import { entriesOf } from '../../definition/entity-type';
import type { EntityDocument, Reference } from '../../definition/entity-document';
import { changedMembers, describeChange, operationsFor } from '../../document/change-description';
import { withoutInherited } from '../../definition/inherited';
import type { EntityBehaviour } from '../entity-behaviour';
import { CHANGE_ORIGIN, type EntityDraft, type RelationTarget } from '../entity-draft';
import { hasOtherLabels, type EntityUpdate, type LockedEntity } from '../entity-update';
import { requireAdministrator, requireOtherOwners, type WriterRights } from './rights';

/** Versions in tenths: a change adds 0.1, a breaking one 1.0. */
const CHANGE = 1;
const BREAKING_CHANGE = 10;

/** The part of a type's behaviour that follows from documents alone. */
export type PureBehaviour = Pick<EntityBehaviour, 'unshown' | 'isBreaking' | 'written'>;

/** A draft that differs from what is stored. */
export interface ComparedDraft {
  readonly draft: EntityDraft;
  /** The document as stored, without inherited values. */
  readonly previous: EntityDocument;
  readonly next: EntityDocument;
  /** Names of the members that differ. */
  readonly changed: readonly string[];
  /** Names of changed members that no document shows. */
  readonly unshown: readonly string[];
}

/** Undefined where the draft equals the stored document. Of a document of some megabytes each step takes tens of milliseconds. */
export async function comparedDraft(
  draft: EntityDraft,
  current: EntityDocument,
  behaviour: PureBehaviour,
  slice: TimeSlice,
): Promise<ComparedDraft | undefined> {
  const { entityType } = draft;
  const previous = withoutInherited(entityType, current);
  const next = documentOf(draft, previous);
  await slice.turn();
  const changed = changedMembers(entityType, previous, next);
  const unshown = behaviour.unshown?.(draft) ?? [];
  if (!changed.length && !unshown.length) return undefined;
  shareUnchanged(draft, previous, next, changed);
  await slice.turn();
  return { draft, previous, next, changed, unshown };
}

/** @throws {AppError} FORBIDDEN where the actor lacks the permission for a member that differs */
export function requirePermitted(
  { draft, previous, next, changed, unshown }: ComparedDraft,
  { actor, access, object }: Pick<WriterRights, 'actor' | 'access' | 'object'>,
): void {
  const { entityType } = draft;
  requireAdministrator(actor, entityType, changed);
  const operations = operationsFor(entityType, previous, next, [...changed, ...unshown]);
  access.require(actor, operations, entityType.type, object);
  if (changed.includes('owners')) requireOtherOwners(access, actor, draft, object);
}

/** The next version of the entity, with the description of its change. */
export async function describedUpdate(
  { draft, previous, next, changed, unshown }: ComparedDraft,
  locked: LockedEntity,
  behaviour: PureBehaviour,
  slice: TimeSlice,
): Promise<Omit<EntityUpdate, 'earlier'>> {
  const { entityType, attributes } = draft;
  const isBreaking = behaviour.isBreaking?.(previous, next, draft) ?? breaksColumns(entityType, previous, next);
  for (const [name, { readOnly, computed }] of entriesOf(entityType.attributes)) {
    if (readOnly && !computed && previous[name] !== undefined) attributes[name] = previous[name];
  }
  await slice.turn();
  const { [CHANGE_ORIGIN]: origin } = draft.options;
  attributes.changeDescription = {
    ...describeChange(entityType, previous, next, changed, unshown),
    ...(origin !== undefined && { origin }),
  };
  await slice.turn();
  const changedRelations = changed.filter((name) => name in entityType.relations);
  const version = locked.version + (isBreaking ? BREAKING_CHANGE : CHANGE);
  return { draft, locked, previous, version, changedRelations };
}

/** Whether what a read then shows follows from the document before and the draft: only the database knows the names of references. */
export function changesAttributesOnly(
  { draft, locked, changedRelations }: EntityUpdate,
  behaviour: PureBehaviour,
): boolean {
  const isSameLocation = draft.fqn === locked.fqn && (draft.parent?.node ?? null) === locked.parent;
  return isSameLocation && changedRelations.length === 0 && behaviour.written === undefined;
}

/** Whether the answer of a change need not be read: of other types than assets what is computed can follow from what the draft changes. */
export function isShownByDraft(update: EntityUpdate, behaviour: PureBehaviour): boolean {
  return update.draft.entityType.traits.asset === true && changesAttributesOnly(update, behaviour);
}

/** Whether the row of the entity, its previous state and the event are all that is written, and the draft shows what a read would. */
export function isWholeChange(update: EntityUpdate, behaviour: PureBehaviour): boolean {
  return isShownByDraft(update, behaviour) && !hasOtherLabels(update);
}

/** Replaces unchanged values by the objects of before: comparing them once more takes no time. */
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
