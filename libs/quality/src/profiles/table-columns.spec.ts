import { columnPath, columnsByName, withProfiles } from './table-columns';

const FQN = 'a."b.c"';
const COLUMNS = [
  {
    name: 'home',
    fullyQualifiedName: `${FQN}.home`,
    children: [{ name: 'city', fullyQualifiedName: `${FQN}.home.city` }],
  },
  { name: 'x.y', fullyQualifiedName: `${FQN}."x.y"` },
  { name: 'home.city', fullyQualifiedName: `${FQN}."home.city"` },
];
const profile = (name: string) => ({ name, timestamp: 1_700_000_000_000, nullCount: 1 });

describe('columns of a profile', () => {
  it('are found by their own name or by their path, and a name wins over a path that reads like it', () => {
    const found = columnsByName(COLUMNS, FQN);
    expect([...found.keys()].sort()).toEqual(['"home.city"', '"x.y"', 'home', 'home.city', 'x.y']);
    expect(found.get('home.city')).toBe(COLUMNS[2]);
    expect(found.get('x.y')).toBe(found.get('"x.y"'));
  });

  it.each([
    ['home', ['0']],
    ['"home.city"', ['2']],
    ['home.city', ['2']],
    ['x.y', ['1']],
    ['nowhere', undefined],
  ])('have a place: %s', (name, path) => {
    expect(columnPath({ columns: COLUMNS, nameCase: 'exact' }, FQN, name)).toEqual(path);
  });

  it('have a place within others', () => {
    const table = { columns: COLUMNS.slice(0, 1), nameCase: 'foldsDown' } as const;
    expect(columnPath(table, FQN, 'home.city')).toEqual(['0', 'children', '0']);
    expect(columnPath(table, FQN, 'HOME.City')).toEqual(['0', 'children', '0']);
  });

  it('show their profiles, nested ones too, and the document stays as it was', () => {
    const [home] = COLUMNS;
    const before = structuredClone(COLUMNS);
    expect(withProfiles(COLUMNS.slice(0, 2), FQN, [profile('home.city'), profile('x.y'), profile('gone')])).toEqual([
      { ...home, children: [{ ...home!.children![0], profile: profile('home.city') }] },
      { ...COLUMNS[1], profile: profile('x.y') },
    ]);
    expect(COLUMNS).toEqual(before);
  });
});
