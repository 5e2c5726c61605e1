import type { NamedText, SearchQuestion } from '@app/search';
import { WORDS } from './dataset';

/** One kind of search, as somebody asks it. */
export interface QueryKind {
  readonly name: string;
  readonly question: SearchQuestion;
}

const at = (rank: number): string => WORDS[rank] as string;

/** The words that queries ask for, by their ranks of 6,000. */
export const QUERIES = {
  common: at(2),
  mid: at(80),
  rare: at(4_000),
  two: [at(80), at(4_000)],
  prefix: at(4_000).slice(0, 6),
  infix: at(4_000).slice(2, 8),
  edit: swapped(at(4_000)),
  phrase: { mid: [at(20), at(30)], common: [at(0), at(1)] },
} as const;

/** Fields whose values are counted. */
export const COUNTED = ['entityType', 'tags.tagFQN', 'owners.name'] as const;

const EVERYTHING: Omit<SearchQuestion, 'q'> = {
  types: ['table', 'topic', 'dashboard', 'pipeline', 'container'],
  deleted: false,
  from: 0,
  size: 10,
  sortOrder: 'desc',
  totals: 10_000,
  source: true,
  includeAggregations: false,
};

const FILTERS = [
  { terms: { 'service.name': ['service_3', 'service_4'] } },
  { term: { 'tier.tagFQN': 'tier.tier1' } },
  { term: { entityType: 'table' } },
];

export function queryKinds(): QueryKind[] {
  const { common, mid, rare, two, prefix, infix, edit, phrase } = QUERIES;
  const kind = (name: string, q: string, more: Partial<SearchQuestion> = {}): QueryKind => ({
    name,
    question: { ...EVERYTHING, ...more, q },
  });
  return [
    kind('rare word', rare),
    kind('mid word', mid),
    kind('common word', common),
    kind('common word, exact total', common, { totals: true }),
    kind('two words', two.join(' ')),
    kind('prefix', `${prefix}*`),
    kind('infix', `*${infix}*`),
    kind('one edit', `${edit}~1`),
    kind('phrase', `"${phrase.mid.join(' ')}"`),
    kind('phrase of the commonest words', `"${phrase.common.join(' ')}"`),
    kind('common word, three filters', common, { queryFilter: json('query_filter', { bool: { filter: FILTERS } }) }),
    kind('everything by time', '*', { sortField: { parameter: 'sort_field', text: 'updatedAt' } }),
    kind('everything by relevance', '*'),
    kind('three counts of a mid word', mid, { size: 0, aggregations: counts(...COUNTED) }),
    kind('three counts of a common word', common, { size: 0, aggregations: counts(...COUNTED) }),
  ];
}

/** Two neighbours change places. */
function swapped(word: string): string {
  return `${word[0]}${word[2]}${word[1]}${word.slice(3)}`;
}

function counts(...fields: readonly string[]): NamedText {
  return json('aggregations', Object.fromEntries(fields.map((field) => [field, { terms: { field, size: 10 } }])));
}

function json(parameter: string, value: object): NamedText {
  return { parameter, text: JSON.stringify(value) };
}
