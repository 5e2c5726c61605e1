import {
  array,
  base,
  byRequest,
  children,
  defineEntityType,
  many,
  oneOf,
  part,
  text,
  votes,
} from '../../definition/build';
import { countBelow, countUses, VOCABULARY } from './provider';

export const glossaryTermType = defineEntityType({
  type: 'glossaryTerm',
  collection: 'glossaryTerms',
  traits: { inDomain: true },
  description: 'A term of a glossary. It may have a parent term.',
  parents: [
    { property: 'glossary', types: ['glossary'], required: true },
    { property: 'parent', types: ['glossaryTerm'], required: false },
  ],
  ancestors: [
    { property: 'glossary', at: 'root', types: ['glossary'] },
    { property: 'parent', at: 'parent', types: ['glossaryTerm'] },
  ],
  attributes: {
    ...VOCABULARY,
    votes,
    style: base(part('Style')),
    synonyms: byRequest(array(text)),
    references: byRequest(array(part('TermReference'))),
    entityStatus: byRequest(oneOf('Draft', 'In Review', 'Approved', 'Deprecated', 'Rejected', 'Unprocessed')),
    childrenCount: countBelow('glossaryTerm', 'parent'),
    usageCount: countUses(`l.node = e.node and u.source = 'Glossary'`),
  },
  relations: { relatedTerms: many('glossaryTerm'), children: children('glossaryTerm') },
  compatible: { without: ['followers', 'lifeCycle'] },
  search: { index: 'glossary_term_search_index', shown: ['synonyms', 'entityStatus'] },
  required: ['description'],
  example: { name: 'order', glossary: 'commerce', description: 'What a customer buys at once', synonyms: ['purchase'] },
});
