import { badRequest, KnownValues } from '@app/common';
import { oncePerType, type EntityType } from '../definition/entity-type';

/** Which members a response includes in addition to the base members. */
export interface FieldSelection {
  readonly entityType: EntityType;
  readonly attributes: readonly string[];
  readonly relations: readonly string[];
  /** `owner` was requested: old clients read the first owner under that name. */
  readonly singleOwner: boolean;
}

/** Alternative spellings used by clients. */
const ALIASES = new Map([
  ['owner', 'owners'],
  ['domain', 'domains'],
]);

/** Fields that clients request for every type; ignored, not an error, for types that lack them. */
const ASKED_OF_ALL = new Set(['votes', 'usageSummary', 'lifeCycle', 'certification', 'sourceHash', 'serviceType']);

/** All fields except relations of unbounded size: the response to POST, PUT, PATCH and DELETE. One object for each type. */
export const allFields = oncePerType((entityType) => {
  const relations = Object.keys(entityType.relations).filter((name) => !entityType.relations[name]?.large);
  return selection(entityType, [...byRequest(entityType), ...relations], false);
});

/** One object for each type. */
const everyField = oncePerType((entityType) => selection(entityType, everyName(entityType), false));

/** Selections by the texts that they were asked for with: programs ask for the same again and again. */
const selectionsOf = oncePerType(() => new KnownValues<FieldSelection>(64, 1_024));

/**
 * Parses the query parameter `fields`: a comma-separated list, `*` for all. The same text gives the same object, by which statements are
 * known again.
 * @param single whether a single entity is read, which includes some attributes by default
 * @throws {AppError} BAD_REQUEST `Invalid field name <x>`
 */
export function parseFields(entityType: EntityType, fields: string | undefined, single: boolean): FieldSelection {
  return selectionsOf(entityType).of(`${single} ${fields ?? ''}`, () => parse(entityType, namesIn(fields), single));
}

/** The names of a comma-separated list; empty ones are skipped. */
export function namesIn(fields = ''): string[] {
  return fields.split(',').flatMap((name) => name.trim() || []);
}

function parse(entityType: EntityType, names: readonly string[], single: boolean): FieldSelection {
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
    entityType,
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
    entityType.lacking.includes(name) ||
    Object.hasOwn(entityType.side?.properties ?? {}, name) ||
    isAncestor(entityType, name)
  );
}

/** Every name that `fields` takes for a type, `*` aside. */
export function fieldNames(entityType: EntityType): string[] {
  const { attributes, relations, lacking, side, ancestors } = entityType;
  const known = new Set([
    ...[...Object.keys(attributes), ...Object.keys(relations), ...Object.keys(side?.properties ?? {})],
    ...[...ancestors.map(({ property }) => property), ...lacking, ...ASKED_OF_ALL],
  ]);
  const aliases = [...ALIASES].flatMap(([alias, name]) => (known.has(name) ? [alias] : []));
  return [...known, ...aliases].sort();
}

function isAncestor(entityType: EntityType, name: string): boolean {
  return entityType.ancestors.some(({ property }) => property === name);
}

/** Whatever `*` stands for. */
export function everyName(entityType: EntityType): string[] {
  return [...byRequest(entityType), ...Object.keys(entityType.relations)];
}

/** Names of the attributes that a response includes on request. */
export function byRequest(entityType: EntityType): string[] {
  return Object.keys(entityType.attributes).filter((name) => entityType.attributes[name]?.shown !== 'base');
}

function invalidField(entityType: EntityType, name: string): Error {
  const allowed = everyName(entityType).sort().join(', ');
  return badRequest(`Invalid field name ${name}`, [
    { field: 'fields', message: `allowed for ${entityType.type}: ${allowed}, *` },
  ]);
}
