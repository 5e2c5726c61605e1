import { FIELD_ALIASES, SEARCH_FIELDS } from '@app/search';
import { nearestField } from './nearest-field';

describe('the field that is nearest to a name', () => {
  it.each([
    ['nme', 'name'],
    ['nmae', 'name'],
    ['onwers.name', 'owners.name'],
    ['onwer', 'owners.name'],
    ['ownerName', 'owners.name'],
    ['tagz', 'tags.tagFQN'],
    ['colum', 'columns.name'],
    ['column_name', 'columns.name'],
    ['descripton', 'description'],
    ['displayname', 'displayName'],
    ['serviceTyp', 'serviceType'],
    ['latestStatus', 'contract.latestStatus'],
    ['fullyQualifedName', 'fullyQualifiedName'],
  ])('of %s is %s', (name, field) => {
    expect(nearestField(name)).toBe(field);
    expect(SEARCH_FIELDS).toHaveProperty([field]);
  });

  it.each(['', 'ab', 'zzz', 'retention', '...', 'x'.repeat(200), '明细表'])('of %j is none', (name) => {
    expect(nearestField(name)).toBeUndefined();
  });

  it('never is an alias, and no alias is the name of a field', () => {
    for (const [alias, field] of Object.entries(FIELD_ALIASES)) {
      expect(SEARCH_FIELDS).toHaveProperty([field]);
      expect(SEARCH_FIELDS).not.toHaveProperty([alias]);
      expect(nearestField(`${alias}x`.slice(0, 40))).not.toBe(alias);
    }
  });
});
