import fc from 'fast-check';
import { parseQueryText } from './parser';
import { printQuery } from './printer';
import { QueryError } from './query-error';
import type { GroupNode } from './syntax-tree';

/** How many texts each property is tested with; raised by QUERY_RUNS. */
const RUNS = Number(process.env.QUERY_RUNS ?? 1_000);

const piece = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'a',
      'bc',
      'f:',
      'orders',
      'a-b',
      '订单',
      'ä',
      "it's",
      'constructor',
      '/x/y',
      'https://x/y:z',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom('AND', 'OR', 'NOT', '+', '-', '!', '&&', '||', '(', ')', '(', ')', ' ', ' ', ' '),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'ab*',
      'a?b',
      '*ab',
      '/a b/',
      'ab~1',
      '^2',
      '~2',
      '^0.0000001',
      '^0.00000000000000000000000000123',
      '*',
      '*:',
      '>=1',
      '\\',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '"a b"',
      '"',
      '[a TO b]',
      '{* TO "a b"}',
      '[',
      ']',
      'TO',
      '\\u0041',
      '\\ud83d\\ude00',
      '\\*',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
);

const text = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(''));

function treeOf(source: string): GroupNode | undefined {
  try {
    return parseQueryText(source);
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    expect(error.position).toBeGreaterThanOrEqual(0);
    expect(error.position).toBeLessThanOrEqual(source.length);
    return undefined;
  }
}

const withoutPlaces = (tree: GroupNode): unknown =>
  JSON.parse(JSON.stringify(tree, (key, value: unknown) => (key === 'at' ? undefined : value)));

describe('the language, whatever comes', () => {
  it('throws nothing but its own error, with a place in the text', () => {
    fc.assert(
      fc.property(text, (source) => {
        treeOf(source);
      }),
      { numRuns: RUNS },
    );
  });

  it('prints what parses to the same tree', () => {
    let read = 0;
    fc.assert(
      fc.property(text, (source) => {
        const tree = treeOf(source);
        if (!tree) return;
        read += 1;
        expect(withoutPlaces(parseQueryText(printQuery(tree)))).toEqual(withoutPlaces(tree));
      }),
      { numRuns: RUNS },
    );
    expect(read).toBeGreaterThan(RUNS / 20);
  });

  it.each([
    ['open brackets', '(a OR '],
    ['closed brackets', '(a) '],
    ['quotes', '"a'],
    ['escapes', '\\"'],
    ['ranges', '[a TO "b'],
    ['quoted ranges', '["\\"'],
    ['slashes', '/a b'],
    ['slashes without blanks', '/a'],
    ['tildes', 'a~~'],
    ['wildcards', 'a*?'],
    ['addresses', 'a://'],
    ['almost addresses', 'a+.-'],
    ['colons', 'a:'],
    ['operators', 'AND NOT '],
    ['backslashes', '\\'],
  ])('takes no longer than its length for %s', (_, unit) => {
    const source = unit.repeat(Math.floor(8_192 / unit.length));
    const started = process.cpuUsage();
    for (const tail of ['', ')', '"', ']', '/', 'x']) treeOf((source + tail).slice(0, 8_192));
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(5);
  });
});
