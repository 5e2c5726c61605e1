import { base, bothEnds, byRequest, many, oneOf, openObject, readOnly, text } from '../../definition/build';
import { DATA_ASSET, defineAsset } from '../asset';

export const dashboardType = defineAsset({
  type: 'dashboard',
  collection: 'dashboards',
  traits: DATA_ASSET,
  description: 'A dashboard or report with its charts and data models.',
  service: 'dashboardService',
  attributes: {
    usageSummary: readOnly(byRequest(openObject)),
    dashboardType: base(oneOf('Dashboard', 'Report')),
    project: byRequest(text),
  },
  relations: { charts: bothEnds(many('chart')), dataModels: bothEnds(many('dashboardDataModel')) },
  search: { index: 'dashboard_search_index', children: 'charts' },
  example: { name: 'sales', service: 'shop_superset', description: 'Sales by day and country' },
});
