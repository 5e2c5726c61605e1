import { bindQueryText } from '@app/search';
import type { Aggregations, BoundQuery, SearchRequest } from '@app/search';
import { WORDS } from './dataset';

/** One kind of search, as it comes to the engine. */
export interface QueryKind {
  readonly name: string;
  readonly request: SearchRequest;
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

const ALL: BoundQuery = { kind: 'all', boost: 1 };
const BY_SCORE: SearchRequest['sort'] = [
  { by: '_score', direction: 'desc' },
  { by: 'name.keyword', direction: 'asc' },
  { by: 'id', direction: 'asc' },
];
const BY_TIME: SearchRequest['sort'] = [
  { by: 'updatedAt', direction: 'desc' },
  { by: 'name.keyword', direction: 'asc' },
  { by: 'id', direction: 'asc' },
];

const keyword = (field: string, ...values: (string | boolean)[]): BoundQuery => ({
  kind: 'keyword',
  field,
  values,
  boost: 1,
});
const LIVE = [keyword('deleted', false), keyword('entityType', 'table', 'topic', 'dashboard', 'pipeline', 'container')];

export function queryKinds(now: number): QueryKind[] {
  const { common, mid, rare, two, prefix, infix, edit, phrase } = QUERIES;
  const text = (q: string, more: Partial<SearchRequest> = {}): SearchRequest => ({
    query: bindQueryText(q, { now }),
    ...{
      filter: LIVE,
      permission: ALL,
      from: 0,
      size: 10,
      sort: BY_SCORE,
      totals: 10_000,
      aggregations: {},
      source: true,
    },
    ...more,
  });
  const filters = [
    keyword('service.name', 'service_3', 'service_4'),
    keyword('tier.tagFQN', 'tier.tier1'),
    keyword('entityType', 'table'),
  ];
  return [
    { name: 'rare word', request: text(rare) },
    { name: 'mid word', request: text(mid) },
    { name: 'common word', request: text(common) },
    { name: 'common word, exact total', request: text(common, { totals: true }) },
    { name: 'two words', request: text(two.join(' ')) },
    { name: 'prefix', request: text(`${prefix}*`) },
    { name: 'infix', request: text(`*${infix}*`) },
    { name: 'one edit', request: text(`${edit}~1`) },
    { name: 'phrase', request: text(`"${phrase.mid.join(' ')}"`) },
    { name: 'phrase of the commonest words', request: text(`"${phrase.common.join(' ')}"`) },
    { name: 'common word, three filters', request: text(common, { filter: [...LIVE, ...filters] }) },
    { name: 'everything by time', request: text('*', { sort: BY_TIME }) },
    { name: 'everything by relevance', request: text('*') },
    {
      name: 'three counts of a mid word',
      request: text(mid, { size: 0, aggregations: counts(...COUNTED) }),
    },
    {
      name: 'three counts of a common word',
      request: text(common, { size: 0, aggregations: counts(...COUNTED) }),
    },
  ];
}

/** Two neighbours change places. */
function swapped(word: string): string {
  return `${word[0]}${word[2]}${word[1]}${word.slice(3)}`;
}

function counts(...fields: readonly string[]): Aggregations {
  return Object.fromEntries(
    fields.map((field) => [
      field,
      {
        bucket: { type: 'terms', field, size: 10, minDocCount: 1, order: [{ by: '_count', direction: 'desc' }] },
        below: {},
      } as const,
    ]),
  );
}
