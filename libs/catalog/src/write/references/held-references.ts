import type { EntityType } from '../../definition/entity-type';
import type { Reference } from '../../read/relation.repository';
import { withoutInherited } from '../document/inherited';
import type { RelationTarget, Target } from '../entity-draft';
import type { EntityDocument } from '../entity-behaviour';
import type { LockedEntity } from '../entity-write.repository';
import type { RequestedReference } from './found-entities';
import type { Parents } from './body-references';

/** An entity to be changed: its locked row and its document. */
export interface CurrentEntity {
  readonly row: LockedEntity;
  readonly document: EntityDocument;
}

/** Ids of all entities that a document refers to. */
export function idsIn(document: EntityDocument): Set<string> {
  const ids = new Set<string>();
  for (const value of Object.values(document).flat()) {
    const id = (value as { id?: unknown } | null)?.id;
    if (typeof id === 'string') ids.add(id);
  }
  return ids;
}

/** The entity's current targets of a relation, in this order; undefined if the body names others. */
export function heldRelation(
  entityType: EntityType,
  { document }: CurrentEntity,
  property: string,
  requested: readonly RequestedReference[],
): RelationTarget[] | undefined {
  const own = withoutInherited(entityType, document)[property] ?? [];
  const before = [own].flat() as Reference[];
  const isSame = before.length === requested.length && before.every(({ id }, i) => id === requested[i]?.id);
  return isSame ? before : undefined;
}

/**
 * The current parents, if the body names exactly these by id. The entity is locked, so concurrent changes of its parents are
 * applied to it after this write.
 */
export function heldParents(
  { parents }: EntityType,
  body: Readonly<Record<string, unknown>>,
  { row, document }: CurrentEntity,
): Parents | undefined {
  if (parents.some(({ link }) => link)) return undefined;
  const idOf = (value: unknown): unknown => (value as { id?: unknown } | undefined)?.id;
  const isSame = parents.every(({ property }) => {
    const given = body[property] !== undefined;
    return given === (document[property] !== undefined) && idOf(body[property]) === idOf(document[property]);
  });
  const given = parents.filter(({ property }) => body[property] !== undefined);
  if (!isSame || (given.length === 0) !== (row.parent === null)) return undefined;
  const { parent: node, root } = row;
  if (node === null) return { parents: new Map(), between: [] };
  const target = (property: string): Target => ({ ...(document[property] as Reference), node, root: root ?? node });
  const all = given.map(({ property }): [string, Target] => [property, target(property)]);
  const [, parent] = all.at(-1) as [string, Target];
  return { parent, parents: new Map(all), between: [] };
}
