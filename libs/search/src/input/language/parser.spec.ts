import { occurrences, type DefaultOperator } from './occurrence';
import { parseQueryText } from './parser';
import { QueryError } from './query-error';
import type { GroupNode, LeafNode, RangeEnd, SyntaxNode } from './syntax-tree';

const SIGNS = { must: '+', should: '', mustNot: '-' } as const;

/** A tree in a compact notation: `+` must, `-` must not, `<…>` a pattern, `{…}` brackets. */
function said(node: SyntaxNode, operator: DefaultOperator): string {
  const boost = node.boost === 1 ? '' : `^${node.boost}`;
  if (node.kind === 'group') return `{${clausesSaid(node, operator)}}${boost}`;
  return `${node.field === undefined ? '' : `${node.field}:`}${leafSaid(node)}${boost}`;
}

function clausesSaid({ clauses }: GroupNode, operator: DefaultOperator): string {
  const found = occurrences(
    clauses.map(({ conjunction, modifier, node }) => ({ conjunction, modifier, query: said(node, operator) })),
    operator,
  );
  return found.map(({ occurs, query }) => SIGNS[occurs] + query).join(' ');
}

function leafSaid(leaf: LeafNode): string {
  switch (leaf.kind) {
    case 'word':
      return leaf.text;
    case 'phrase':
      return `"${leaf.text}"${leaf.slop || ''}`;
    case 'fuzzy':
      return `<${leaf.text}~${leaf.edits}>`;
    case 'prefix':
      return `<${leaf.text}…>`;
    case 'wildcard':
      return `<${leaf.parts.map((part) => (typeof part === 'string' ? part : part.any)).join('|')}>`;
    case 'regexp':
      return `</${leaf.expression}/>`;
    case 'range':
      return `${endSaid(leaf.from)}..${endSaid(leaf.to)}`;
    case 'any':
      return '<any>';
  }
}

const endSaid = (end: RangeEnd | undefined): string => (end ? (end.inclusive ? end.value : `(${end.value})`) : '');

const parsed = (text: string, operator: DefaultOperator = 'or') => clausesSaid(parseQueryText(text), operator);

