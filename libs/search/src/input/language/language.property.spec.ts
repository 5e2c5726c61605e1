import fc from 'fast-check';
import { printWord } from './character';
import { parseQueryText } from './parser';
import { QueryError } from './query-error';
import type { GroupNode, LeafNode, RangeEnd, SyntaxClause, SyntaxNode, WildcardPart } from './syntax-tree';

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

/** A text that parses to this very tree, apart from offsets. */
function printQuery({ clauses }: GroupNode): string {
  return clauses.map(printClause).join(' ');
}

const CONJUNCTIONS = { none: '', and: 'AND ', or: 'OR ' } as const;
const MODIFIERS = { none: '', must: '+', not: '-' } as const;

function printClause({ conjunction, modifier, node }: SyntaxClause): string {
  return `${CONJUNCTIONS[conjunction]}${MODIFIERS[modifier]}${printNode(node)}`;
}

function printNode(node: SyntaxNode): string {
  const boost = node.boost === 1 ? '' : `^${printNumber(node.boost)}`;
  if (node.kind === 'group') return `(${printQuery(node)})${boost}`;
  const field = node.field === undefined ? '' : node.field === '*' ? '*:' : `${printWord(node.field)}:`;
  return `${field}${printLeaf(node)}${boost}`;
}

/** Without an exponent, which the language does not know. */
function printNumber(number: number): string {
  return /e/.test(String(number)) ? number.toFixed(100).replace(/\.?0+$/, '') : String(number);
}

function printLeaf(leaf: LeafNode): string {
  switch (leaf.kind) {
    case 'word':
      return printWord(leaf.text);
    case 'phrase':
      return `"${leaf.text.replace(/["\\]/g, '\\$&')}"${leaf.slop === 0 ? '' : `~${leaf.slop}`}`;
    case 'fuzzy':
      return `${printWord(leaf.text)}~${leaf.edits === 'auto' ? '' : leaf.edits}`;
    case 'prefix':
      return `${printWord(leaf.text)}*`;
    case 'wildcard':
      return leaf.parts.map(printPart).join('');
    case 'regexp':
      return `/${leaf.expression}/`;
    case 'range':
      return printRange(leaf.from, leaf.to);
    case 'any':
      return '*';
  }
}

function printPart(part: WildcardPart): string {
  if (typeof part === 'string') return printWord(part);
  return part.any === 'one' ? '?' : '*';
}

function printRange(from: RangeEnd | undefined, to: RangeEnd | undefined): string {
  const open = from?.inclusive === false ? '{' : '[';
  const close = to?.inclusive === false ? '}' : ']';
  return `${open}${printEnd(from)} TO ${printEnd(to)}${close}`;
}

/** A quote or a backslash is written by its number: before a quote a backslash would be read as keeping it. */
function printEnd(end: RangeEnd | undefined): string {
  if (end === undefined) return '*';
  if (/^[\w.:-]+$/.test(end.value)) return end.value;
  return `"${end.value.replace(/["\\]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
}
