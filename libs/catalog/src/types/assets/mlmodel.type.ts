import { array, base, byRequest, defineEntityType, one, part, parts, text, uri, votes } from '../../definition/build';
import { DATA_ASSET, serviceType, SOURCE } from '../asset';

export const mlmodelType = defineEntityType({
  type: 'mlmodel',
  collection: 'mlmodels',
  traits: DATA_ASSET,
  description: 'A trained model with its features.',
  parents: [{ property: 'service', types: ['mlmodelService'], required: true }],
  ancestors: [{ property: 'service', at: 'root', types: ['mlmodelService'] }],
  attributes: {
    serviceType,
    algorithm: base(text),
    mlFeatures: parts(array(part('MlFeature')), 'request'),
    mlHyperParameters: byRequest(array(part('MlHyperParameter'))),
    target: byRequest(text),
    mlStore: byRequest(part('MlStore')),
    server: byRequest(uri),
    ...SOURCE,
    votes,
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
