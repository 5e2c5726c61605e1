import { oneOf } from '../../definition/build';
import { defineService } from './define-service';

export const searchServiceType = defineService({
  type: 'searchService',
  description: 'A search engine: the root of its indexes.',
  kinds: oneOf('ElasticSearch', 'OpenSearch', 'CustomSearch'),
  example: { name: 'shop_elastic', serviceType: 'ElasticSearch', description: 'What the shop’s visitors search' },
});
