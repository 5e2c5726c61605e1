import { array, base, byRequest, code, defineEntityType, part, parts, text, votes, word } from '../../definition/build';
import { DATA_ASSET, serviceType, SOURCE } from '../asset';

export const dashboardDataModelType = defineEntityType({
  type: 'dashboardDataModel',
  collection: 'dashboard/datamodels',
  traits: DATA_ASSET,
  description: 'A model of a reporting tool: the columns that its charts are made of.',
  parents: [{ property: 'service', types: ['dashboardService'], required: true }],
  ancestors: [{ property: 'service', at: 'root', types: ['dashboardService'] }],
  fqnBetween: ['model'],
  attributes: {
    serviceType,
    dataModelType: base(word),
    columns: parts(array(part('Column')), 'base', { columns: true }),
    sql: byRequest(code),
    project: byRequest(text),
    ...SOURCE,
    votes,
  },
  required: ['dataModelType', 'columns'],
  search: { index: 'dashboard_data_model_search_index' },
  example: {
    name: 'sales_model',
    service: 'shop_superset',
    description: 'Orders joined with customers',
    dataModelType: 'SupersetDataModel',
    columns: [{ name: 'country', dataType: 'VARCHAR', dataLength: 2 }],
  },
});
