import { defineEntityType, votes } from '../../definition/build';
import { countBelow, countUses, VOCABULARY } from './provider';

export const glossaryType = defineEntityType({
  type: 'glossary',
  collection: 'glossaries',
  traits: { inDomain: true },
  description: 'A collection of terms of the business.',
  attributes: {
    ...VOCABULARY,
    votes,
    termCount: countBelow('glossaryTerm', 'root'),
    usageCount: countUses(`l.root = e.node and l.type = 'glossaryTerm' and u.source = 'Glossary'`),
  },
  required: ['description'],
  compatible: { without: ['followers', 'lifeCycle'] },
  search: { index: 'glossary_search_index' },
  example: { name: 'commerce', description: 'Words of the shop' },
});
