import {
  parseSearch,
  readAdministration,
  readAsset,
  readContract,
  readContracts,
  readCoverage,
  readLineage,
  readSearch,
  stringifySearch,
} from './search-parameters';

describe('the address of a page', () => {
  it.each(['"jan.novak"', 'plain', '2026', 'true', 'null', '{"a":1}', '["a"]', 'a b+c&d=e', 'Größe "1/2.5".x', '"'])(
    'keeps the name %s as it is',
    (fqn) => {
      const asset = readAsset(parseSearch(`?type=user&fqn=${encodeURIComponent(fqn)}`));
      expect(asset).toMatchObject({ type: 'user', fqn });
      expect(readAsset(parseSearch(stringifySearch(asset)))).toEqual(asset);
      expect(readContract(parseSearch(stringifySearch({ fqn })))).toMatchObject({ fqn });
      expect(readLineage(parseSearch(stringifySearch({ type: 'table', fqn })))).toMatchObject({ fqn });
      expect(readContracts(parseSearch(stringifySearch({ owner: fqn })))).toMatchObject({ owner: fqn });
      expect(readSearch(parseSearch(stringifySearch({ q: fqn })))).toMatchObject({ q: fqn });
    },
  );

  it('has booleans and integers in the types that links give them, and all else as texts', () => {
    expect(parseSearch('?mine=true&page=2&a=007&b=1e3&c=-0&d=9007199254740993&e=')).toEqual({
      ...{ mine: true, page: 2 },
      ...{ a: '007', b: '1e3', c: '-0', d: '9007199254740993', e: '' },
    });
  });

  it('has lists, numbers and flags as they were set', () => {
    const search = { q: 'x', type: ['table', '"a.b"'], owner: ['one'], page: 3 };
    expect(readSearch(parseSearch(stringifySearch(search)))).toMatchObject(search);
    expect(readSearch(parseSearch('?type=table&owner=[x'))).toMatchObject({ type: ['table'], owner: ['[x'] });
    const lineage = { type: 'table', fqn: 'a.b', hops: 4, columns: true };
    expect(readLineage(parseSearch(stringifySearch(lineage)))).toEqual(lineage);
    expect(readContracts(parseSearch('?mine=true'))).toMatchObject({ mine: true });
    expect(readAdministration(parseSearch('?section=audit&outcome=nonsense'))).toMatchObject({ section: 'audit' });
    const audit = { section: 'audit', user: 'ann', day: '2026-02-28' } as const;
    expect(readAdministration(parseSearch(stringifySearch(audit)))).toMatchObject(audit);
    for (const day of ['2026-02-45', 'yesterday', '1'])
      expect(readAdministration(parseSearch(`?day=${day}`)).day).toBeUndefined();
    const coverage = { by: 'team', days: 90 } as const;
    expect(readCoverage(parseSearch(stringifySearch(coverage)))).toMatchObject(coverage);
    for (const wrong of ['?by=colour&days=8', '?by=&days=soon'])
      expect(readCoverage(parseSearch(wrong))).toMatchObject({ by: undefined, days: undefined });
    expect(stringifySearch({ a: undefined, b: null })).toBe('');
  });
});
