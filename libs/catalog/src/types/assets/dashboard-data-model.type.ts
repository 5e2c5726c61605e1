import { array, base, byRequest, code, part, parts, text, word } from '../../definition/build';
import { DATA_ASSET, defineAsset } from '../asset';

export const dashboardDataModelType = defineAsset({
  type: 'dashboardDataModel',
  collection: 'dashboard/datamodels',
  traits: DATA_ASSET,
  description: 'A model of a reporting tool: the columns that its charts are made of.',
  service: 'dashboardService',
  fqnBetween: ['model'],
  attributes: {
    dataModelType: base(word),
    columns: parts(array(part('Column')), 'base', { columns: true }),
    sql: byRequest(code),
    project: byRequest(text),
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
