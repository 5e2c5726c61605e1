import { AccessControl } from '@app/auth';
import type { Actor } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { counterpart } from '../../definition/counterpart';
import { entityTypes } from '../../definition/entity-types';
import type { EntityType } from '../../definition/entity-type';
import { EntityDocuments } from '../../read/entity-documents';
import { allFields } from '../../read/field-list';
import { inTransaction } from '../../read/queryable';
import type { ChangeDescription } from '../document/change-description';
import { withoutInherited } from '../document/inherited';
import type { EntityDocument } from '../entity-behaviour';
import { EntityStore } from '../entity-store';
import type { LockedOfType } from '../entity-store';

/** What a write puts into a relation of two ends, or takes out of it: `id` is the other end. */
export interface EndChange {
  readonly id: string;
  readonly type: string;
  readonly property: string;
  readonly way: 'added' | 'removed';
}

/** The entity that is written; its id may come with the write. */
export interface NearEnd {
  readonly entityType: EntityType;
  readonly id: string;
  readonly name: string;
  readonly fqn: string;
}

/** An entity at the other end, locked, with what changes there. */
interface OtherEnd {
  readonly far: LockedOfType;
  readonly near: NearEnd;
  readonly change: EndChange;
}

/**
 * The other ends of relations that stand in two documents, or that give rights over what they name: whoever writes one must be
 * allowed to edit both, and each document that changes has a version and an author.
 */
@Injectable()
export class OtherEnds {
  constructor(
    private readonly store: EntityStore,
    private readonly documents: EntityDocuments,
    private readonly access: AccessControl,
  ) {}

  /** Locks and judges the other ends. @throws {AppError} NOT_FOUND, FORBIDDEN */
  async open(
    tx: Transaction,
    actor: Actor,
    near: NearEnd,
    changes: readonly EndChange[],
  ): Promise<readonly OtherEnd[]> {
    if (!changes.length) return [];
    const ids = changes.map(({ id }) => id);
    const found = new Map((await this.store.lockIds(tx, ids)).map((far) => [far.id, far]));
    return changes.flatMap((change) => {
      const far = found.get(change.id);
      // One that refers to itself is written anyway.
      if (!far || far.id === near.id) return [];
      const object = { id: far.id, ownerIds: far.owner_ids };
      this.access.requireObject(actor, far.type, object, { key: change.id, oneOf: ['EditAll'] });
      return [{ far, near, change }];
    });
  }

  /** Does the write, and writes a version of each document at the other ends that it changes. */
  async around(tx: Transaction, actor: Actor, ends: readonly OtherEnd[], write: () => Promise<void>): Promise<void> {
    const shown = ends.filter(({ far, near, change }) => counterpart(near.entityType, change.property, far.type));
    const byNode = new Map<string, OtherEnd[]>();
    for (const end of shown) byNode.set(end.far.node, [...(byNode.get(end.far.node) ?? []), end]);
    const far = [...byNode.values()].map(([first]) => (first as OtherEnd).far);
    await this.keepVersions(tx, far);
    await write();
    const marks = [...byNode.values()].map((of) => ({ node: (of[0] as OtherEnd).far.node, change: described(of) }));
    if (marks.length) await this.store.markAll(tx, marks, actor.name);
  }

  private async keepVersions(tx: Transaction, far: readonly LockedOfType[]): Promise<void> {
    for (const type of new Set(far.map((one) => one.type))) {
      const entityType = entityTypes.get(type);
      const ofType = far.filter((one) => one.type === type);
      const ids = ofType.map(({ id }) => id);
      const documents = await this.documents.several(inTransaction(tx), entityType, ids, allFields(entityType));
      const states = ofType.map((locked) => {
        const document = JSON.parse(documents.get(locked.id)?.json ?? '{}') as EntityDocument;
        return { locked, document: withoutInherited(entityType, document) };
      });
      await this.store.keepVersions(tx, states);
    }
  }
}

/** How the relations of two ends differ between a stored document and the targets that a draft has. */
export function endChanges(
  { relations }: EntityType,
  targets: ReadonlyMap<string, readonly { readonly id: string; readonly type: string }[]>,
  previous: EntityDocument = {},
): EndChange[] {
  return Object.keys(relations).flatMap((property) => {
    if (!relations[property]?.bothEnds) return [];
    const before = [previous[property] ?? []].flat() as { id: string; type: string }[];
    const after = targets.get(property) ?? [];
    const changes = (of: typeof after, others: typeof after, way: EndChange['way']): EndChange[] => {
      const known = new Set(others.map(({ id }) => id));
      return of.filter(({ id }) => !known.has(id)).map(({ id, type }) => ({ id, type, property, way }));
    };
    return [...changes(after, before, 'added'), ...changes(before, after, 'removed')];
  });
}

function described(ends: readonly OtherEnd[]): ChangeDescription {
  const fields = (way: EndChange['way'], value: 'newValue' | 'oldValue'): { name: string }[] => {
    const byName = new Map<string, object[]>();
    for (const { near, far, change } of ends.filter((end) => end.change.way === way)) {
      const name = counterpart(near.entityType, change.property, far.type) as string;
      const reference = { id: near.id, type: near.entityType.type, name: near.name, fullyQualifiedName: near.fqn };
      byName.set(name, [...(byName.get(name) ?? []), reference]);
    }
    return [...byName].map(([name, references]) => ({ name, [value]: references }));
  };
  const previousVersion = (ends[0] as OtherEnd).far.version / 10;
  const [fieldsAdded, fieldsDeleted] = [fields('added', 'newValue'), fields('removed', 'oldValue')];
  return { fieldsAdded, fieldsUpdated: [], fieldsDeleted, previousVersion };
}
