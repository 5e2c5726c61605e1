import { mergeDocuments } from './merge-documents';

describe('mergeDocuments', () => {
  it.each([
    ['what only the first says stays', { a: 1, b: 2 }, { b: 3 }, { a: 1, b: 3 }],
    ['null takes nothing away', { a: 1 }, { a: null }, { a: 1 }],
    [
      'a description is merged',
      { description: { purpose: 'p', usage: 'u' } },
      { description: { usage: 'v' } },
      { description: { purpose: 'p', usage: 'v' } },
    ],
    [
      'objects and properties are merged by name',
      { schema: [{ name: 't', x: 1, properties: [{ name: 'a', description: 'd' }, { name: 'b' }] }] },
      { schema: [{ name: 't', properties: [{ name: 'a', unique: true }, { name: 'c' }] }, { name: 'u' }] },
      {
        schema: [
          {
            name: 't',
            x: 1,
            properties: [{ name: 'a', description: 'd', unique: true }, { name: 'b' }, { name: 'c' }],
          },
          { name: 'u' },
        ],
      },
    ],
    [
      'entries of the SLA are replaced by property, in their order',
      {
        slaProperties: [
          { property: 'x', value: 1, driver: 'd' },
          { property: 'x', value: 2 },
          { property: 'y', value: 3 },
        ],
      },
      { slaProperties: [{ property: 'x', value: 9 }] },
      {
        slaProperties: [
          { property: 'x', value: 9 },
          { property: 'x', value: 2 },
          { property: 'y', value: 3 },
        ],
      },
    ],
    ['tags are united', { tags: ['a', 'b'] }, { tags: ['b', 'c'] }, { tags: ['a', 'b', 'c'] }],
    [
      'another form of the team wins',
      { team: [{ username: 'a' }] },
      { team: { members: [] } },
      { team: { members: [] } },
    ],
    ['other lists are replaced', { examples: [1, 2] }, { examples: [3] }, { examples: [3] }],
    [
      'what has no name is not repeated',
      { roles: [{ x: 1 }] },
      { roles: [{ x: 1 }, { x: 2 }] },
      { roles: [{ x: 1 }, { x: 2 }] },
    ],
  ])('%s', (_what, first, second, expected) => {
    const before = structuredClone([first, second]);
    expect(mergeDocuments(first, second)).toEqual(expected);
    expect([first, second]).toEqual(before);
  });

  it('laid over itself a document stays as it is', () => {
    const document = {
      schema: [{ name: 't', properties: [{ name: 'a' }, { name: 'a' }] }],
      tags: ['x'],
      slaProperties: [{ property: 'p' }],
    };
    expect(mergeDocuments(document, document)).toEqual(document);
  });

  it('merges lists of 10,000 items that have nothing in common within seconds', () => {
    const columns = (prefix: string) =>
      Array.from({ length: 10_000 }, (_, i) => ({ name: `${prefix}${i}`, unique: true }));
    const schema = (prefix: string) => ({ schema: [{ name: 't', properties: columns(prefix) }] });
    const [object] = mergeDocuments(schema('a'), schema('b')).schema as { properties: object[] }[];
    expect(object?.properties).toEqual([...columns('a'), ...columns('b')]);
  });

  it('does not add an item again that is there with its members in another order', () => {
    const quality = [{ b: { c: 1, d: [2] }, a: undefined }];
    expect(mergeDocuments({ quality }, { quality: [{ b: { d: [2], c: 1 } }] })).toEqual({ quality });
  });
});
