import { ENDED_RUN } from './data.examples';

const { steps: _steps, reason: _reason, ...run } = ENDED_RUN;

export const CRAWL = { schemas: ['sales'], dryRun: false };

const CRAWLED = {
  ...run,
  kind: 'crawl',
  status: 'Success',
  message: '12 tables: 1 created, 1 updated, 10 unchanged',
  progress: { done: 12, total: 12, current: 'shop_postgres.shop.sales.payments' },
  counts: {
    ...{ databases: 1, schemas: 1, tables: 12, views: 2, created: 1, updated: 1, unchanged: 10 },
    ...{ restored: 0, deleted: 0, filtered: 0, failed: 0 },
  },
};

export const TABLE_SOURCE = {
  service: run.service,
  nativeName: 'sales.orders',
  nativeId: '16412',
  rowEstimate: 120_000,
  sizeInByte: 14_680_064,
  lastSeenAt: 1_764_300_000_050,
  lastCrawl: run.id,
};

export const TABLE_SOURCE_SCHEMA = {
  title: 'TableSource',
  type: 'object',
  required: ['nativeName', 'lastSeenAt', 'lastCrawl'],
  properties: {
    service: {
      title: 'TableSourceService',
      type: 'object',
      required: ['id', 'type', 'name', 'fullyQualifiedName'],
      properties: {
        id: { type: 'string', format: 'uuid' },
        type: { type: 'string' },
        name: { type: 'string' },
        fullyQualifiedName: { type: 'string' },
      },
    },
    nativeName: { type: 'string', description: 'Schema and table, as the source calls them' },
    nativeId: { type: 'string', description: 'Of the object in its database; stays when it is renamed' },
    rowEstimate: { type: 'number', description: 'As the source estimates it' },
    sizeInByte: { type: 'number' },
    changedAt: {
      type: 'integer',
      format: 'int64',
      description: 'When the data changed last, where the source knows, in epoch milliseconds',
    },
    lastSeenAt: { type: 'integer', format: 'int64', description: 'Epoch milliseconds' },
    lastCrawl: { type: 'string', format: 'uuid', description: 'The data run that saw it last' },
  },
};
