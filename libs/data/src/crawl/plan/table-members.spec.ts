import fc from 'fast-check';
import type { CrawledTable, OwnedColumn } from './crawled-table';
import { changedNames, tableMembers, type CatalogDocument } from './table-members';

const owned = (name: string, more: Partial<OwnedColumn> = {}): OwnedColumn => ({
  ...{ name, ordinalPosition: 1, dataType: 'INT', dataTypeDisplay: 'integer', constraint: 'NULL' as const },
  ...more,
});

const crawled = (more: Partial<CrawledTable['owned']>, comments: CrawledTable['comments'] = {}): CrawledTable => ({
  ...{ name: 'orders', comments, digest: '', leftOut: [] },
  owned: { tableType: 'Regular', columns: [owned('id')], ...more },
});

/** The document as the catalog would answer it after the write. */
function written(members: Readonly<Record<string, unknown>>, current: CatalogDocument = {}): CatalogDocument {
  const shown = (columns: readonly CatalogDocument[]): CatalogDocument[] =>
    columns.map((column) => ({
      ...{ tags: [], fullyQualifiedName: `x.${String(column.name)}` },
      ...column,
      ...(Array.isArray(column.children) && { children: shown(column.children as CatalogDocument[]) }),
    }));
  const next = { ...current, ...members };
  return { ...next, columns: shown(next.columns as CatalogDocument[]) };
}

describe('tableMembers', () => {
  it('makes a new table with its comments', () => {
    const members = tableMembers(crawled({}, { '': 'all orders', id: 'key' }));
    expect(members).toMatchObject({ description: 'all orders', columns: [{ name: 'id', description: 'key' }] });
  });

  it('changes nothing of what it has written', () => {
    const table = crawled(
      { columns: [owned('id'), owned('who', { dataType: 'STRUCT', children: [owned('name')] })] },
      { '': 'all orders', 'who.name': 'inside' },
    );
    const current = written(tableMembers(table));
    expect(changedNames(tableMembers(table, current, table.comments), current)).toEqual([]);
  });

  it('keeps by its name what people added to a column', () => {
    const current = {
      columns: [
        { name: 'gone', dataType: 'INT', description: 'lost' },
        {
          name: 'id',
          dataType: 'BIGINT',
          dataLength: 8,
          displayName: 'Key',
          description: 'by people',
          tags: [{ tagFQN: 'A.B' }],
          customMetrics: [{ name: 'm' }],
        },
      ],
    };
    const { columns } = tableMembers(crawled({}, { id: 'comment' }), current, { id: 'other' });
    expect(columns).toEqual([
      {
        ...owned('id'),
        displayName: 'Key',
        description: 'by people',
        tags: [{ tagFQN: 'A.B' }],
        customMetrics: [{ name: 'm' }],
      },
    ]);
  });

  it('makes a renamed column new', () => {
    const current = { columns: [{ name: 'name', dataType: 'INT', description: 'by people' }] };
    expect(tableMembers(crawled({ columns: [owned('full_name')] }), current).columns).toEqual([owned('full_name')]);
  });

  it.each<[string, unknown, string | undefined, string | undefined, unknown]>([
    ['writes where there is none', undefined, 'new', undefined, 'new'],
    ['writes where it is empty', '', 'new', undefined, 'new'],
    ['follows its own', 'old', 'new', 'old', 'new'],
    ['goes with its comment', 'old', undefined, 'old', undefined],
    ['leaves what people wrote', 'people', 'new', 'old', 'people'],
    ['leaves what people wrote before the first crawl', 'people', 'new', undefined, 'people'],
    ['leaves what people wrote where the comment went', 'people', undefined, 'old', 'people'],
    ['has no reason to write', '', undefined, 'old', ''],
    ['takes what people took over word by word for its own', 'same', 'new', 'same', 'new'],
  ])('a description: %s', (_, current, comment, before, expected) => {
    const comments: CrawledTable['comments'] = comment === undefined ? {} : { '': comment };
    const members = tableMembers(
      crawled({}, comments),
      { description: current },
      before === undefined ? {} : { '': before },
    );
    expect(members.description).toBe(expected);
  });

  it('owns declared constraints and leaves others, and the relationship that people gave to a key', () => {
    const key = { constraintType: 'FOREIGN_KEY', columns: ['id'], referredColumns: ['a.b'] } as const;
    const current = {
      tableConstraints: [
        { constraintType: 'PRIMARY_KEY', columns: ['id'] },
        { constraintType: 'SORT_KEY', columns: ['id'] },
        { constraintType: 'DIST_KEY', columns: ['gone'] },
        { ...key, relationshipType: 'MANY_TO_ONE' },
      ],
    };
    expect(tableMembers(crawled({ tableConstraints: [key] }), current).tableConstraints).toEqual([
      { ...key, relationshipType: 'MANY_TO_ONE' },
      { constraintType: 'SORT_KEY', columns: ['id'] },
    ]);
  });

  it.each(['View', 'MaterializedView', 'External'] as const)(
    'leaves the keys that people gave to a %s',
    (tableType) => {
      const tableConstraints = [{ constraintType: 'PRIMARY_KEY', columns: ['id'] }];
      expect(tableMembers(crawled({ tableType }), { tableConstraints }).tableConstraints).toEqual(tableConstraints);
    },
  );

  it('keeps the text of a view that the source keeps from us, and removes that of what is a table now', () => {
    const current = { tableType: 'View', schemaDefinition: 'select 1' };
    expect(tableMembers(crawled({ tableType: 'View' }), current).schemaDefinition).toBe('select 1');
    expect(tableMembers(crawled({}), current).schemaDefinition).toBeUndefined();
    const ddl = { tableType: 'Regular', schemaDefinition: 'create table' };
    expect(tableMembers(crawled({}), ddl).schemaDefinition).toBe('create table');
  });

  it('keeps what people wrote of the inside of a column while its type stays', () => {
    const children = [{ name: 'a', dataType: 'INT' }];
    const current = { columns: [{ name: 'id', dataType: 'JSON', children }] };
    const asked = (dataType: string) =>
      tableMembers(crawled({ columns: [owned('id', { dataType })] }), current).columns;
    expect(asked('JSON')).toEqual([expect.objectContaining({ children })]);
    expect(asked('INT')).toEqual([expect.not.objectContaining({ children })]);
  });

  it('ends in the same state, whatever stood there before', () => {
    const text = fc.constantFrom('', 'a', 'b', 'c');
    const comments = fc.dictionary(fc.constantFrom('', 'id', 'x'), fc.constantFrom('a', 'b'));
    const column = fc.record(
      {
        name: fc.constantFrom('id', 'x', 'y'),
        dataType: fc.constantFrom('INT', 'TEXT'),
        description: text,
        displayName: text,
      },
      { requiredKeys: ['name', 'dataType'] },
    );
    const document = fc.record(
      { description: text, columns: fc.uniqueArray(column, { selector: ({ name }) => name }) },
      { requiredKeys: ['columns'] },
    );
    fc.assert(
      fc.property(document, comments, comments, (current, now, before) => {
        const table = crawled({ columns: [owned('id'), owned('x', { ordinalPosition: 2 })] }, now);
        const once = written(tableMembers(table, current, before), current);
        expect(changedNames(tableMembers(table, once, now), once)).toEqual([]);
        // What is no comment of ours is there as it was.
        for (const one of current.columns) {
          const after = (once.columns as CatalogDocument[]).find(({ name }) => name === one.name);
          if (after && one.description && one.description !== before[one.name])
            expect(after.description).toBe(one.description);
          if (after) expect(after.displayName).toBe(one.displayName);
        }
      }),
    );
  });
});