describe('the language', () => {
  it.each([
    ['a OR b AND c', 'a +b +c'],
    ['a AND b OR c', '+a +b c'],
    ['a b', 'a b'],
    ['a AND NOT b AND c', '+a -b +c'],
    ['NOT a AND b', '-a +b'],
    ['a NOT b', 'a -b'],
    ['a !b -c +d', 'a -b -c +d'],
    ['a and b or not to', 'a and b or not to'],
    ['a && b || c', '+a +b c'],
    ['a&&b &&c x||y', 'a&&b &&c x||y'],
    ['foo-bar foo+bar - foo ! foo', 'foo-bar foo+bar - foo ! foo'],
    ['(a b)^2 (c AND (d OR e))', '{a b}^2 {+c +{d e}}'],
    ['a^2.5 b^0', 'a^2.5 b^0'],
    ['ab~ ab~0 ab~1 ab~2', '<ab~auto> <ab~0> <ab~1> <ab~2>'],
    ['ab~1^3 ab^3~1', '<ab~1>^3 <ab~1>^3'],
    ['"a b"~2 "a b"^3~10 ""', '"a b"2 "a b"10^3 ""'],
    ['"a \\"b\\" \\\\c"', '"a "b" \\c"'],
    ['[a TO b] {a TO b} [a TO b} {* TO b] [a TO *]', 'a..b (a)..(b) a..(b) ..b a..'],
    ['[a TO TO] ["a b" TO "*"] [\\* TO a\\-b]', 'a..TO a b..* *..a-b'],
    ['f:>=10 f:>10 f:<10 f:<=10', 'f:10.. f:(10).. f:..(10) f:..10'],
    ['>=10 f:\\>10', '>=10 f:>10'],
    ['f:(a >b g:c (d))', '{f:a f:(b).. g:c {f:d}}'],
    ['f : a f:"x y" f:[1 TO 2]', 'f:a f:"x y" f:1..2'],
    ['_exists_:f f:* *:* *', '_exists_:f f:<any> *:<any> <any>'],
    ['ord* o?d* *rders a\\*b a\\?b*', '<ord…> <o|one|d|many> <many|rders> a*b <a?b…>'],
    ['a\\:b a\\ b a\\\\b \\u00e4b \\AND a\\(b', 'a:b a b a\\b äb AND a(b'],
    ['/(fact|dim)_.*/ f:/a b/^2 /a\\/b/', '</(fact|dim)_.*/> f:</a b/>^2 </a\\/b/>'],
    ['/data/orders foo/bar a/b/c (/x/y)', '/data/orders foo/bar a/b/c {/x/y}'],
    ['https://x.y/z?a=b:c*~ f:s3://bucket/key (ftp://h)', 'https://x.y/z?a=b:c*~ f:s3://bucket/key {ftp://h}'],
    ['a\tb\nc\rd\u3000e', 'a b c d e'],
    ['constructor toString __proto__ hasOwnProperty:valueOf', 'constructor toString __proto__ hasOwnProperty:valueOf'],
    ['', ''],
    [' \t ', ''],
  ])('reads %s', (text, tree) => {
    expect(parsed(text)).toBe(tree);
  });

  it.each([
    ['a b', '+a +b'],
    ['a OR b c', 'a b +c'],
    ['a OR b AND c', 'a +b +c'],
    ['-a OR b', '-a b'],
    ['a NOT b', '+a -b'],
  ])('reads %s with AND as the default operator', (text, tree) => {
    expect(parsed(text, 'and')).toBe(tree);
  });

  it.each<[string, number, RegExp]>([
    ['"orders', 0, /quote is not closed/],
    ['(orders', 0, /bracket is not closed/],
    ['a (b (c)', 2, /bracket is not closed/],
    ['orders)', 6, /bracket closes nothing/],
    ['orders AND', 10, /missing at the end/],
    ['AND', 0, /AND stands between/],
    ['a OR OR b', 5, /OR stands between/],
    ['a AND (OR b)', 7, /OR stands between/],
    ['()', 1, /clause is missing/],
    ['name:', 5, /missing at the end/],
    [':f', 0, /colon/],
    ['a:b:c', 3, /colon/],
    ['f:-5', 2, /- stands before/],
    ['+-a', 1, /- stands before/],
    ['NOT NOT a', 4, /NOT stands before/],
    ['a -', 3, /missing at the end/],
    ['[a TO', 5, /not closed/],
    ['[a b]', 3, /TO is missing/],
    ['[TO b]', 4, /TO is missing/],
    ['[a TO ]', 6, /two ends/],
    ['[a TO b c]', 8, /ends with ]/],
    ['a]', 1, /] closes nothing/],
    ['/abc', 0, /second \//],
    ['a /abc d', 2, /second \//],
    ['^2', 0, /\^ stands behind/],
    ['a^', 1, /takes a number/],
    ['a^-1', 1, /takes a number/],
    ['a^1000001', 1, /at most/],
    ['a^2^3', 3, /once/],
    ['~', 0, /~ stands behind/],
    ['orders~3', 6, /~, ~0, ~1 or ~2/],
    ['orders~x', 6, /~, ~0, ~1 or ~2/],
    ['orders~1b c', 6, /~, ~0, ~1 or ~2/],
    ['orders~0.5', 6, /~, ~0, ~1 or ~2/],
    ['"a b"~', 5, /integer/],
    ['"a b"~1.5', 5, /integer/],
    ['"a b"~1~2', 7, /once/],
    ['ord*~1', 4, /takes no ~/],
    ['/ab/~', 4, /takes no ~/],
    ['o*', 0, /two other characters/],
    ['f:?a*', 2, /two other characters/],
    ['**', 0, /two other characters/],
    ['a\\', 1, /backslash/],
    ['a\\u12', 1, /hexadecimal/],
    ['f:>=', 2, /no value/],
    ['\\ud800', 0, /surrogate/],
    ['\ud800', 0, /surrogate/],
    ['a\\u0000', 0, /U\+0000/],
  ])('refuses %s at %i', (text, position, reason) => {
    const refused = refusalOf(text);
    expect(refused.reason).toMatch(reason);
    expect(refused.position).toBe(position);
    expect(refused.message).toContain(`position ${position}`);
  });

  it.each([
    ['8,193 characters', 'a'.repeat(8_193), /longer than/],
    ['1,025 clauses', 'a '.repeat(1_025), /1024 clauses/],
    ['65 brackets', '('.repeat(65) + 'a' + ')'.repeat(65), /64 brackets/],
    ['33 patterns', 'abc* '.repeat(33), /32 wildcards/],
    ['33 fuzzy words', 'abc~ '.repeat(33), /32 wildcards/],
    ['a pattern of 257 characters', `${'a'.repeat(256)}*`, /256 characters/],
    ['a regular expression of 257 characters', `/${'a'.repeat(257)}/`, /256 characters/],
  ])('refuses %s', (_, text, reason) => {
    expect(refusalOf(text).reason).toMatch(reason);
  });

  it.each([
    ['8,192 characters', 'a'.repeat(8_192)],
    ['1,024 clauses', 'a '.repeat(1_024)],
    ['64 brackets', '('.repeat(64) + 'a' + ')'.repeat(64)],
    ['32 patterns', 'abc* '.repeat(32)],
  ])('takes %s', (_, text) => {
    expect(() => parseQueryText(text)).not.toThrow();
  });
});

function refusalOf(text: string): QueryError {
  try {
    parseQueryText(text);
  } catch (error) {
    if (error instanceof QueryError) return error;
    throw error;
  }
  throw new Error(`${text} was read`);
}
