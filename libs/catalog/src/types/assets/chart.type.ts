import { base, bothEnds, byRequest, inverse, openObject, readOnly, word } from '../../definition/build';
import { defineAsset } from '../asset';

export const chartType = defineAsset({
  type: 'chart',
  collection: 'charts',
  traits: { asset: true, lineage: true },
  description: 'A chart that dashboards show.',
  service: 'dashboardService',
  attributes: {
    usageSummary: readOnly(byRequest(openObject)),
    chartType: base(word),
  },
  // Ingestion writes a chart before the dashboards that show it, and again on its next run: existing references are retained.
  relations: { dashboards: { ...bothEnds(inverse('charts', 'dashboard')), keptByPut: true } },
  search: { index: 'chart_search_index' },
  example: { name: 'orders_per_day', service: 'shop_superset', chartType: 'Line', description: 'Orders by day' },
});
