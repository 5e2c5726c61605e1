import { base, children, defineEntityType, uri, votes } from '../../definition/build';
import { serviceType, SOURCE } from '../asset';

export const apiCollectionType = defineEntityType({
  type: 'apiCollection',
  collection: 'apiCollections',
  traits: { asset: true },
  description: 'Endpoints that belong together.',
  parents: [{ property: 'service', types: ['apiService'], required: true }],
  ancestors: [{ property: 'service', at: 'root', types: ['apiService'] }],
  attributes: { serviceType, endpointURL: base(uri), ...SOURCE, votes },
  // The collection is set on the endpoint; a list sent here does not move endpoints.
  relations: { apiEndpoints: children('apiEndpoint') },
  search: { index: 'api_collection_search_index' },
  example: {
    name: 'orders',
    service: 'shop_api',
    description: 'Orders of a customer',
    endpointURL: 'https://shop.example.com/v1/orders',
  },
});
