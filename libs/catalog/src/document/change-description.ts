import { oncePerType, type EntityType } from '../definition/entity-type';
import { sameJson, type Operation } from '@app/common';
import type { EntityDocument, Reference } from '../definition/entity-document';
import { partLists, type NamedPart } from '../schema/named-parts';

interface FieldChange {
  readonly name: string;
  readonly oldValue?: unknown;
  readonly newValue?: unknown;
}

/** The changes of a write, as stored in the entity's version. */
export interface ChangeDescription {
  readonly fieldsAdded: FieldChange[];
  readonly fieldsUpdated: FieldChange[];
  readonly fieldsDeleted: FieldChange[];
  readonly previousVersion: number;
  /** The decision that the change follows from, where it is more than its writer's. */
  readonly origin?: Readonly<Record<string, unknown>>;
}

/** The members of a document that a write may change: name, parent, attributes and relations that are not read-only. */
const writableMembers = oncePerType(({ attributes, relations, parents }): readonly string[] => {
  const open = Object.entries({ ...attributes, ...relations }).filter(([, { readOnly }]) => !readOnly);
  return ['name', ...parents.map(({ property }) => property), ...open.map(([name]) => name)];
});

/** Names of the members that differ between two documents; references are compared by target. */
export function changedMembers(entityType: EntityType, previous: EntityDocument, next: EntityDocument): string[] {
  return writableMembers(entityType).filter(
    (name) => !sameJson(comparable(entityType, name, previous), comparable(entityType, name, next)),
  );
}

/** For members not shown in documents (`unshown`), only the name is recorded. */
export function describeChange(
  entityType: EntityType,
  previous: EntityDocument,
  next: EntityDocument,
  changed: readonly string[],
  unshown: readonly string[] = [],
): ChangeDescription {
  const description: ChangeDescription = {
    fieldsAdded: [],
    fieldsUpdated: unshown.map((name) => ({ name })),
    fieldsDeleted: [],
    previousVersion: previous.version as number,
  };
  for (const name of changed) {
    const partsOf = (document: EntityDocument): NamedPart[] | undefined =>
      partLists(entityType, document).find(({ path }) => path === name)?.parts;
    const [before, after] = [partsOf(previous), partsOf(next)];
    if (before && after) describeParts(description, name, before, after);
    else
      describeValue(
        description,
        name,
        comparable(entityType, name, previous) && previous[name],
        comparable(entityType, name, next) && next[name],
      );
  }
  return description;
}

/** The change of a list of references by one way: all that came, or all that went. */
export function describeListChange(
  list: string,
  way: 'add' | 'remove',
  changed: readonly Pick<Reference, 'id' | 'type' | 'name' | 'fullyQualifiedName'>[],
  { version }: { readonly version: number },
): ChangeDescription {
  const references = changed.map(({ id, type, name, fullyQualifiedName }) => ({ id, type, name, fullyQualifiedName }));
  return {
    fieldsAdded: way === 'add' ? [{ name: list, newValue: references }] : [],
    fieldsUpdated: [],
    fieldsDeleted: way === 'remove' ? [{ name: list, oldValue: references }] : [],
    previousVersion: version / 10,
  };
}

/** Members that users may change on their own entity. */
export const OWN_DESCRIPTION: ReadonlySet<string> = new Set(['displayName', 'description', 'image']);

/** The operations that changing a member requires, where it is not EditAll. */
export const OPERATION_OF: Readonly<Record<string, Operation>> = {
  description: 'EditDescription',
  tags: 'EditTags',
  owners: 'EditOwners',
};

/** The operations required to change these members: a column's description requires the permission for descriptions. */
export function operationsFor(
  entityType: EntityType,
  previous: EntityDocument,
  next: EntityDocument,
  changed: readonly string[],
): Operation[] {
  if (entityType.type === 'user' && changed.every((name) => OWN_DESCRIPTION.has(name))) return ['EditDescription'];
  const operations = new Set<Operation>();
  for (const name of changed) {
    const own = OPERATION_OF[name];
    const needed = own ? [own] : operationsForMember(entityType, name, previous, next);
    for (const operation of needed) operations.add(operation);
  }
  return [...operations];
}

function operationsForMember(
  entityType: EntityType,
  name: string,
  previous: EntityDocument,
  next: EntityDocument,
): Operation[] {
  if (!entityType.attributes[name]?.parts) return ['EditAll'];
  const operations = new Set<Operation>();
  addOperations(previous[name], next[name], operations);
  return operations.has('EditAll') ? ['EditAll'] : [...operations];
}

/** Adds the operations that the difference of two values of parts requires; the walk ends at the first difference beyond descriptions and tags. */
function addOperations(before: unknown, after: unknown, operations: Set<Operation>): void {
  if (operations.has('EditAll') || before === after) return;
  if (!isNested(before) || !isNested(after) || Array.isArray(before) !== Array.isArray(after)) {
    operations.add('EditAll');
    return;
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[key], after[key]];
    if (key !== 'description' && key !== 'tags') addOperations(old, now, operations);
    else if (!sameJson(old, now)) operations.add(key === 'tags' ? 'EditTags' : 'EditDescription');
  }
}

function isNested(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Absent and empty are equal; a reference is compared by id, and the order of references is ignored. */
function comparable(entityType: EntityType, name: string, document: EntityDocument): unknown {
  const value = document[name];
  const isReference = name in entityType.relations || entityType.parents.some(({ property }) => property === name);
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return undefined;
  if (!isReference) return value;
  if (Array.isArray(value)) return value.map((reference) => (reference as { id: string }).id).sort();
  // A link to a path in the parent is a string.
  return typeof value === 'string' ? value : (value as { id: string }).id;
}

function describeParts(
  description: ChangeDescription,
  name: string,
  before: readonly NamedPart[],
  after: readonly NamedPart[],
): void {
  const oldParts = new Map(before.map((part) => [part.name, part]));
  const newNames = new Set(after.map(({ name: partName }) => partName));
  const added = after.filter((part) => !oldParts.has(part.name));
  const deleted = before.filter((part) => !newNames.has(part.name));
  if (added.length) description.fieldsAdded.push({ name, newValue: added });
  if (deleted.length) description.fieldsDeleted.push({ name, oldValue: deleted });
  for (const part of after) {
    const old = oldParts.get(part.name);
    if (old) describePart(description, `${name}.${part.name ?? ''}`, old, part);
  }
}

function describePart(description: ChangeDescription, name: string, old: NamedPart, part: NamedPart): void {
  for (const key of new Set([...Object.keys(old), ...Object.keys(part)])) {
    if (key === 'fullyQualifiedName' || sameJson(old[key], part[key])) continue;
    if (key === 'children' && old.children && part.children)
      describeParts(description, `${name}.children`, old.children, part.children);
    else describeValue(description, `${name}.${key}`, old[key], part[key]);
  }
}

function describeValue(description: ChangeDescription, name: string, oldValue: unknown, newValue: unknown): void {
  if (oldValue === undefined) description.fieldsAdded.push({ name, newValue });
  else if (newValue === undefined) description.fieldsDeleted.push({ name, oldValue });
  else description.fieldsUpdated.push({ name, oldValue, newValue });
}
