import type { EntityType } from '../../definition/entity-type';
import type { EntityDocument, Reference } from '../../definition/entity-document';
import { withoutInherited } from '../../definition/inherited';
import type { RelationTarget, Target } from '../entity-draft';
import type { StoredEntity } from '../entity-update';
import { parentsIn, type Body, type Parents } from './body-references';
import type { RequestedReference } from './found-entities';

/** Whether a reference of a body means one that the entity has. */
type Means = (requested: RequestedReference, held: Reference) => boolean;

/** By its id: right whatever the entity that is referred to is called by now. */
export const isOfId: Means = ({ id }, held) => id !== undefined && id === held.id;

/**
 * By its id, or by its FQN where nothing else of that FQN would be meant, since the type is the first or the only one that the body allows:
 * right as long as the entity that is referred to is called so.
 */
export const isOfName: Means = ({ id, fqn, types }, held) =>
  id === undefined ? types[0] === held.type && fqn === held.fullyQualifiedName : id === held.id;

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
  { current }: StoredEntity,
  property: string,
  requested: readonly RequestedReference[],
  means: Means,
): RelationTarget[] | undefined {
  const own = withoutInherited(entityType, current)[property] ?? [];
  const before = [own].flat() as Reference[];
  const isSame =
    before.length === requested.length && before.every((one, i) => means(requested[i] as RequestedReference, one));
  return isSame ? before : undefined;
}

/**
 * The current parents, if the body names exactly these. The entity is locked, or changes only while its parents are as they were read, so
 * concurrent changes of its parents are applied to it after this write.
 */
export function heldParents(
  entityType: EntityType,
  body: Body,
  { locked, current }: StoredEntity,
  means: Means,
): Parents | undefined {
  if (entityType.parents.some(({ link }) => link)) return undefined;
  const requested = parentsIn(entityType, body);
  const named = new Map(requested.map((one) => [one.field, one]));
  const isSame = entityType.parents.every(({ property }) => {
    const [one, held] = [named.get(property), current[property] as Reference | undefined];
    return one && held ? means(one, held) : !one && !held;
  });
  if (!isSame || (requested.length === 0) !== (locked.parent === null)) return undefined;
  const { parent: node, root } = locked;
  if (node === null) return { parents: new Map(), between: [] };
  const target = (property: string): Target => ({ ...(current[property] as Reference), node, root: root ?? node });
  const all = requested.map(({ field }): [string, Target] => [field, target(field)]);
  const [, parent] = all.at(-1) as [string, Target];
  return { parent, parents: new Map(all), between: [] };
}
