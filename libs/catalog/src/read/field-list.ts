import { badRequest } from '@app/common';
import type { EntityType } from '../definition/entity-type';

/** Which members of an answer come beside the base ones. */
export interface FieldSelection {
  /** Attributes by request. */
  readonly attributes: readonly string[];
  readonly relations: readonly string[];
  /** `owner` was asked for: old clients read the first of the owners under that name. */
  readonly singleOwner: boolean;
}

/** Other spellings that clients use. */
const ALIASES = new Map([
  ['owner', 'owners'],
  ['domain', 'domains'],
]);

/** Names that clients ask every type for; those that a type lacks are nothing, not an error. */
const ASKED_OF_ALL = new Set(['votes', 'usageSummary', 'lifeCycle', 'certification', 'sourceHash', 'serviceType']);

/** Everything but the relations that can be as long as the catalog is big: what POST, PUT, PATCH and DELETE answer with. */
export function allFields(entityType: EntityType): FieldSelection {
  const relations = Object.keys(entityType.relations).filter((name) => !entityType.relations[name]?.large);
  return selection(entityType, [...byRequest(entityType), ...relations], false);
}

function everyField(entityType: EntityType): FieldSelection {
  return selection(entityType, [...byRequest(entityType), ...Object.keys(entityType.relations)], false);
}

/**
 * Reads the query parameter `fields`: a comma-separated list, `*` for all.
 * @param single whether one entity is read, which shows some attributes unasked
 * @throws {AppError} BAD_REQUEST `Invalid field name <x>`
 */
export function parseFields(entityType: EntityType, fields: string | undefined, single: boolean): FieldSelection {
  const names = (fields ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.includes('*')) return everyField(entityType);
  for (const name of names) if (!isKnown(entityType, ALIASES.get(name) ?? name)) throw invalidField(entityType, name);
  const unasked = single
    ? Object.keys(entityType.attributes).filter((name) => entityType.attributes[name]?.shown === 'single')
    : [];
  const asked = names.map((name) => ALIASES.get(name) ?? name);
  return selection(entityType, [...unasked, ...asked], names.includes('owner'));
}

function selection(entityType: EntityType, names: readonly string[], singleOwner: boolean): FieldSelection {
  const unique = [...new Set(names)];
  return {
    attributes: unique.filter((name) => (entityType.attributes[name]?.shown ?? 'base') !== 'base'),
    relations: Object.entries(entityType.relations)
      .filter(([name, { shown }]) => shown === 'base' || (shown === 'request' && unique.includes(name)))
      .map(([name]) => name),
    singleOwner,
  };
}

function isKnown(entityType: EntityType, name: string): boolean {
  return (
    Object.hasOwn(entityType.attributes, name) ||
    Object.hasOwn(entityType.relations, name) ||
    ASKED_OF_ALL.has(name) ||
    isAncestor(entityType, name)
  );
}

function isAncestor(entityType: EntityType, name: string): boolean {
  return entityType.ancestors.some(({ property }) => property === name);
}

function byRequest(entityType: EntityType): string[] {
  return Object.keys(entityType.attributes).filter((name) => entityType.attributes[name]?.shown !== 'base');
}

function invalidField(entityType: EntityType, name: string): Error {
  const allowed = [...byRequest(entityType), ...Object.keys(entityType.relations)].sort().join(', ');
  return badRequest(`Invalid field name ${name}`, [
    { field: 'fields', message: `allowed for ${entityType.type}: ${allowed}, *` },
  ]);
}
