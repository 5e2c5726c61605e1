import { invalidFields, isUuid } from '@app/common';
import type { EntityType } from '../definition/entity-type';
import { joinFqn } from '../fqn';
import { holders, lineOf } from './holders';
import type { Condition } from './list-question';

/** The list filters of a type, each with its description. */
export function filtersOf(entityType: EntityType): Record<string, string> {
  const found: Record<string, string> = {};
  for (const property of ancestorProperties(entityType))
    found[property] = `Only those below this ${property}, named by its FQN.`;
  for (const [property, { description }] of Object.entries(entityType.filters)) found[property] = description;
  found.owner = 'Only entities owned by this user or team (id or FQN); inherited ownership counts.';
  found.mine =
    'true: only entities owned by the caller or a team of the caller; inherited ownership counts, for a contract also that of its asset.';
  found.domain = 'Only entities of this domain (FQN), including those that inherit it.';
  if (nests(entityType))
    found.root = 'true: only entities without a parent of their type; false: only entities with one.';
  found.tag = 'Filters by the FQN of a tag, set on the entity or on one of its parts.';
  return found;
}

/**
 * Converts a filter to a condition. A value that names no entity yields an empty list.
 * @throws {AppError} BAD_REQUEST for an unknown value, and for a malformed link
 */
export function filterCondition(
  entityType: EntityType,
  name: string,
  value: string,
  ownerIds: ReadonlySet<string> = new Set(),
): Condition {
  requireReadable(entityType, name, value);
  if (name === 'mine') return mineCondition(entityType, value, ownerIds);
  const own = entityType.filters[name];
  if (own) return { name, value, sql: (bound) => own.condition.replaceAll('$', bound) };
  if (name === 'owner') return ownerCondition(entityType, value);
  if (name === 'domain') return relationCondition(entityType, name, ['domain'], value);
  if (name === 'tag') return tagCondition(value);
  if (name === 'root' && nests(entityType)) return rootCondition(entityType, value);
  return ancestorCondition(entityType, name, value);
}

function requireReadable({ filters, parents }: EntityType, name: string, value: string): void {
  const { words, idOf } = filters[name] ?? {};
  if (idOf && !isUuid(value)) throw invalidFields([{ field: name, message: `must be a UUID; got "${value}"` }]);
  if (words && !words.includes(value))
    throw invalidFields([{ field: name, message: `must be one of ${words.join(', ')}; got "${value}"` }]);
  const link = parents.find(({ property }) => property === name)?.link;
  if (link && !link.parse(value))
    throw invalidFields([{ field: name, message: `must be ${link.form}; got "${value}"` }]);
}

/** The entity that a filter value refers to, by id or by FQN. */
export interface FilterTarget {
  readonly key: string;
  readonly types: readonly string[];
}

/** undefined: the filter refers to no entity. */
export function filterTarget(entityType: EntityType, name: string, value: string): FilterTarget | undefined {
  const { idOf, fqnOf = idOf, nameOf } = entityType.filters[name] ?? {};
  if (nameOf) return { key: joinFqn(undefined, value), types: nameOf };
  const known = COMMON_TARGETS[name] ?? fqnOf;
  if (known) return { key: value, types: known };
  const places = [...entityType.ancestors, ...entityType.parents].filter(({ property }) => property === name);
  if (!places.length) return undefined;
  const link = entityType.parents.find(({ property }) => property === name)?.link;
  // A parent filter also accepts a grandparent's name.
  const types = [...places, ...entityType.parents].flatMap((place) => place.types);
  return { key: link?.parse(value)?.fqn ?? value, types: [...new Set(types)] };
}

const COMMON_TARGETS: Readonly<Record<string, readonly string[]>> = {
  owner: ['user', 'team'],
  domain: ['domain'],
  tag: ['tag', 'glossaryTerm'],
};

function ancestorProperties(entityType: EntityType): Set<string> {
  return new Set(
    [...entityType.ancestors, ...entityType.parents]
      .map(({ property }) => property)
      .filter((name) => name !== 'entity'),
  );
}

/**
 * The types that a filter by this name takes. Entities that lie directly in one of their own type, or in the common ancestor, are also
 * found by `parent`.
 */
