import type { Kind, SourceColumn } from '@app/sources';
import type { DataWarning } from '../runs/data-run';
import { MOST_PROFILED, profiledColumns } from './profiled-columns';
import { readProfilerConfig } from './profiler-config';

const column = (name: string, kind: Kind = { is: 'bool' }): SourceColumn => ({
  ...{ name, kind, display: 'x', isNullable: true },
});

function chosen(
  found: readonly SourceColumn[],
  config: object,
  catalogued: readonly object[] = found,
  hasFields = true,
) {
  const warnings: DataWarning[] = [];
  const columns = profiledColumns(
    { columns: found, hasFields },
    catalogued as never,
    readProfilerConfig(config),
    ['PII.Sensitive'],
    (one) => warnings.push(one),
  );
  return { names: columns.map((one) => one.column.name), codes: warnings.map(({ code }) => code), columns };
}

describe('the columns of a profile', () => {
  const found = [column('a'), column('doc', { is: 'json' }), column('b')];

  it('are those whose values can be compared, and of others those that are named', () => {
    expect(chosen(found, {}).names).toEqual(['a', 'b']);
    expect(chosen(found, { excludeColumns: ['a'] }).names).toEqual(['b']);
    expect(chosen(found, { includeColumns: ['doc', 'b'] }).names).toEqual(['doc', 'b']);
    expect(chosen(found, { includeColumns: ['doc', 'b'], excludeColumns: ['doc'] }).names).toEqual(['b']);
    expect(chosen(found, { computeColumnMetrics: false }).names).toEqual([]);
  });

  it('are known to source and catalog', () => {
    expect(chosen(found, { includeColumns: ['a', 'gone'] })).toMatchObject({ names: ['a'], codes: ['columnNotFound'] });
    expect(chosen(found, {}, [{ name: 'a' }])).toMatchObject({ names: ['a'], codes: ['columnNotInCatalog'] });
  });

  it('are the first ones where nobody names them', () => {
    const many = Array.from({ length: MOST_PROFILED + 3 }, (_, at) => column(`c${at}`));
    const { names, codes } = chosen(many, {});
    expect([names.length, codes]).toEqual([MOST_PROFILED, ['columnsLeftOut']]);
    expect(chosen(many, { includeColumns: many.map(({ name }) => name) }).names).toHaveLength(many.length);
  });

  it('are fields of structs as well, where the engine has them', () => {
    const inner = { ...column('inner', { is: 'struct' }), children: [column('x'), column('doc', { is: 'json' })] };
    const table = [column('a'), { ...column('s', { is: 'struct' }), children: [column('b'), inner] }];
    const { names, columns } = chosen(table, {});
    expect(names).toEqual(['a', 's.b', 's.inner.x']);
    expect(columns.map((one) => one.column.path)).toEqual([undefined, ['s', 'b'], ['s', 'inner', 'x']]);
    expect(chosen(table, { includeColumns: ['s.inner.doc', 's'], excludeColumns: ['a'] }).names).toEqual([
      's',
      's.inner.doc',
    ]);
    expect(chosen(table, { excludeColumns: ['s.b'] }).names).toEqual(['a', 's.inner.x']);
    expect(chosen(table, {}, table, false).names).toEqual(['a']);
    expect(chosen([...table, column('s.b')], {}).names).toEqual(['a', 's.inner.x', 's.b']);
    const known = [{ name: 'a' }, { name: 's', children: [{ name: 'b', tags: [{ tagFQN: 'PII.Sensitive' }] }] }];
    expect(chosen(table, {}, known)).toMatchObject({ names: ['a', 's.b'], codes: ['columnNotInCatalog'] });
    expect(chosen(table, {}, known).columns.map(({ hidesValues }) => hidesValues)).toEqual([false, true]);
  });

  it('hide their values where a tag says so, also one of a part', () => {
    const tagged = [
      { name: 'a', tags: [{ tagFQN: 'PII.Sensitive' }] },
      { name: 'doc', children: [{ name: 'x', tags: [{ tagFQN: 'PII.Sensitive' }] }] },
      { name: 'b', tags: [{ tagFQN: 'Other' }] },
    ];
    const { columns } = chosen(found, { includeColumns: ['a', 'doc', 'b'] }, tagged);
    expect(columns.map(({ hidesValues }) => hidesValues)).toEqual([true, true, false]);
  });
});
