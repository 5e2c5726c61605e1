import { component, instant, number, text, uuid } from '../http/schemas';
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

export const TABLE_SOURCE_SCHEMA = component('TableSource', {
  'service?': component('TableSourceService', { id: uuid, type: text, name: text, fullyQualifiedName: text }),
  nativeName: { type: 'string', description: 'Schema and table, as the source calls them' },
  'nativeId?': { type: 'string', description: 'Of the object in its database; stays when it is renamed' },
  'rowEstimate?': { type: 'number', description: 'As the source estimates it' },
  'sizeInByte?': number,
  'changedAt?': {
    type: 'integer',
    format: 'int64',
    description: 'When the data changed last, where the source knows, in epoch milliseconds',
  },
  lastSeenAt: instant,
  lastCrawl: { type: 'string', format: 'uuid', description: 'The data run that saw it last' },
});