function ancestorTypes({ ancestors, parents }: EntityType, name: string): readonly string[] {
  if (name === 'parent') return parents.flatMap(({ types }) => types);
  return [...ancestors, ...parents].find(({ property }) => property === name)?.types ?? [];
}

/** Nodes of these types with the bound FQN. */
function nodesNamed(types: readonly string[], bound: string): string {
  const list = types.map((type) => `'${type}'`).join(', ');
  return `select x.node from entity x where x.type in (${list}) and md5(x.fqn)::uuid = md5(${bound}::text)::uuid and x.fqn = ${bound}::text`;
}

function ancestorCondition(entityType: EntityType, name: string, value: string): Condition {
  const at = entityType.ancestors.find(({ property }) => property === name)?.at ?? 'parent';
  const types = ancestorTypes(entityType, name);
  if (at !== 'grandparent') {
    // A single node, so that its index returns the rows in order.
    const node = (bound: string): string => `${nodesNamed(types, bound)} limit 1`;
    const column = at === 'root' ? 'e.root' : 'e.parent';
    // The counter of a root includes all descendants, not only direct children.
    const counter = name === 'parent' ? undefined : node;
    return { name, value, sql: (bound) => `${column} = (${node(bound)})`, counter };
  }
  // A parent filter also accepts a grandparent's name: clients give `database` a schema's FQN.
  const parents = entityType.parents.flatMap((parent) => parent.types);
  const lying = (bound: string): string =>
    `${nodesNamed(parents, bound)} union all select c.node from entity c where c.parent in (${nodesNamed(types, bound)})`;
  return { name, value, sql: (bound) => `e.parent in (${lying(bound)})`, counter: lying };
}

function ownerCondition(entityType: EntityType, value: string): Condition {
  if (!isUuid(value)) return relationCondition(entityType, 'owner', ['user', 'team'], value);
  const holding = (bound: string): string =>
    holders('owners', `select x.node from entity x where x.id = ${bound}::uuid`, lineOf(entityType));
  return { name: 'owner-id', value, walks: true, sql: (bound) => `e.node in (${holding(bound)})` };
}

/** @throws {AppError} BAD_REQUEST */
function mineCondition(entityType: EntityType, value: string, ownerIds: ReadonlySet<string>): Condition {
  if (value !== 'true') throw invalidFields([{ field: 'mine', message: `must be true; got "${value}"` }]);
  return ownedCondition(entityType, ownerIds);
}

/** Those that one of these users and teams owns, by itself or by what it lies in; a contract also where its asset is owned. */
export function ownedCondition(entityType: EntityType, ownerIds: ReadonlySet<string>): Condition {
  const below =
    entityType.type === 'dataContract'
      ? ` union select c.node from holder h join entity c on c.parent = h.node and c.type = '${entityType.type}'`
      : '';
  const holding = (bound: string): string =>
    holders('owners', `select x.node from entity x where x.id = any(${bound}::uuid[])`, lineOf(entityType)) + below;
  return { name: 'mine', value: [...ownerIds], walks: true, sql: (bound) => `e.node in (${holding(bound)})` };
}

function relationCondition(entityType: EntityType, name: string, types: readonly string[], value: string): Condition {
  const holding = (bound: string): string => holders(`${name}s`, nodesNamed(types, bound), lineOf(entityType));
  return { name, value, walks: true, sql: (bound) => `e.node in (${holding(bound)})` };
}

/** Whether the type can be its own parent. */
function nests({ type, parents }: EntityType): boolean {
  return parents.some(({ types }) => types.includes(type));
}

/** @throws {AppError} BAD_REQUEST */
function rootCondition({ type }: EntityType, value: string): Condition {
  if (value !== 'true' && value !== 'false')
    throw invalidFields([{ field: 'root', message: `must be true or false; got "${value}"` }]);
  const inside = `exists (select 1 from entity x where x.node = e.parent and x.type = '${type}')`;
  return { name: 'root', value: value === 'false', sql: (bound) => `${inside} = ${bound}::boolean` };
}

function tagCondition(value: string): Condition {
  return {
    name: 'tag',
    value,
    sql: (bound) =>
      `e.node in (select u.node from tag_usage u where md5(u.tag_fqn)::uuid = md5(${bound}::text)::uuid and u.tag_fqn = ${bound}::text)`,
  };
}
