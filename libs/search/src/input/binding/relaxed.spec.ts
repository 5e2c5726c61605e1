import { bindQueryText } from './bind-query-text';
import { isPlainWords, relaxed } from './relaxed';

describe('plain words', () => {
  it.each([
    'custo',
    'customer orders',
    'fact_orders, daily',
    'and or not',
    '订单',
    'a/b https://x.y',
    '- foo',
    '(a)',
    '((a b)^2)',
    'a^2',
  ])('are %s', (text) => {
    expect(isPlainWords(text)).toBe(true);
  });

  it.each([
    '',
    '*',
    '"custo"',
    'a AND b',
    'a && b',
    '+a',
    'a*',
    'a~',
    'a b^2',
    'f:a',
    '(a) (b)',
    'f:(a)',
    '(a*)^2',
    'a\\:b',
    '[a TO b]',
    '"a',
    '/abc',
  ])('are not %s', (text) => {
    expect(isPlainWords(text)).toBe(false);
    expect(relaxed(text)).toEqual([]);
  });
});

describe('plain words that found nothing', () => {
  it.each([
    ['custo', ['custo*', 'custo~1', '*custo*']],
    ['custmer ordrs by', ['custmer ordrs by*', 'custmer~1 ordrs~1 by', '*custmer* *ordrs* by', 'custme* ordrs by']],
    ['(custmer ordrs by)^3', ['custmer ordrs by*', 'custmer~1 ordrs~1 by', '*custmer* *ordrs* by', 'custme* ordrs by']],
    ['readmit', ['readmit*', 'readmit~1', '*readmit*', 'readmi*']],
    ['subscriptions', ['subscriptions*', 'subscriptions~1', '*subscriptions*', 'subscripti*']],
    ['ord', ['ord*']],
    ['a b', []],
    ['fact_ordrs, daily', ['fact_ordrs daily*', 'fact_ordrs~1 daily~1', '*fact_ordrs* *daily*', 'fact_ord* daily']],
    ['NOT, AND,', ['\\NOT \\AND*']],
    ['a-b/custo', ['a\\-b custo*', 'a\\-b custo~1', 'a\\-b *custo*']],
    ['x'.repeat(255), [`${'x'.repeat(255)}*`]],
    ['abcde '.repeat(9), [`${'abcde '.repeat(8)}abcde*`, 'abcde~1 '.repeat(9).trimEnd()]],
    [',,, ...', []],
    ['x'.repeat(300), []],
    ['abcde '.repeat(33), [`${'abcde '.repeat(32)}abcde*`]],
  ])('%s are tried as', (text, texts) => {
    expect(relaxed(text)).toEqual(texts);
    for (const again of relaxed(text)) expect(() => bindQueryText(again, { now: 0 })).not.toThrow();
  });
});
