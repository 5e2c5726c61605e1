import { TEXT_FIELDS, type TextField } from '../../document/search-field';

/** Which of the two vectors of a row contains a field's lexemes. */
export type Vector = 'names' | 'texts';

/** Fields of names are in a vector of their own: most searches need no other. */
const NAMES: ReadonlySet<string> = new Set(['name', 'displayName', 'fullyQualifiedName']);

/** The fields of which a document's length is stored, in the order of search_row.tokens. */
export const COUNTED_CODES = ['n', 'm', 'f', 'c', 'h', 'd', 'cd', 'hd'] as const;
export type CountedCode = (typeof COUNTED_CODES)[number];

/**
 * Columns of search_row that store a value field beside (keywords) or instead of (all others) its keyword terms: a field without one has
 * keyword terms.
 */
const COLUMNS: Readonly<Record<string, string>> = {
  id: 'id',
  entityType: 'entity_type',
  'name.keyword': 'name_key',
  'displayName.keyword': 'display_key',
  'fullyQualifiedName.keyword': 'fqn_key',
  deleted: 'deleted',
  updatedAt: 'updated_at',
  totalVotes: 'total_votes',
};

export function columnOf(field: string): string | undefined {
  return Object.hasOwn(COLUMNS, field) ? COLUMNS[field] : undefined;
}

export function vectorOf({ source }: TextField): Vector {
  return NAMES.has(source) ? 'names' : 'texts';
}

const COUNTED_BY_SOURCE = new Map(
  [...TEXT_FIELDS].reverse().map(([, { source, code }]) => [source, code] as const), // The first of a source counts.
);

/** The code under which the length of a field is stored: fields of one source are equally long. */
export function countedCode({ source }: TextField): CountedCode {
  return COUNTED_BY_SOURCE.get(source) as CountedCode;
}

/** Lengths below this are stored exactly (SmallFloat.NUM_FREE_VALUES of Lucene). */
const FREE_VALUES = 24;
/** Mantissa bits behind the leading one. */
const BITS = 3;
/** The largest smallint. */
const MOST = 32_767;

/**
 * A length as Lucene remembers it: through one byte and back (SmallFloat.intToByte4), exact under 40. Scores need it, or
 * documents of nearly equal length would stand in another order.
 */
export function roundedLength(length: number): number {
  if (length < FREE_VALUES) return length;
  const rest = length - FREE_VALUES;
  const shift = Math.max(0, 32 - Math.clz32(rest) - (BITS + 1));
  return Math.min(MOST, FREE_VALUES + (rest >>> shift) * 2 ** shift);
}
