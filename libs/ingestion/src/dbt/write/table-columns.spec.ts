import type { NameCase } from '@app/datatypes';
import type { DbtRelation } from '../project';
import { columnBody, dbtColumn, missingParts } from './table-columns';

const relation = (more: Partial<DbtRelation>): DbtRelation => ({
  id: 'model.p.m',
  database: 'd',
  schema: 's',
  name: 'm',
  tableType: 'Regular',
  columns: [],
  dependsOn: [],
  enforced: false,
  governance: { owners: [], tags: [] },
  ...more,
});

describe('columnBody', () => {
  it.each([
    [{ name: 'a' }, { name: 'a', dataType: 'UNKNOWN' }],
    [
      { name: 'a', type: 'varchar(10)' },
      { name: 'a', dataType: 'VARCHAR', dataLength: 10, dataTypeDisplay: 'varchar(10)' },
    ],
    [
      { name: 'a', type: 'gizmo' },
      { name: 'a', dataType: 'UNKNOWN', dataTypeDisplay: 'gizmo' },
    ],
    [
      { name: 'a', type: 'int', description: 'x' },
      { name: 'a', dataType: 'INT', dataTypeDisplay: 'int', description: 'x' },
    ],
  ])('%j → %j', (column, body) => {
    expect(columnBody(column)).toEqual(body);
  });
});

describe('missingParts', () => {
  const table = {
    description: 'ours',
    columns: [
      { name: 'Id', dataType: 'UNKNOWN' },
      { name: 'note', dataType: 'TEXT', description: 'ours' },
    ],
  };

  it('is what is not documented yet', () => {
    const columns = [
      { name: 'id', type: 'bigint', description: 'Key' },
      { name: 'note', type: 'int', description: 'theirs' },
      { name: 'new', type: 'date' },
      { name: 'guess' },
    ];
    expect(missingParts(table, relation({ description: 'theirs', columns }))).toEqual([
      { op: 'add', path: '/columns/0/description', value: 'Key' },
      { op: 'add', path: '/columns/0/dataType', value: 'BIGINT' },
      { op: 'add', path: '/columns/0/dataTypeDisplay', value: 'bigint' },
      { op: 'add', path: '/columns/-', value: { name: 'new', dataType: 'DATE', dataTypeDisplay: 'date' } },
    ]);
  });

  it('is nothing for what says the same', () => {
    expect(
      missingParts(table, relation({ columns: [{ name: 'ID' }, { name: 'note', description: 'theirs' }] })),
    ).toEqual([]);
    expect(missingParts({}, relation({ description: 'd' }))).toEqual([{ op: 'add', path: '/description', value: 'd' }]);
  });
});

describe('dbtColumn', () => {
  const columns = ['Key', 'KEY', 'CustomerId'].map((name) => ({ name }));

  it.each<[NameCase, string, string | undefined]>([
    ['foldsUp', 'key', 'KEY'],
    ['foldsUp', 'Key', 'Key'],
    ['foldsUp', '"Key"', 'Key'],
    ['foldsDown', 'kEY', undefined],
    ['blind', 'key', undefined],
    // dbt knows no case, whatever the platform.
    ['foldsUp', 'customerid', 'CustomerId'],
    ['exact', 'customerid', 'CustomerId'],
    ['exact', 'x', undefined],
  ])('%s: %s is %s', (nameCase, name, found) => expect(dbtColumn(columns, name, nameCase)?.name).toBe(found));

  it('is completed by what dbt knows of it', () => {
    const table = { serviceType: 'Snowflake', columns: ['Key', 'KEY'].map((name) => ({ name, dataType: 'UNKNOWN' })) };
    const documented = [{ name: 'key', description: 'of the platform' }];
    expect(missingParts(table, relation({ columns: documented }))).toEqual([
      { op: 'add', path: '/columns/1/description', value: 'of the platform' },
    ]);
  });
});
