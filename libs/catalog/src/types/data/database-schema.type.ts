import { byRequest, children, defineEntityType, openObject, text, votes } from '../../definition/build';
import { serviceType, SOURCE } from '../asset';

export const databaseSchemaType = defineEntityType({
  type: 'databaseSchema',
  collection: 'databaseSchemas',
  traits: { asset: true },
  description: 'A schema of a database.',
  parents: [{ property: 'database', types: ['database'], required: true }],
  ancestors: [
    { property: 'database', at: 'parent', types: ['database'] },
    { property: 'service', at: 'root', types: ['databaseService'] },
  ],
  attributes: {
    serviceType,
    retentionPeriod: byRequest(text),
    ...SOURCE,
    votes,
    databaseSchemaProfilerConfig: byRequest(openObject),
  },
  relations: { tables: children('table') },
  search: { index: 'database_schema_search_index' },
  example: { name: 'public', database: 'shop_postgres.shop', description: 'What the shop’s program writes' },
});
