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
});
