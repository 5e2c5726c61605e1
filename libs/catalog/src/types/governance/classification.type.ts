import { defineEntityType, byRequest, openObject } from '../../definition/build';
import { countBelow, countUses, VOCABULARY } from './provider';

export const classificationType = defineEntityType({
  type: 'classification',
  collection: 'classifications',
  description: 'A collection of tags.',
  attributes: {
    ...VOCABULARY,
    autoClassificationConfig: byRequest(openObject),
    termCount: countBelow('tag', 'root'),
    usageCount: countUses(`l.root = e.node and l.type = 'tag' and u.source = 'Classification'`),
  },
  required: ['description'],
  compatible: { without: ['tags', 'dataProducts', 'followers', 'extension', 'lifeCycle'] },
  search: { index: 'classification_search_index' },
  example: { name: 'PersonalData', description: 'How closely data speaks of people' },
});
