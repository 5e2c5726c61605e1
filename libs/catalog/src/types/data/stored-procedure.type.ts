import { base, boolean, byRequest, code, oneOf, part } from '../../definition/build';
import { DATA_ASSET, defineAsset } from '../asset';

export const storedProcedureType = defineAsset({
  type: 'storedProcedure',
  collection: 'storedProcedures',
  traits: { ...DATA_ASSET, process: true },
  description: 'A procedure or function stored in a database.',
  service: 'databaseService',
  parent: 'databaseSchema',
  grandparent: 'database',
  attributes: {
    storedProcedureCode: base(part('StoredProcedureCode')),
    storedProcedureType: base(oneOf('StoredProcedure', 'UDF', 'StoredPackage', 'Function')),
    code: byRequest(code),
    processedLineage: byRequest(boolean),
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
