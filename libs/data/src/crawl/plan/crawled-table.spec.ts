import type { SourceTable } from '@app/sources';
import { crawledTable } from './crawled-table';

const WORDS = { dec: 'NUMERIC', wall: 'TIMESTAMP', instant: 'TIMESTAMPZ' };
const INT = { is: 'int', low: -(2n ** 31n), high: 2n ** 31n - 1n } as const;
const TEXT = { is: 'text', padded: false } as const;

type Column = SourceTable['columns'][number];
const column = (name: string, more: Partial<Column> = {}): Column => ({
  ...{ name, display: 'integer', kind: INT, isNullable: true },
  ...more,
});

const table = (more: Partial<SourceTable>): SourceTable => ({
  ...{ schema: 'sales', name: 'orders', kind: 'Regular', columns: [column('id')], constraints: [] },
  ...more,
});

const crawled = (
  more: Partial<SourceTable>,
  refer: (schema: string, name: string) => string | undefined = () => undefined,
) => crawledTable(table(more), WORDS, refer);

describe('crawledTable', () => {
  it('has the columns in the order of the source, with what the constraints say of them', () => {
    const { owned } = crawled({
      columns: [
        column('id', { isNullable: false }),
        column('mail', { display: 'character varying(120)', kind: TEXT, isNullable: false }),
        column('nick', { display: 'character varying(40)', kind: TEXT }),
        column('total', { display: 'numeric(14,3)', kind: { is: 'dec', whole: 11, scale: 3 } }),
      ],
      constraints: [
        { type: 'PRIMARY_KEY', columns: ['id'] },
        { type: 'UNIQUE', columns: ['mail'] },
        { type: 'UNIQUE', columns: ['nick'] },
      ],
    });
    expect(owned).toEqual({
      tableType: 'Regular',
      columns: [
        { name: 'id', ordinalPosition: 1, dataType: 'INT', dataTypeDisplay: 'integer', constraint: 'PRIMARY_KEY' },
        {
          name: 'mail',
          ordinalPosition: 2,
          dataType: 'VARCHAR',
          dataTypeDisplay: 'character varying(120)',
          dataLength: 120,
          constraint: 'NOT_NULL',
        },
        {
          name: 'nick',
          ordinalPosition: 3,
          dataType: 'VARCHAR',
          dataTypeDisplay: 'character varying(40)',
          dataLength: 40,
          constraint: 'UNIQUE',
        },
        {
          name: 'total',
          ordinalPosition: 4,
          dataType: 'NUMERIC',
          dataTypeDisplay: 'numeric(14,3)',
          precision: 14,
          scale: 3,
          constraint: 'NULL',
        },
      ],
      tableConstraints: [
        { constraintType: 'PRIMARY_KEY', columns: ['id'] },
        { constraintType: 'UNIQUE', columns: ['mail'] },
        { constraintType: 'UNIQUE', columns: ['nick'] },
      ],
    });
  });

  it('names the columns of another table by their FQN, where the service has it', () => {
    const constraints: SourceTable['constraints'] = [
      { type: 'FOREIGN_KEY', columns: ['id'], referred: { schema: 'sales', table: 'a.b', columns: ['c.d'] } },
      { type: 'FOREIGN_KEY', columns: ['id'], referred: { schema: 'other', table: 'x', columns: ['y'] } },
    ];
    const refer = (schema: string, name: string) => (schema === 'sales' ? `s.db.sales."${name}"` : undefined);
    expect(crawled({ constraints }, refer).owned.tableConstraints).toEqual([
      { constraintType: 'FOREIGN_KEY', columns: ['id'], referredColumns: ['s.db.sales."a.b"."c.d"'] },
      { constraintType: 'FOREIGN_KEY', columns: ['id'] },
    ]);
  });

  it('keeps comments apart, those of fields by their path', () => {
    const { owned, comments } = crawled({
      comment: 'all orders',
      columns: [
        column('id', { comment: 'key' }),
        column('who', {
          display: 'STRUCT("a.b" INTEGER)',
          kind: { is: 'struct' },
          children: [column('a.b', { comment: 'inside' })],
        }),
      ],
    });
    expect(comments).toEqual({ '': 'all orders', id: 'key', 'who."a.b"': 'inside' });
    expect(JSON.stringify(owned)).not.toContain('description');
  });

  it('leaves out columns that the catalog cannot have, with the constraints on them', () => {
    const { owned, leftOut } = crawled({
      columns: [column('a\u0001'), column('b'), column('x'.repeat(257)), column('b'), column('c "quoted"')],
      constraints: [
        { type: 'PRIMARY_KEY', columns: ['a\u0001', 'b'] },
        { type: 'UNIQUE', columns: ['b'] },
      ],
      partition: { columns: ['a\u0001'], method: 'LIST' },
    });
    expect(owned.columns.map(({ name, ordinalPosition }) => [name, ordinalPosition])).toEqual([
      ['b', 1],
      ['c "quoted"', 2],
    ]);
    expect(owned.tableConstraints).toEqual([{ constraintType: 'UNIQUE', columns: ['b'] }]);
    expect(owned.tablePartition).toBeUndefined();
    expect(leftOut.map(({ fault }) => fault)).toEqual([
      'must not contain control characters',
      'must have at most 256 characters',
      'must not be that of another column',
    ]);
  });

  it.each([
    ['RANGE', { is: 'date' } as const, 'TIME-UNIT'],
    ['RANGE COLUMNS', { is: 'moment', zoned: true } as const, 'TIME-UNIT'],
    ['RANGE', INT, 'INTEGER-RANGE'],
    ['RANGE', TEXT, 'OTHER'],
    ['LIST', TEXT, 'COLUMN-VALUE'],
    ['LINEAR HASH', INT, 'COLUMN-VALUE'],
    ['SYSTEM_TIME', INT, 'OTHER'],
  ])('partitioned by %s of %j is %s', (method, kind, intervalType) => {
    const { owned } = crawled({
      kind: 'Partitioned',
      columns: [column('at', { kind })],
      partition: { columns: ['at'], method },
    });
    expect(owned.tablePartition).toEqual({ columns: [{ columnName: 'at', intervalType }] });
  });

  it('has another digest for each difference that a crawl would write, and the same for none', () => {
    const digests = [
      {},
      { comment: 'said' },
      { columns: [column('id', { comment: 'said' })] },
      { columns: [column('id', { isNullable: false })] },
      { columns: [column('id', { display: 'bigint' })] },
      { columns: [column('id'), column('b')] },
      { kind: 'View' as const, definition: 'select 1' },
      { constraints: [{ type: 'UNIQUE' as const, columns: ['id'] }] },
    ].map((more) => crawled(more).digest);
    expect(new Set(digests).size).toBe(digests.length);
    const facts = { nativeId: '7', rowEstimate: 3, sizeInByte: 9, changedAt: 1 };
    expect(crawled(facts).digest).toBe(digests[0]);
  });

  it('is like another table by names and types of three columns or more', () => {
    const three = [column('id'), column('a'), column('b')];
    expect(crawled({ columns: three.slice(1) }).likeness).toBeUndefined();
    const { likeness } = crawled({ columns: three });
    expect(crawled({ name: 'other', columns: three, comment: 'x' }).likeness).toBe(likeness);
    expect(crawled({ columns: [...three].reverse() }).likeness).not.toBe(likeness);
  });
});
