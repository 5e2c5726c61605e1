import type { Aggregations } from '../../query/aggregation';

/** Buckets of each: more than a page shows, and few enough to be cheap. */
const SIZE = 100;

/** What an answer counts unasked, by the name that it gives it. */
const FIELDS: Readonly<Record<string, string>> = {
  entityType: 'entityType',
  serviceType: 'serviceType',
  'service.name': 'service.name',
  'tags.tagFQN': 'tags.tagFQN',
  'tier.tagFQN': 'tier.tagFQN',
  'owners.name': 'owners.name',
  domains: 'domains.fullyQualifiedName',
  entityStatus: 'entityStatus',
  'contract.latestStatus': 'contract.latestStatus',
};

export const DEFAULT_AGGREGATIONS: Aggregations = Object.fromEntries(
  Object.entries(FIELDS).map(([name, field]) => [
    name,
    {
      bucket: {
        type: 'terms',
        field,
        size: SIZE,
        minDocCount: 1,
        order: [
          { by: '_count', direction: 'desc' },
          { by: '_key', direction: 'asc' },
        ],
      },
      below: {},
    },
  ]),
);
