import { isObject, jsonKey } from '@app/common';
import { OWN_RULE, customProperty, type Json, objectsOf, setCustomProperty } from '../../document/json';

/** Objects merged member by member; any other object is replaced by the second document's. */
const MERGED_OBJECTS = new Set(['description', 'price', 'team', 'items']);
/** Lists whose items are merged; in other lists, an item with the same identity is replaced. */
const MERGED_ITEMS = new Set(['schema', 'properties']);
const LISTS = new Set([
  ...['schema', 'properties', 'slaProperties', 'team', 'members', 'roles', 'servers', 'support', 'quality'],
  ...['relationships', 'authoritativeDefinitions', 'customProperties', 'tags'],
]);
/** Members that identify an item; the first present one is used. */
const IDENTITIES = ['property', 'name', 'username', 'role', 'channel', 'server', 'url', 'id'];

/** Merges the second document into the first: members only in the first are retained. Changes neither. */
export function mergeDocuments(first: Json, second: Json): Json {
  const merged = { ...first };
  // Null means absent: it removes nothing.
  for (const [key, value] of Object.entries(second))
    if (value !== null) merged[key] = mergeMember(key, first[key], value);
  return merged;
}

function mergeMember(key: string, old: unknown, value: unknown): unknown {
  if (isObject(old) && isObject(value) && MERGED_OBJECTS.has(key)) return mergeDocuments(old, value);
  if (Array.isArray(old) && Array.isArray(value) && LISTS.has(key)) return mergeLists(key, old, value);
  return value;
}

function mergeLists(key: string, old: readonly unknown[], value: readonly unknown[]): unknown[] {
  const next = new Map(identified(value));
  const merged = identified(old).map(([identity, item]) => {
    const other = next.get(identity);
    next.delete(identity);
    if (other === undefined) return item;
    if (!isObject(item) || !isObject(other)) return other;
    if (key === 'quality') return asOwnRule(item, other);
    return MERGED_ITEMS.has(key) ? mergeDocuments(item, other) : other;
  });
  // An item that is called something else than all of the first document equals none of them.
  const isOther = (identity: string): boolean => !identity.startsWith('{') && identity.endsWith('#1');
  const known = new Set([...next.keys()].every(isOther) ? [] : merged.map(jsonKey));
  const added = [...next].filter(([identity, item]) => isOther(identity) || !known.has(jsonKey(item)));
  return [...merged, ...added.map(([, item]) => item)];
}

/** Where each item of a merged list stands in the list that was laid over; undefined where only the first document has it. */
export function placesInSecond(
  merged: readonly unknown[],
  second: readonly unknown[],
): readonly (number | undefined)[] {
  const places = new Map(identified(second).map(([identity], index) => [identity, index]));
  return identified(merged).map(([identity]) => places.get(identity));
}

/** A rule of the contract stays one without its `json` marker, as in documents of tools that drop custom properties. */
function asOwnRule(item: Json, other: Json): Json {
  const place = customProperty(item, OWN_RULE);
  if (place === undefined || customProperty(other, OWN_RULE) !== undefined) return other;
  const marked = { ...other };
  setCustomProperty(marked, OWN_RULE, place);
  return marked;
}

function withoutMark(item: Json): Json {
  if (customProperty(item, OWN_RULE) === undefined) return item;
  const plain = { ...item };
  setCustomProperty(plain, OWN_RULE, undefined);
  return plain;
}

/** Each item with its identity: what it is called, or the text of one that is called nothing. */
function identified(items: readonly unknown[]): [string, unknown][] {
  return numbered(items, identityOf);
}

/** Each item with its name and how many had the same up to it. */
export function numbered<Item>(items: readonly Item[], nameOf: (item: Item) => string): [string, Item][] {
  const count = new Map<string, number>();
  return items.map((item) => {
    const identity = nameOf(item);
    const number = (count.get(identity) ?? 0) + 1;
    count.set(identity, number);
    return [`${identity}#${number}`, item];
  });
}

function identityOf(item: unknown): string {
  if (!isObject(item)) return `value ${JSON.stringify(item)}`;
  const key = IDENTITIES.find((name) => typeof item[name] === 'string');
  return key === undefined ? JSON.stringify(withoutMark(item)) : `${key} ${String(item[key])}`;
}

/** A contract's own document merged with another one. */
export interface LaidOver {
  readonly document: Json;
  /** The name of the contract's object now. */
  readonly objectName?: string;
}

/**
 * Merges a document into a contract's own one. An object for the contract that has another name replaces the contract's object
 * under the new name: otherwise it would be added beside it, without effect on the contract.
 *
 * @param at index of the contract's object in `own`
 * @param meant the object of `sent` for the contract's asset, if that is unambiguous
 */
export function layOver(own: Json, at: number, sent: Json, meant: Json | undefined): LaidOver {
  const objects = objectsOf(own.schema);
  const name = meant?.name;
  const before = objects[at]?.name;
  const isKnown = objectsOf(sent.schema).some((object) => object.name === before);
  if (typeof name !== 'string' || before === undefined || isKnown || objects.some((object) => object.name === name))
    return { document: mergeDocuments(own, sent) };
  const schema = objects.map((object, index) => (index === at ? { ...object, name } : object));
  return { document: mergeDocuments({ ...own, schema }, sent), objectName: name };
}
