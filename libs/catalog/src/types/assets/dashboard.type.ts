import { base, bothEnds, byRequest, defineEntityType, many, oneOf, text, votes } from '../../definition/build';
import { DATA_ASSET, serviceType, SOURCE } from '../asset';

export const dashboardType = defineEntityType({
  type: 'dashboard',
  collection: 'dashboards',
  traits: DATA_ASSET,
  description: 'A dashboard or report with its charts and data models.',
  parents: [{ property: 'service', types: ['dashboardService'], required: true }],
  ancestors: [{ property: 'service', at: 'root', types: ['dashboardService'] }],
  attributes: {
    serviceType,
    dashboardType: base(oneOf('Dashboard', 'Report')),
    project: byRequest(text),
    ...SOURCE,
    votes,
  },
  relations: { charts: bothEnds(many('chart')), dataModels: bothEnds(many('dashboardDataModel')) },
  search: { index: 'dashboard_search_index', children: 'charts' },
  example: { name: 'sales', service: 'shop_superset', description: 'Sales by day and country' },
});
