import { base, bothEnds, defineEntityType, inverse, word, votes } from '../../definition/build';
import { serviceType, SOURCE } from '../asset';

export const chartType = defineEntityType({
  type: 'chart',
  collection: 'charts',
  traits: { asset: true, lineage: true },
  description: 'A chart that dashboards show.',
  parents: [{ property: 'service', types: ['dashboardService'], required: true }],
  ancestors: [{ property: 'service', at: 'root', types: ['dashboardService'] }],
  attributes: { serviceType, chartType: base(word), ...SOURCE, votes },
  // Ingestion writes a chart before the dashboards that show it, and again on its next run: existing references are kept.
  relations: { dashboards: { ...bothEnds(inverse('charts', 'dashboard')), keptByPut: true } },
  search: { index: 'chart_search_index' },
  example: { name: 'orders_per_day', service: 'shop_superset', chartType: 'Line', description: 'Orders by day' },
});
