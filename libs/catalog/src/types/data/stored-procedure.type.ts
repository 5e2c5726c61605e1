import { base, boolean, byRequest, code, defineEntityType, oneOf, part, votes } from '../../definition/build';
import { DATA_ASSET, serviceType, SOURCE } from '../asset';

export const storedProcedureType = defineEntityType({
  type: 'storedProcedure',
  collection: 'storedProcedures',
  traits: { ...DATA_ASSET, process: true },
  description: 'A procedure or function that is kept in a database.',
  parents: [{ property: 'databaseSchema', types: ['databaseSchema'], required: true }],
  ancestors: [
    { property: 'databaseSchema', at: 'parent', types: ['databaseSchema'] },
    { property: 'database', at: 'grandparent', types: ['database'] },
    { property: 'service', at: 'root', types: ['databaseService'] },
  ],
  attributes: {
    serviceType,
    storedProcedureCode: base(part('StoredProcedureCode')),
    storedProcedureType: base(oneOf('StoredProcedure', 'UDF', 'StoredPackage', 'Function')),
    code: byRequest(code),
    processedLineage: byRequest(boolean),
    ...SOURCE,
    votes,
  },
  required: ['storedProcedureCode'],
  search: { index: 'stored_procedure_search_index' },
  example: {
    name: 'close_day',
    databaseSchema: 'shop_postgres.shop.public',
    description: 'Sums up the orders of a day',
    storedProcedureCode: { language: 'SQL', code: 'insert into daily_sales select current_date, count(*) from orders' },
  },
});
