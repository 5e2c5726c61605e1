import type { SearchRequest } from '../../query/search-request';
import { ALL } from '../../query/build-query';
import { said } from '../cases/said.cases';
import { bindQueryText } from './bind-query-text';
import { meetingsOf, withMeetings } from './word-meetings';

/** The pairs of words that may meet, as their stems. */
const pairs = (text: string): string[] =>
  meetingsOf(text).map((each) => {
    const [first] = each.kind === 'constant' && each.query.kind === 'best' ? each.query.queries : [];
    return first?.kind === 'phrase' ? first.tokens.join(' ') : '';
  });

const request = (text: string, by: string): SearchRequest => ({
  ...{ query: bindQueryText(text, { now: 0 }), filter: [], permission: ALL, from: 0, size: 10, totals: true },
  ...{ sort: [{ by, direction: 'desc' }], aggregations: {}, source: true },
});

describe('words that may meet', () => {
  it('are looked for in names, columns and texts, in either order, for one constant', () => {
    expect(meetingsOf('Invoices total').map(said)).toEqual([
      'constant(best(name.stem:"invoic total"~3 displayName.stem:"invoic total"~3 columns.name.stem:"invoic total"~3 ' +
        'children.name.stem:"invoic total"~3 description:"invoic total"~3))^250',
    ]);
  });

  it.each<[string, string[]]>([
    ['', []],
    ['invoice', []],
    ['invoice total', ['invoic total']],
    ['invoice AND total', ['invoic total']],
    ['+invoice OR total', ['invoic total']],
    ['total of invoice', ['total of', 'total invoic', 'of invoic']],
    ['a b c d', ['a b', 'b c', 'c d']],
    ['a b c d e', []],
    ['invoice/total', ['invoic total']],
    ['fact_orders daily', ['fact order daili']],
    ['fact_orders daily_sum', []],
    ['invoice -total', []],
    ['invoice NOT total', []],
    ['invoice^2 total', []],
    ['name:invoice total', []],
    ['"invoice total"', []],
    ['invoic* total', []],
    ['(invoice total)', ['invoic total']],
    ['((invoice total)^2)^3', ['invoic total']],
    ['(invoice total) order', []],
    ['-(invoice total)', []],
    ['name:(invoice total)', []],
  ])('of %j are %j', (text, expected) => {
    expect(pairs(text)).toEqual(expected);
  });

  it('score as many times more as all words do by a boost around them', () => {
    const boosts = (text: string) => meetingsOf(text).map((each) => 'boost' in each && each.boost);
    expect([boosts('invoice total'), boosts('(invoice total)^3'), boosts('((invoice total)^2)^3')]).toEqual([
      [250],
      [750],
      [1_500],
    ]);
  });

  it('add to scores and find nothing more', () => {
    const asked = request('invoice total', '_score');
    const { query } = withMeetings(asked, 'invoice total');
    expect(query).toMatchObject({ kind: 'bool', must: [asked.query], filter: [], mustNot: [], minimumShouldMatch: 0 });
  });

  it('are left out where nothing is scored, and of one word', () => {
    const sorted = request('invoice total', 'updatedAt');
    const one = request('invoice', '_score');
    expect(withMeetings(sorted, 'invoice total')).toBe(sorted);
    expect(withMeetings(one, 'invoice')).toBe(one);
  });
});
