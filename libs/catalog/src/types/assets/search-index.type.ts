import {
  array,
  base,
  byRequest,
  defineEntityType,
  oneOf,
  openObject,
  part,
  parts,
  readOnly,
  votes,
} from '../../definition/build';
import { DATA_ASSET, serviceType, SOURCE } from '../asset';

export const searchIndexType = defineEntityType({
  type: 'searchIndex',
  collection: 'searchIndexes',
  traits: DATA_ASSET,
  description: 'An index of a search engine with its fields.',
  parents: [{ property: 'service', types: ['searchService'], required: true }],
  ancestors: [{ property: 'service', at: 'root', types: ['searchService'] }],
  attributes: {
    serviceType,
    fields: parts(array(part('SearchIndexField')), 'base', { fields: true }),
    indexType: base(oneOf('Index', 'IndexTemplate')),
    searchIndexSettings: byRequest(openObject),
    ...SOURCE,
    votes,
    sampleData: readOnly(byRequest(openObject)),
  },
  search: { index: 'search_entity_search_index' },
  required: ['fields'],
  example: {
    name: 'products',
    service: 'shop_elastic',
    description: 'What visitors find',
    fields: [{ name: 'title', dataType: 'TEXT' }],
  },
});
