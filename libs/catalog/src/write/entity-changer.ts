import { AccessControl } from '@app/auth';
import { invalidFields } from '@app/common';
import type { Actor } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { breaksColumns } from '../columns/column-break';
import { changedMembers, describeChange, operationsFor } from './document/change-description';
import { EntityBehaviours } from './entity-behaviour';
import type { EntityDocument } from './entity-behaviour';
import type { EntityDraft } from './entity-draft';
import { EntityStore } from './entity-store';
import type { LockedEntity } from './entity-store';
import { SubtreeRenamer } from './subtree/subtree-renamer';

/** Versions are tenths: a change adds 0.1, a breaking one 1.0. */
const CHANGE = 1;
const BREAKING_CHANGE = 10;

/** Turns the stored state of an entity into a draft of it: permission, version, history, rows, names below. */
@Injectable()
export class EntityChanger {
  constructor(
    private readonly store: EntityStore,
    private readonly renamer: SubtreeRenamer,
    private readonly behaviours: EntityBehaviours,
    private readonly access: AccessControl,
  ) {}

  /** Nothing is written, and version and updatedAt stay, where the draft says what is stored. */
  async apply(
    tx: Transaction,
    actor: Actor,
    draft: EntityDraft,
    locked: LockedEntity,
    current: EntityDocument,
  ): Promise<void> {
    const { entityType } = draft;
    const behaviour = this.behaviours.of(entityType.type);
    await behaviour.prepare?.(tx, actor, draft, current);
    requireOtherPlace(draft, locked);
    const next = documentOf(draft, current);
    const changed = changedMembers(entityType, current, next);
    if (!changed.length) return;
    await this.requireOperations(tx, actor, draft, current, next, changed);
    const isBreaking = behaviour.isBreaking?.(current, next) ?? breaksColumns(entityType, current, next);
    for (const [name, { readOnly, computed }] of Object.entries(entityType.attributes)) {
      if (readOnly && !computed && current[name] !== undefined) draft.attributes[name] = current[name];
    }
    draft.attributes.changeDescription = describeChange(entityType, current, next, changed);
    await this.store.keepVersion(tx, locked, current);
    const relations = changed.filter((name) => name in entityType.relations);
    await this.store.update(tx, draft, locked.version + (isBreaking ? BREAKING_CHANGE : CHANGE), actor.name, relations);
    if (draft.fqn !== locked.fqn) await this.renamer.rename(tx, draft, locked.fqn);
    await behaviour.written?.(tx, actor, draft, current);
  }

  private async requireOperations(
    tx: Transaction,
    actor: Actor,
    draft: EntityDraft,
    current: EntityDocument,
    next: EntityDocument,
    changed: readonly string[],
  ): Promise<void> {
    const { type } = draft.entityType;
    const isOwnDescription = type === 'user' && changed.every((name) => OWN_DESCRIPTION.has(name));
    const operations = isOwnDescription
      ? (['EditDescription'] as const)
      : operationsFor(draft.entityType, current, next, changed);
    const owners = ((current.owners as { id: string }[] | undefined) ?? []).map(({ id }) => id);
    const ownerIds = owners.length
      ? owners
      : ((await this.behaviours.of(type).ownersElsewhere?.(tx, draft.node)) ?? []);
    this.access.require(actor, operations, type, { id: draft.id, ownerIds });
  }
}

/** What everyone may change of themselves. */
const OWN_DESCRIPTION = new Set(['displayName', 'description', 'image']);

/** The draft as a document like the stored one, to compare the two. */
function documentOf(draft: EntityDraft, current: EntityDocument): EntityDocument {
  const { entityType, parent } = draft;
  const attributes = JSON.parse(JSON.stringify(draft.attributes)) as EntityDocument;
  const next: EntityDocument = { ...attributes, version: current.version, name: draft.name };
  for (const [property, targets] of draft.relations) {
    const references = targets.map(
      ({ node: _node, root: _root, serviceType: _serviceType, ...reference }) => reference,
    );
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

/** What lies below an entity cannot become its parent. */
function requireOtherPlace({ entityType, parent }: EntityDraft, { fqn }: LockedEntity): void {
  if (parent?.type !== entityType.type || !`${parent.fullyQualifiedName}.`.startsWith(`${fqn}.`)) return;
  const message = `${parent.fullyQualifiedName} is ${fqn} itself or lies below it`;
  throw invalidFields([{ field: entityType.parents.at(-1)?.property ?? 'parent', message }]);
}
