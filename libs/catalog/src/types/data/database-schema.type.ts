import { byRequest, children, openObject, readOnly, text } from '../../definition/build';
import { defineAsset } from '../asset';

export const databaseSchemaType = defineAsset({
  type: 'databaseSchema',
  collection: 'databaseSchemas',
  description: 'A schema of a database.',
  service: 'databaseService',
  parent: 'database',
  attributes: {
    usageSummary: readOnly(byRequest(openObject)),
    retentionPeriod: byRequest(text),
    databaseSchemaProfilerConfig: byRequest(openObject),
  },
  relations: { tables: children('table') },
  search: { index: 'database_schema_search_index' },
  example: { name: 'public', database: 'shop_postgres.shop', description: 'What the shop’s program writes' },
});
