import { base, children, defineEntityType, inverse, many, oneOf, part, votes } from '../../definition/build';
import { MOST_PEOPLE } from '../../definition/limits';
import { ASSET_TYPES, SERVICE_TYPES } from '../asset';
import { countBelow } from './provider';

export const entityType = defineEntityType({
  type: 'domain',
  collection: 'domains',
  description: 'A part of the business that answers for its data. It may lie in another one.',
  parents: [{ property: 'parent', types: ['domain'], required: false }],
  ancestors: [{ property: 'parent', at: 'parent', types: ['domain'] }],
  attributes: {
    domainType: base(oneOf('Source-aligned', 'Consumer-aligned', 'Aggregate')),
    style: base(part('Style')),
    votes,
    childrenCount: countBelow('domain', 'parent'),
  },
  relations: {
    experts: { ...many('user'), most: MOST_PEOPLE },
    children: children('domain'),
    assets: {
      ...inverse('domains', ...ASSET_TYPES, ...SERVICE_TYPES, 'dataProduct', 'glossary', 'glossaryTerm'),
      readOnly: true,
      large: true,
    },
  },
  search: { index: 'domain_search_index' },
  required: ['domainType', 'description'],
  example: { name: 'sales', domainType: 'Aggregate', description: 'Orders, customers, invoices' },
});
