import { array, base, byRequest, oneOf, openObject, part, parts, readOnly } from '../../definition/build';
import { DATA_ASSET, defineAsset } from '../asset';

export const searchIndexType = defineAsset({
  type: 'searchIndex',
  collection: 'searchIndexes',
  traits: DATA_ASSET,
  description: 'An index of a search engine with its fields.',
  service: 'searchService',
  attributes: {
    fields: parts(array(part('SearchIndexField')), 'base', { fields: true }),
    indexType: base(oneOf('Index', 'IndexTemplate')),
    searchIndexSettings: byRequest(openObject),
    sampleData: readOnly(byRequest(openObject)),
  },
  compatible: { without: ['reviewers', 'sourceUrl'] },
  search: { index: 'search_entity_search_index' },
  required: ['fields'],
  example: {
    name: 'products',
    service: 'shop_elastic',
    description: 'What visitors find',
    fields: [{ name: 'title', dataType: 'TEXT' }],
  },
});
