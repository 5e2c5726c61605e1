import { base, boolean, byRequest, children, openObject, part, readOnly, text } from '../../definition/build';
import { defineAsset } from '../asset';

export const databaseType = defineAsset({
  type: 'database',
  collection: 'databases',
  description: 'A database of a database service.',
  service: 'databaseService',
  attributes: {
    usageSummary: readOnly(byRequest(openObject)),
    default: base(boolean),
    retentionPeriod: byRequest(text),
    location: byRequest(part('EntityReference')),
    databaseProfilerConfig: byRequest(openObject),
  },
  relations: { databaseSchemas: children('databaseSchema') },
  search: { index: 'database_search_index' },
  example: { name: 'shop', service: 'shop_postgres', description: 'Orders, customers and products' },
});
