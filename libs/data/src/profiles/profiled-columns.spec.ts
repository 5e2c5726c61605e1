import type { Kind, SourceColumn } from '@app/sources';
import type { DataWarning } from '../runs/data-run';
import { MOST_PROFILED, profiledColumns } from './profiled-columns';
import { readProfilerConfig } from './profiler-config';

const column = (name: string, kind: Kind = { is: 'bool' }): SourceColumn => ({
  ...{ name, kind, display: 'x', isNullable: true },
});

function chosen(found: readonly SourceColumn[], config: object, catalogued: readonly object[] = found) {
  const warnings: DataWarning[] = [];
  const columns = profiledColumns(found, catalogued as never, readProfilerConfig(config), ['PII.Sensitive'], (one) =>
    warnings.push(one),
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
