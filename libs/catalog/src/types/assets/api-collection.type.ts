import { base, children, uri } from '../../definition/build';
import { defineAsset } from '../asset';

export const apiCollectionType = defineAsset({
  type: 'apiCollection',
  collection: 'apiCollections',
  description: 'Endpoints that belong together.',
  service: 'apiService',
  attributes: { endpointURL: base(uri) },
  // The collection is set on the endpoint; a list sent here does not move endpoints.
  relations: { apiEndpoints: children('apiEndpoint') },
  compatible: { without: ['reviewers', 'sourceUrl', 'followers'] },
  search: { index: 'api_collection_search_index' },
  example: {
    name: 'orders',
    service: 'shop_api',
    description: 'Orders of a customer',
    endpointURL: 'https://shop.example.com/v1/orders',
  },
});
