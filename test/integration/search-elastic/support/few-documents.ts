import type { BoundQuery, SearchAnswer, SearchDocument, SearchRequest } from '@app/search';
import type { VersionedDocument } from '../../../../libs/search/src/elastic/write/bulk-operation';
import type { ElasticWorld } from './elastic-world';

export const ALL: BoundQuery = { kind: 'all', boost: 1 };
export const START = Date.UTC(2024, 0, 1);
export const HOUR = 3_600_000;

const document = (at: number, name: string, more: Partial<SearchDocument>): VersionedDocument => ({
  node: String(at),
  version: 1,
  document: {
    id: `00000000-0000-4000-8000-00000000000${at}`,
    entityType: 'table',
    name,
    fullyQualifiedName: `shop.${name}`,
    deleted: false,
    updatedAt: START + at * HOUR,
    ...more,
  },
});

/** Few documents that have something to be ordered and counted by. */
export const DOCUMENTS = [
  document(1, 'Alpha', { owners: [{ name: 'ann', type: 'user' }], totalVotes: 3, tier: { tagFQN: 'Tier.Tier1' } }),
  document(2, 'beta', {
    owners: [
      { name: 'ann', type: 'team' },
      { name: 'bob', type: 'user' },
    ],
    totalVotes: 1,
  }),
  document(3, 'gamma', { entityType: 'glossaryTerm', deleted: true, tier: { tagFQN: 'Tier.Tier2' } }),
  document(4, 'delta', { entityType: 'topic', totalVotes: 3, tier: { tagFQN: 'Tier.Tier1' } }),
  document(5, 'Epsilon', { entityType: 'topic' }),
];

export function ask(world: ElasticWorld, more: Partial<SearchRequest> = {}): Promise<SearchAnswer> {
  return world.engine.search({
    query: ALL,
    filter: [],
    permission: ALL,
    from: 0,
    size: 100,
    sort: [
      { by: '_score', direction: 'desc' },
      { by: 'name.keyword', direction: 'asc' },
      { by: 'id', direction: 'asc' },
    ],
    totals: true,
    aggregations: {},
    source: true,
    ...more,
  });
}

export const keyword = (field: string, ...values: (string | boolean)[]): BoundQuery => ({
  kind: 'keyword',
  field,
  values,
  boost: 1,
});
