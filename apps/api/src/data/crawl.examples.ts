import { ENDED_RUN } from './data.examples';

export const CRAWL = { schemas: ['sales'], dryRun: false };

export const TABLE_SOURCE = {
  service: ENDED_RUN.service,
  nativeName: 'sales.orders',
  nativeId: '16412',
  rowEstimate: 120_000,
  sizeInByte: 14_680_064,
  lastSeenAt: 1_764_300_000_050,
  lastCrawl: ENDED_RUN.id,
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
