import { base, oneOf, part, parts, uri } from '../../definition/build';
import { DATA_ASSET, defineAsset } from '../asset';
import { apiSchemaShown } from './shown-schema';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'CONNECT', 'OPTIONS', 'TRACE'];

const apiSchema = parts(part('APISchema'), 'request', {
  below: 'schemaFields',
  fields: true,
  readFromText: 'members',
});

export const apiEndpointType = defineAsset({
  type: 'apiEndpoint',
  collection: 'apiEndpoints',
  traits: DATA_ASSET,
  description: 'One endpoint with the schemas of its request and response.',
  service: 'apiService',
  parent: 'apiCollection',
  attributes: {
    endpointURL: base(uri),
    requestMethod: base(oneOf(...METHODS)),
    requestSchema: apiSchema,
    responseSchema: apiSchema,
  },
  compatible: {
    without: ['reviewers', 'sourceUrl'],
    members: { requestSchema: apiSchemaShown, responseSchema: apiSchemaShown },
  },
  search: { index: 'api_endpoint_search_index' },
  example: {
    name: 'get_order',
    apiCollection: 'shop_api.orders',
    description: 'One order by its key',
    requestMethod: 'GET',
    endpointURL: 'https://shop.example.com/v1/orders/7',
    responseSchema: { schemaType: 'JSON', schemaFields: [{ name: 'order_id', dataType: 'LONG' }] },
  },
});
