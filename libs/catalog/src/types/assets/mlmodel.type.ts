import { array, base, byRequest, one, openObject, part, parts, readOnly, text, uri } from '../../definition/build';
import { DATA_ASSET, defineAsset } from '../asset';

export const mlmodelType = defineAsset({
  type: 'mlmodel',
  collection: 'mlmodels',
  traits: DATA_ASSET,
  description: 'A trained model with its features.',
  service: 'mlmodelService',
  attributes: {
    usageSummary: readOnly(byRequest(openObject)),
    algorithm: base(text),
    mlFeatures: parts(array(part('MlFeature')), 'request'),
    mlHyperParameters: byRequest(array(part('MlHyperParameter'))),
    target: byRequest(text),
    mlStore: byRequest(part('MlStore')),
    server: byRequest(uri),
  },
  relations: { dashboard: one('dashboard') },
  search: { index: 'mlmodel_search_index' },
  example: {
    name: 'churn',
    service: 'shop_mlflow',
    description: 'Who is about to leave',
    algorithm: 'gradient boosting',
    mlFeatures: [{ name: 'orders_last_year', dataType: 'numerical' }],
  },
});
