import { entityTypes } from '../types/entity-types';
import { LARGEST_DOCUMENT, LONGEST_DESCRIPTION, MOST_LABELS, MOST_PARTS, MOST_PEOPLE } from '../definition/limits';
import { bodyWithin, checkedBody } from './entity-body';
import { requireNoGrowth } from './no-growth';

const table = entityTypes.get('table');
const column = (i: number): Record<string, unknown> => ({ name: `c${i}`, dataType: 'INT' });
const columns = (count: number): object[] => Array.from({ length: count }, (_, i) => column(i));
const body = (more: object): object => ({ name: 't', databaseSchema: 'a.b.c', columns: columns(1), ...more });
const long = (more = 0): string => 'x'.repeat(LONGEST_DESCRIPTION + more);
const tags = (count: number): object[] => Array.from({ length: count }, (_, i) => ({ tagFQN: `a.t${i}` }));

const nested = (count: number): object[] => [
  { name: 's', dataType: 'STRUCT', children: columns(count - 1) },
  { name: 't', dataType: 'STRUCT' },
];

describe('links of an entity', () => {
  const faults = (next: object, stored?: object): string[] => {
    try {
      requireNoGrowth(table, bodyWithin(table, body(next)).excesses, stored && body(stored));
      return [];
    } catch (error) {
      return (error as { details: { field: string }[] }).details.map(({ field }) => field);
    }
  };

  it.each([
    ...['javascript:alert(1)', 'JaVaScript:alert(1)', ' javascript:x', 'java\nscript:x', '\u0001vbscript:x'],
    ...['data:text/html,x', 'file:///etc/passwd', 'ftp://example.org/x'],
  ])('are not %j', (sourceUrl) => {
    expect(faults({ sourceUrl })).toEqual(['sourceUrl']);
    // A stored value does not prevent other changes; another value is new.
    expect(faults({ sourceUrl, description: 'New' }, { sourceUrl })).toEqual([]);
    expect(faults({ sourceUrl: `${sourceUrl}1` }, { sourceUrl })).toEqual(['sourceUrl']);
  });

  it.each(['http://example.org', 'HTTPS://example.org/a:b', 'mailto:ann@example.org', 'orders/1', '/x', '#x', ''])(
    'may be %j',
    (sourceUrl) => expect(faults({ sourceUrl })).toEqual([]),
  );

  it('are told below parts and lists too', () => {
    const style = { iconURL: 'javascript:x', coverImage: { url: 'data:x' } };
    const tag = { tagFQN: 'a.b', href: 'javascript:x', style };
    expect(faults({ tags: [tag] }).sort()).toEqual([
      'tags[0].href',
      'tags[0].style.coverImage.url',
      'tags[0].style.iconURL',
    ]);
  });
});

describe('limits of an entity', () => {
  it.each<[string, object, object, string]>([
    ['columns', { columns: columns(MOST_PARTS) }, { columns: columns(MOST_PARTS + 1) }, 'columns: has 10001 items'],
    [
      'columns in all depths',
      { columns: nested(MOST_PARTS - 1) },
      { columns: nested(MOST_PARTS) },
      'columns: has 10001 of them in all depths together; at most 10000',
    ],
    ['tags', { tags: tags(MOST_LABELS) }, { tags: tags(MOST_LABELS + 1) }, 'tags: has 101 items; at most 100'],
    [
      'owners',
      { owners: Array(MOST_PEOPLE).fill('dana') },
      { owners: Array(MOST_PEOPLE + 1).fill('dana') },
      'owners: has 101 items; at most 100',
    ],
    ['a description', { description: long() }, { description: long(1) }, 'description: has 262145 characters'],
    [
      'the description of a column',
      { columns: [{ ...column(0), description: long() }] },
      { columns: [{ ...column(0), description: long(1) }] },
      'columns[0].description: has 262145 characters',
    ],
    [
      'SQL',
      { schemaDefinition: 'x'.repeat(2 ** 20) },
      { schemaDefinition: 'x'.repeat(2 ** 20 + 1) },
      'schemaDefinition: has 1048577 characters',
    ],
    [
      'the whole document',
      { columns: columns(15).map((one) => ({ ...one, description: long() })) },
      { columns: columns(16).map((one) => ({ ...one, description: long() })) },
      `bytes as JSON; at most ${LARGEST_DOCUMENT}`,
    ],
  ])('%s', (_, most, more, told) => {
    expect(() => checkedBody(table, body(most))).not.toThrow();
    expect(() => checkedBody(table, body(more))).toThrow(told);
  });

  it('hold for what comes in: what was stored beyond one may be changed, and must not grow', () => {
    const stored = body({ description: long(10), tags: tags(200), columns: columns(2) });
    const change = (next: object): void => requireNoGrowth(table, bodyWithin(table, body(next)).excesses, stored);
    expect(() => change({ description: long(10), tags: tags(200), displayName: 'T' })).not.toThrow();
    expect(() => change({ description: long(5), tags: tags(150) })).not.toThrow();
    expect(() => change({ description: long(11), tags: tags(200) })).toThrow('description: has 262155 characters');
    expect(() => change({ description: 'short', tags: tags(201) })).toThrow('tags: has 201 items');
    expect(() => change({ columns: [{ ...column(0), description: long(1) }] })).toThrow('columns[0].description');
  });

  it('know a part that is too large wherever it moved, and do not let a second one follow it', () => {
    const large = { ...column(7), description: long(3) };
    const stored = body({ columns: [column(0), column(1), large] });
    const change = (next: object[]): void =>
      requireNoGrowth(table, bodyWithin(table, body({ columns: next })).excesses, stored);
    expect(() => change([large])).not.toThrow();
    expect(() => change([{ ...column(0), description: long(2) }, large])).toThrow('columns[0].description');
  });
});
