import { createHash } from 'node:crypto';

/** A GIN entry holds at most 2,704 bytes; longer keyword terms keep their beginning and a digest. */
const MOST_BYTES = 2_000;
const KEPT_CHARACTERS = 400;

/** `field=value`, as it stands in search_row.kw. Values come lower-cased. */
export function keywordTerm(field: string, value: string | number | boolean): string {
  const text = String(value);
  if (text.length <= KEPT_CHARACTERS || Buffer.byteLength(text) <= MOST_BYTES) return `${field}=${text}`;
  const digest = createHash('sha256').update(text).digest('hex');
  const kept = text.slice(0, KEPT_CHARACTERS).replace(/[\ud800-\udbff]$/, '');
  return `${field}=${kept}\u0001${digest}`;
}

/** `_exists=path`: the field has a value, or any field below the object does. */
export function existsTerm(path: string): string {
  return `_exists=${path}`;
}

/** Fields with few values that answers count: a list of their own, since reading all keyword terms takes three times as long. */
export const FACET_FIELDS: ReadonlySet<string> = new Set([
  'entityType',
  'serviceType',
  'service.name',
  'tags.tagFQN',
  'tier.tagFQN',
  'owners.name',
  'domains.fullyQualifiedName',
  'entityStatus',
  'contract.latestStatus',
]);

export function isFacet(of: string): boolean {
  return FACET_FIELDS.has(of.slice(0, of.indexOf('=')));
}
