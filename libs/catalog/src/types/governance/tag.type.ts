import {
  array,
  base,
  boolean,
  byRequest,
  children,
  defineEntityType,
  integer,
  part,
  text,
} from '../../definition/build';
import { countUses, VOCABULARY } from './provider';

export const tagType = defineEntityType({
  type: 'tag',
  collection: 'tags',
  description: 'A tag of a classification. It may have a parent tag.',
  parents: [
    { property: 'classification', types: ['classification'], required: true },
    { property: 'parent', types: ['tag'], required: false },
  ],
  ancestors: [
    { property: 'classification', at: 'root', types: ['classification'] },
    { property: 'parent', at: 'parent', types: ['tag'] },
  ],
  attributes: {
    ...VOCABULARY,
    style: base(part('Style')),
    deprecated: base(boolean),
    associatedTags: byRequest(array(text)),
    recognizers: byRequest(array(part('Recognizer'))),
    autoClassificationEnabled: byRequest(boolean),
    autoClassificationPriority: byRequest(integer),
    usageCount: countUses(`l.node = e.node and u.source = 'Classification'`),
  },
  relations: { children: children('tag') },
  compatible: { without: ['tags', 'associatedTags', 'followers', 'extension', 'lifeCycle'] },
  search: { index: 'tag_search_index' },
  required: ['description'],
  example: { name: 'Sensitive', classification: 'PersonalData', description: 'Authenticates users' },
});
