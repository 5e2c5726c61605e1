import { createHash } from 'node:crypto';
import {
  array,
  base,
  boolean,
  byRequest,
  code,
  defineEntityType,
  integer,
  many,
  number,
  one,
  readOnly,
  text,
  votes,
} from '../../definition/build';

/** By which ingestion finds a query again: MD5 of its text, in hexadecimal digits. */
export const queryChecksum = (query: string): string => createHash('md5').update(query).digest('hex');

export const queryType = defineEntityType({
  type: 'query',
  collection: 'queries',
  description: 'A statement that was run on a database service, with the assets that it used and who ran it.',
  parents: [{ property: 'service', types: ['databaseService'], required: true }],
  ancestors: [{ property: 'service', at: 'root', types: ['databaseService'] }],
  nameOf: ({ query }) => (typeof query === 'string' ? queryChecksum(query) : undefined),
  obstacle: false,
  attributes: {
    query: base(code),
    query_type: base(text),
    checksum: readOnly(base(text)),
    duration: base({ ...number, description: 'How long it ran, in seconds' }),
    queryDate: base({ ...integer, description: 'When it ran, in epoch milliseconds' }),
    processedLineage: base(boolean),
    exclude_usage: byRequest(boolean),
    dialect: byRequest(text),
    usedBy: byRequest(array({ ...text, description: 'A user of the database that ran it' })),
    votes,
  },
  relations: {
    users: many('user'),
    queryUsedIn: many('table', 'dashboard', 'chart', 'dashboardDataModel'),
    triggeredBy: one('storedProcedure', 'pipeline'),
  },
  filters: {
    entityId: {
      condition: `e.node in (select r.from_node from entity_reference r
        where r.relation = 'queryUsedIn' and r.to_node = (select x.node from entity x where x.id = $::uuid))`,
      description: 'Only those that used this asset, named by id.',
      idOf: ['table', 'dashboard', 'chart', 'dashboardDataModel'],
    },
  },
  compatible: {
    without: ['deleted', 'reviewers', 'dataProducts', 'extension', 'lifeCycle', 'dialect'],
    always: ['users', 'queryUsedIn'],
  },
  search: { index: 'query_search_index', inAll: false },
  required: ['query'],
  example: { service: 'shop_postgres', name: 'daily_orders', query: 'select count(*) from orders', duration: 0.2 },
});
