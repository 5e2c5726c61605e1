import type { CanonicalType } from '../canonical';
import type { PromisedType } from '../read/logical-type';

const NOUNS: Readonly<Record<Exclude<CanonicalType['kind'], 'word'>, string>> = {
  int: 'a whole number',
  decimal: 'an exact decimal',
  float: 'an approximate number',
  text: 'text',
  bytes: 'bytes',
  boolean: 'a boolean',
  date: 'a date',
  time: 'a time of day',
  moment: 'a time',
  uuid: 'a UUID',
  json: 'JSON',
  enum: 'one of listed values',
  struct: 'a record',
  array: 'a list',
  map: 'a map',
};

export function nounOf(type: PromisedType): string {
  if (type.kind === 'word') return type.name;
  if (type.kind === 'logical') return `of the logicalType ${type.word}`;
  return ('noun' in type ? type.noun : undefined) ?? NOUNS[type.kind];
}

/** Why a type of another kind breaks the promise. */
export function otherKind(promised: PromisedType, found: CanonicalType): string {
  if (found.kind === 'word') return 'a type that this catalog does not know, compared by name only';
  if (promised.kind === 'word') return `nothing is known of how it relates to ${promised.name}`;
  if (found.kind === 'array') return 'many values, one is promised';
  return `${nounOf(found)}, not ${nounOf(promised)}`;
}
