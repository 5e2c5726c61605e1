import { isObject } from '@app/common';

/** Kinds of names that identify an item of a list, the most specific first. */
const IDENTITIES: readonly ((item: Readonly<Record<string, unknown>>) => unknown)[] = [
  ({ id }) => (typeof id === 'string' ? id.toLowerCase() : undefined),
  ({ tagFQN, source = 'Classification' }) => (typeof tagFQN === 'string' ? `${String(source)} ${tagFQN}` : undefined),
  ({ name }) => name,
  ({ fullyQualifiedName }) => fullyQualifiedName,
];

/** Kinds that name an entity of the catalog, by their index among all. */
const OF_ENTITIES = 2;

/** The names of an item, one for each kind; a text names an entity by its id or its FQN. */
export function identitiesOf(item: unknown): readonly (string | undefined)[] {
  if (typeof item === 'string') return [item.toLowerCase(), undefined, undefined, item];
  if (!isObject(item)) return [];
  return IDENTITIES.map((identity) => identity(item)).map((name) => (typeof name === 'string' ? name : undefined));
}

/** Texts of which two items share one if they are the same text, or name the same entity or tag. */
export function nameTexts(item: unknown): readonly string[] {
  if (typeof item !== 'object') return [`${typeof item} ${String(item)}`];
  const names = identitiesOf(item).slice(0, OF_ENTITIES);
  return names.flatMap((name, kind) => (name === undefined ? [] : [`of kind ${kind} ${name}`]));
}

/** Clients leave out what is empty. */
export function isNothing(value: unknown): boolean {
  return value == null || (Array.isArray(value) && value.length === 0);
}

/** A text that is the same for values that differ in nothing but the order of members and in what is empty. */
export function likenessText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(likenessText).join(',')}]`;
  return isObject(value) ? `{${memberTexts(value).join(',')}}` : String(JSON.stringify(value));
}

/** A text for each member of an object that is not empty, in the order of their names, or for each item of a list. */
export function memberTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(likenessText);
  if (!isObject(value)) return [];
  return Object.keys(value)
    .filter((name) => !isNothing(value[name]))
    .sort()
    .map((name) => `${JSON.stringify(name)}:${likenessText(value[name])}`);
}
