import { governanceOf, groupOwners, tagsOf } from './governance';

describe('governanceOf', () => {
  it('reads owners, tags, group, version and end, of the node or its config', () => {
    const config = { meta: { owner: ['ada', { email: 'b@example.org' }, 7] }, tags: 'daily', group: 'sales' };
    expect(governanceOf({ name: 'm', tags: ['core', 'daily'], config, version: 1, latest_version: 2 })).toEqual({
      owners: ['ada', 'b@example.org'],
      tags: ['core', 'daily'],
      group: 'sales',
      version: { of: 'm', latest: false },
    });
    expect(governanceOf({ name: 'm', version: '2', latest_version: 2 })).toMatchObject({ version: { latest: true } });
  });

  it.each([
    ['2027-01-31', '2027-01-31T00:00:00.000Z'],
    ['2027-01-31T10:00:00+02:00', '2027-01-31T08:00:00.000Z'],
    ['soon', 'soon'],
  ])('reads the end %s as %s', (sent, instant) => {
    expect(governanceOf({ deprecation_date: sent }).deprecatedAt).toBe(instant);
  });

  it('takes nothing from other shapes', () => {
    const odd = { meta: 7, config: [], tags: [1, null, ' '], group: {}, version: 1 };
    expect(governanceOf(odd)).toEqual({ owners: [], tags: [] });
    expect(groupOwners({ owner: { name: 'Sales' } })).toEqual(['Sales']);
    expect(groupOwners(undefined)).toEqual([]);
    expect(tagsOf({ config: { tags: ['x', 'x'] } })).toEqual(['x']);
  });
});
