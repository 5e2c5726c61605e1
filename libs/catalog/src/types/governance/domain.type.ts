import { base, children, defineEntityType, inverseOfAll, many, oneOf, part, votes } from '../../definition/build';
import { MOST_PEOPLE } from '../../definition/limits';
import { countBelow } from './provider';

export const domainType = defineEntityType({
  type: 'domain',
  collection: 'domains',
  description: 'A part of the business that is responsible for its data. It may have a parent domain.',
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
      ...inverseOfAll('domains', 'asset', 'service', 'inDomain'),
      readOnly: true,
      large: true,
    },
  },
  compatible: { without: ['deleted', 'reviewers', 'domains', 'dataProducts', 'lifeCycle'] },
  search: { index: 'domain_search_index' },
  required: ['domainType', 'description'],
  example: { name: 'sales', domainType: 'Aggregate', description: 'Orders, customers, invoices' },
});
