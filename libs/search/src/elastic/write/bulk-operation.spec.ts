import { blocksOf, removing, writing, type BulkOperation } from './bulk-operation';

const sized = (bytes: number): BulkOperation => ({ node: String(bytes), bytes, lines: () => [] });
async function sizes(operations: readonly BulkOperation[], most: number, bytes: number): Promise<number[][]> {
  const found: number[][] = [];
  for await (const block of blocksOf(operations, most, bytes)) found.push(block.map((operation) => operation.bytes));
  return found;
}

describe('bulk operations', () => {
  it('fill blocks by number and by size', async () => {
    const operations = [1, 1, 1, 5, 9, 20, 1].map(sized);
    expect(await sizes(operations, 3, 10)).toEqual([[1, 1, 1], [5], [9], [20], [1]]);
    expect(await sizes([], 3, 10)).toEqual([]);
  });

  it('go to an alias only, with the version that decides', () => {
    const [line] = removing({ node: '7', version: 3 }).lines('one');
    expect(JSON.parse(line ?? '')).toEqual({
      delete: { _index: 'one', _id: '7', version: 3, version_type: 'external', require_alias: true },
    });
  });

  it('carry the document untouched, beside what is searched of it', () => {
    const document = {
      id: 'A0000000-0000-4000-8000-00000000000A',
      entityType: 'glossaryTerm',
      name: 'Mu\u0308ller',
      fullyQualifiedName: 'g.Mu\u0308ller',
      deleted: false,
      updatedAt: 7,
      owners: [{ name: 'Ann', type: 'user' }, { name: null }],
      columns: [],
    };
    const [, source] = writing({ node: '7', version: 3, document }).lines('one');
    expect(JSON.parse(source ?? '')).toEqual({
      node: '7',
      id: 'a0000000-0000-4000-8000-00000000000a',
      type: 'glossaryTerm',
      fingerprint: expect.stringMatching(/^.{22}$/),
      document,
      text: expect.objectContaining({ name: ['M\u00fcller'], columns_name: [] }),
      value: expect.objectContaining({
        name_keyword: ['m\u00fcller'],
        entityType: ['glossaryterm'],
        owners_name: ['ann'],
        deleted: [false],
        updatedAt: [7],
      }),
      exists: expect.arrayContaining(['name', 'name.keyword', 'owners', 'owners.name', 'deleted']),
      element: {
        owners: [
          expect.objectContaining({ value: { owners_id: [], owners_name: ['ann'], owners_type: ['user'] } }),
          expect.objectContaining({ exists: [] }),
        ],
        tags: [],
        columns: [],
      },
    });
  });
});
