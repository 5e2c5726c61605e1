import { entityTypes } from '../types/entity-types';
import { breaksColumns } from './column-break';

const table = entityTypes.get('table');
const id = { name: 'id', dataType: 'INT' };

const breaks = (before: object, after: object, type = table): boolean =>
  breaksColumns(type, before as Record<string, unknown>, after as Record<string, unknown>);

const column = (more: object = {}): { columns: object[] } => ({ columns: [{ ...id, ...more }] });
const text = (dataLength?: number): { columns: object[] } => column({ dataType: 'VARCHAR', dataLength });
const nested = (...children: object[]): { columns: object[] } => ({
  columns: [{ name: 'home', dataType: 'STRUCT', children }],
});
const constrained = (...tableConstraints: object[]): object => ({ ...column(), tableConstraints });

describe('breaksColumns', () => {
  it.each<[string, object, object]>([
    ['a column is removed', column(), { columns: [] }],
    ['all columns are', column(), {}],
    ['a column is renamed', column(), column({ name: 'key' })],
    ['a type is narrowed', column({ dataType: 'BIGINT' }), column()],
    ['a type changes its family', column(), column({ dataType: 'VARCHAR' })],
    [
      'the type of elements is narrowed',
      column({ dataType: 'ARRAY', arrayDataType: 'BIGINT' }),
      column({ dataType: 'ARRAY', arrayDataType: 'INT' }),
    ],
    ['a length is shortened', text(20), text(10)],
    ['a length is given where there was none', text(), text(10)],
    ['NOT_NULL is added', column(), column({ constraint: 'NOT_NULL' })],
    ['UNIQUE is added', column({ constraint: 'NULL' }), column({ constraint: 'UNIQUE' })],
    ['PRIMARY_KEY is added', column({ constraint: 'NOT_NULL' }), column({ constraint: 'PRIMARY_KEY' })],
    ['a nested column is removed', nested(id), nested()],
    ['a nested type is narrowed', nested({ ...id, dataType: 'BIGINT' }), nested(id)],
    ['a key of the table is added', constrained(), constrained({ constraintType: 'PRIMARY_KEY', columns: ['id'] })],
    [
      'a key of the table gets other columns',
      constrained({ constraintType: 'UNIQUE', columns: ['a'] }),
      constrained({ constraintType: 'UNIQUE', columns: ['id'] }),
    ],
  ])('%s', (_, before, after) => {
    expect(breaks(before, after)).toBe(true);
  });

  it.each<[string, object, object]>([
    ['a column is added', column(), { columns: [id, { name: 'more', dataType: 'INT' }] }],
    [
      'columns change places',
      { columns: [id, { name: 'b', dataType: 'INT' }] },
      { columns: [{ name: 'b', dataType: 'INT' }, id] },
    ],
    ['a type is widened', column(), column({ dataType: 'BIGINT' })],
    ['a length grows', text(10), text(20)],
    ['a length is taken away', text(10), text()],
    ['a constraint is taken away', column({ constraint: 'NOT_NULL' }), column()],
    ['NULL is said', column(), column({ constraint: 'NULL' })],
    ['it is described', column(), column({ description: 'key', tags: [{ tagFQN: 'A' }] })],
    ['a foreign key is added', constrained(), constrained({ constraintType: 'FOREIGN_KEY', columns: ['id'] })],
    ['a key of the table is taken away', constrained({ constraintType: 'UNIQUE', columns: ['id'] }), constrained()],
    ['a nested column is added', nested(), nested(id)],
  ])('does not, where %s', (_, before, after) => {
    expect(breaks(before, after)).toBe(false);
  });

  it('holds for fields of messages and indexes, and not for tasks', () => {
    const topic = (schemaFields: object[]): object => ({ messageSchema: { schemaFields } });
    expect(breaks(topic([id]), topic([]), entityTypes.get('topic'))).toBe(true);
    expect(breaks({ fields: [id] }, { fields: [] }, entityTypes.get('searchIndex'))).toBe(true);
    expect(breaks({ tasks: [{ name: 'load' }] }, { tasks: [] }, entityTypes.get('pipeline'))).toBe(false);
  });

  describe('types are those of their platform', () => {
    const shown = (dataType: string, dataTypeDisplay: string, serviceType?: string): object => ({
      ...(serviceType && { serviceType }),
      columns: [{ name: 'id', dataType, dataTypeDisplay, dataLength: 1 }],
    });

    it.each<[string | undefined, [string, string], [string, string], boolean]>([
      ['Snowflake', ['NUMBER', 'NUMBER(38,0)'], ['INT', 'INTEGER'], false],
      ['Snowflake', ['NUMBER', 'NUMBER(38,0)'], ['NUMBER', 'NUMBER(10,0)'], true],
      ['BigQuery', ['INT', 'INTEGER'], ['BIGINT', 'INT64'], false],
      ['BigQuery', ['BIGINT', 'INT64'], ['INT', 'INTEGER'], false],
      ['Postgres', ['BIGINT', 'bigint'], ['INT', 'integer'], true],
      ['Postgres', ['TIMESTAMP', 'timestamp with time zone'], ['TIMESTAMP', 'timestamp without time zone'], true],
      [undefined, ['BIGINT', 'INT64'], ['INT', 'INTEGER'], true],
    ])('%s: %j, then %j', (serviceType, before, after, isBroken) => {
      expect(breaks(shown(...before, serviceType), shown(...after, serviceType))).toBe(isBroken);
    });
  });
});
