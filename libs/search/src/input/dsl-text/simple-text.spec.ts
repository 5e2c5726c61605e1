import fc from 'fast-check';
import type { BoundQuery } from '../../query/bound-query';
import { bindSimpleText } from './simple-text';

const CLOCK = { now: 0 };

/** The query as one reads it: `+` must, `-` must not, `|` should. */
function shown(query: BoundQuery): string {
  if (query.kind === 'bool') {
    const parts = [
      ...query.must.map((each) => `+${shown(each)}`),
      ...query.should.map((each) => `|${shown(each)}`),
      ...query.mustNot.map((each) => `-${shown(each)}`),
    ];
    return `(${parts.join(' ')})`;
  }
  if (query.kind === 'term') return query.token;
  if (query.kind === 'phrase') return `"${query.tokens.join(' ')}"~${query.slop}`;
  if (query.kind !== 'pattern') return query.kind;
  return query.pattern.type === 'prefix' ? `${query.pattern.text}*` : JSON.stringify(query.pattern);
}

const bind = (text: string, operator: 'or' | 'and' = 'or'): string =>
  shown(
    bindSimpleText(text, {
      fields: [{ field: 'name', weight: 1 }],
      operator,
      clock: CLOCK,
      count: () => undefined,
    }),
  );

describe('bindSimpleText', () => {
  it.each([
    ['a', 'a'],
    ['a b', '(|a |b)'],
    ['a + b', '(+a +b)'],
    ['a | b', '(|a |b)'],
    ['a + b | c', '(|(+a +b) |c)'],
    ['a | b + c', '(+(|a |b) +c)'],
    ['a -b', '(|a |(+all -b))'],
    ['-a', '(+all -a)'],
    ['a + (b | c)', '(+a +(|b |c))'],
    ['"a b"~3 c', '(|"a b"~3 |c)'],
    ['"a b', '"a b"~0'],
    ['cust*', 'cust*'],
    ['a\\+b', '(|a |b)'],
    ['a (b', '(|a |b)'],
    ['a) b', '(|a |b)'],
    ['', 'none'],
    ['+ | + -', 'none'],
  ])('reads %j', (text, query) => {
    expect(bind(text)).toBe(query);
  });

  it('joins words by the operator that it is told', () => {
    expect(bind('a b', 'and')).toBe('(+a +b)');
    expect(bind('a b | c', 'and')).toBe('(|(+a +b) |c)');
  });

  it('reads any text, in time', () => {
    fc.assert(fc.property(fc.stringMatching(/^[ab+|\-"*()~\\ 123]{0,80}$/), (text) => void bind(text)));
    const started = process.cpuUsage();
    for (const sign of ['(', ')', '-', '"', '\\', '~', '*', 'a~', '("']) bind(sign.repeat(8_000 / sign.length));
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(5);
  });
});
