import { groupBy } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { counterpart, entityTypes } from '../../types/entity-types';
import type { EntityType } from '../../definition/entity-type';
import { EntityDocuments } from '../../read/entity-documents';
import { allFields } from '../../query/field-list';
import { inTransaction } from '../../query/queryable';
import { Visibility } from '../../visibility/visibility';
import type { ChangeDescription } from '../../document/change-description';
import { withoutInherited } from '../../definition/inherited';
import type { EntityDocument } from '../../definition/entity-document';
import type { WriteContext } from '../entity-draft';
import type { LockedOfType } from '../entity-update';
import { EntityWriteRepository } from '../entity-write.repository';

/** Targets that a write adds to or removes from a two-ended relation: `id` is the other end. */
export interface EndChange {
  readonly id: string;
  readonly type: string;
  readonly property: string;
  readonly way: 'added' | 'removed';
}

/** The written entity; its id may be assigned by the write. */
export interface NearEnd {
  readonly entityType: EntityType;
  readonly id: string;
  readonly name: string;
  readonly fqn: string;
}

/** A locked entity at the other end, with its changes. */
interface OtherEnd {
  readonly far: LockedOfType;
  readonly near: NearEnd;
  readonly change: EndChange;
}

/**
 * The other ends of relations that are part of two documents, or that give rights over the target: the writer must be allowed to
 * edit both, and each changed document gets a new version with an author.
 */
@Injectable()
export class OtherEnds {
  constructor(
    private readonly store: EntityWriteRepository,
    private readonly documents: EntityDocuments,
    private readonly visibility: Visibility,
  ) {}

  /** Locks and authorizes the other ends. @throws {AppError} NOT_FOUND, FORBIDDEN */
  async open({ tx, actor }: WriteContext, near: NearEnd, changes: readonly EndChange[]): Promise<readonly OtherEnd[]> {
    if (!changes.length) return [];
    const ids = changes.map(({ id }) => id);
    const found = new Map((await this.store.lockIds(tx, ids)).map((far) => [far.id, far]));
    const ends = changes.flatMap((change): OtherEnd[] => {
      const far = found.get(change.id);
      // A self-reference is already covered by the write itself.
      return far && far.id !== near.id ? [{ far, near, change }] : [];
    });
    const objects = ends.map(({ far: { id, type, owner_ids: ownerIds } }) => ({ id, type, ownerIds }));
    await this.visibility.requireObjects(inTransaction(tx), actor, objects, ['EditAll']);
    return ends;
  }

  /** Runs the write, and writes a new version of each changed document at the other ends. */
  async around<Written>(
    { tx, actor }: WriteContext,
    ends: readonly OtherEnd[],
    write: () => Promise<Written>,
  ): Promise<Written> {
    const shown = ends.filter(({ far, near, change }) => counterpart(near.entityType, change.property, far.type));
    const byNode = groupBy(shown, (end) => end.far.node);
    const far = [...byNode.values()].map(([first]) => (first as OtherEnd).far);
    await this.keepVersions(tx, far);
    const written = await write();
    const marks = [...byNode.values()].map((of) => ({ node: (of[0] as OtherEnd).far.node, change: described(of) }));
    if (marks.length) await this.store.markAll(tx, marks, actor.name);
    return written;
  }

  private async keepVersions(tx: Transaction, far: readonly LockedOfType[]): Promise<void> {
    for (const type of new Set(far.map((one) => one.type))) {
      const entityType = entityTypes.get(type);
      const ofType = far.filter((one) => one.type === type);
      const ids = ofType.map(({ id }) => id);
      const documents = await this.documents.several(inTransaction(tx), ids, allFields(entityType));
      const states = ofType.map((locked) => {
        const document = JSON.parse(documents.get(locked.id)?.json ?? '{}') as EntityDocument;
        return { locked, document: withoutInherited(entityType, document) };
      });
      await this.store.keepVersions(tx, states);
    }
  }
}

/** The differences in two-ended relations between a stored document and a draft's targets. */
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
    const nameOf = ({ near, far, change }: OtherEnd): string =>
      counterpart(near.entityType, change.property, far.type) as string;
    const reference = ({ near }: OtherEnd): object => ({
      id: near.id,
      type: near.entityType.type,
      name: near.name,
      fullyQualifiedName: near.fqn,
    });
    const changed = ends.filter((end) => end.change.way === way);
    return [...groupBy(changed, nameOf)].map(([name, of]) => ({ name, [value]: of.map(reference) }));
  };
  const previousVersion = (ends[0] as OtherEnd).far.version / 10;
  const [fieldsAdded, fieldsDeleted] = [fields('added', 'newValue'), fields('removed', 'oldValue')];
  return { fieldsAdded, fieldsUpdated: [], fieldsDeleted, previousVersion };
}
