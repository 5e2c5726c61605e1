import fc from 'fast-check';
import { foldText, keywordForm } from '../../analysis/text-form';
import { tokenMatcher } from '../../query/token-matcher';
import { QueryError } from '../language/query-error';
import { normalRegexp } from './regexp-syntax';

const matches = (expression: string, token: string): boolean =>
  tokenMatcher({ type: 'regexp', expression: normalRegexp(expression, foldText) })(token);

describe('a regular expression', () => {
  it.each([
    ['(fact|dim)_.*', '(fact|dim)_.*'],
    ['Ord?er+s*', 'ord?er+s*'],
    ['a{2}b{2,}c{2,5}', 'a{2}b{2,}c{2,5}'],
    ['[abc][^a-c][A-C][a\\-z]', '[abc][^a-c][A-Ca-c][a\\-z]'],
    ['\\.\\*\\/\\(', '\\.\\*\\/\\('],
    ['a-b c:d', 'a\\-b\\ c\\:d'],
    ['Größe', 'gro(ss)e'],
    ['[äÖ]', '[ao]'],
    ['', ''],
    ['()|a', '(())|a'],
    ['(a|)b|', '(a|())b|()'],
  ])('%s is said %s', (written, normal) => {
    expect(normalRegexp(written, foldText)).toBe(normal);
  });

  it('is not folded for keywords', () => {
    expect(normalRegexp('GRÖßE', keywordForm)).toBe('größe');
  });

  it.each([
    ['(fact|dim)_.*', 'fact_orders', true],
    ['(fact|dim)_.*', 'a_fact_orders', false],
    ['orders', 'orders_daily', false],
    ['[A-C]+\\.x', 'abc.x', true],
    ['[A-C]+\\.x', 'abcxx', false],
    ['ß{2}', 'ssss', true],
    ['ß{2}', 'sss', false],
    ['a.c', 'a\nc', true],
    ['订.', '订单', true],
    ['[^a]', 'b', true],
    ['a|bc', 'bc', true],
    ['(a+)+b', `${'a'.repeat(5_000)}c`, false],
  ])('%s and %s: %s', (written, token, wanted) => {
    expect(matches(written, token)).toBe(wanted);
  });

  it.each([
    ['\\d+', /\\d is not allowed/],
    ['\\w', /\\w is not allowed/],
    ['\\bx', /\\b is not allowed/],
    ['^a', /\^ is not allowed/],
    ['a$', /\$ is not allowed/],
    ['a~b', /~ is not allowed/],
    ['a&b', /& is not allowed/],
    ['<1-5>', /< is not allowed/],
    ['a@', /@ is not allowed/],
    ['#', /# is not allowed/],
    ['"a"', /" is not allowed/],
    ['(?:a)', /\(\? is not allowed/],
    ['a*?', /repeated already/],
    ['a{2}{3}', /repeated already/],
    ['*a', /nothing stands before \*/],
    ['a|+', /nothing stands before \+/],
    ['a{x}', /a count is written/],
    ['a{5,2}', /a count is written/],
    ['a{256}', /up to 255/],
    ['a{2', /a count is written/],
    ['((a{200}){200})', /written out/],
    ['(a', /a \) is missing/],
    ['a)', /closes nothing/],
    ['a]', /] closes nothing/],
    ['[]', /\[\] is empty/],
    ['[a', /a ] is missing/],
    ['[[:alpha:]]', /the sign \[ needs a backslash/],
    ['[a&&b]', /the sign & needs a backslash/],
    ['[z-a]', /z-a is empty/],
    ['a\\', /behind the backslash/],
    ['('.repeat(33) + ')'.repeat(33), /32 brackets/],
  ])('%s is refused', (written, reason) => {
    expect(() => normalRegexp(written, foldText)).toThrow(reason);
  });

  it('means the same as to an engine that goes back, whatever is read', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      'c',
      '.',
      '*',
      '+',
      '?',
      '|',
      '(',
      ')',
      '[ab]',
      '[^a]',
      '[a-b]',
      '{2}',
      '{1,2}',
      '\\.',
    );
    const tokens = fc.array(fc.constantFrom('a', 'b', 'c', '.'), { maxLength: 5 }).map((letters) => letters.join(''));
    let read = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), tokens, (pieces, token) => {
        const normal = normalOrRefused(pieces.join(''));
        if (normal === undefined) return;
        read += 1;
        expect(tokenMatcher({ type: 'regexp', expression: normal })(token)).toBe(
          new RegExp(`^(?:${normal})$`).test(token),
        );
      }),
      { numRuns: 2_000 },
    );
    expect(read).toBeGreaterThan(400);
  });
});

function normalOrRefused(written: string): string | undefined {
  try {
    return normalRegexp(written, foldText);
  } catch (error) {
    if (error instanceof QueryError) return undefined;
    throw error;
  }
}
