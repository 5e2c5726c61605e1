import { defineEntityType } from './build';
import { withoutInherited } from './inherited';

const type = defineEntityType({ type: 'thing', collection: 'things', description: 'A thing.', example: {} });

const own = { id: 'a', type: 'user' };
const inherited = { id: 'b', type: 'user', inherited: true };

describe('withoutInherited', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['own ones stay', { owners: [own] }, { owners: [own] }],
    ['an empty list stays', { owners: [] }, { owners: [] }],
    ['a list of inherited ones alone is absent', { owners: [inherited], name: 'x' }, { name: 'x' }],
    ['an own one beside an inherited one stays', { owners: [inherited, own] }, { owners: [own] }],
    ['domains too', { domains: [inherited], owners: [inherited] }, {}],
    ['other relations say what they say', { reviewers: [inherited] }, { reviewers: [inherited] }],
    ['what is no reference is for the schema to judge', { owners: [null, 7, 'x'] }, { owners: [null, 7, 'x'] }],
  ])('%s', (_, document, expected) => {
    const before = structuredClone(document);
    expect(withoutInherited(type, document)).toEqual(expected);
    expect(document).toEqual(before);
  });
});
