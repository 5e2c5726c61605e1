import fc from 'fast-check';
import { SEARCH_FIELDS } from '../../document/search-field';
import { highlighter } from '../../highlight/highlight';
import type { BoundQuery } from '../../query/bound-query';
import { QueryError } from '../language/query-error';
import { bindQueryText } from './bind-query-text';

/** How many texts are bound; raised by QUERY_RUNS. */
const RUNS = Number(process.env.QUERY_RUNS ?? 1_000);

const FIELDS = [...Object.keys(SEARCH_FIELDS), 'owners', 'nothing', '_exists_', '__proto__', '*'].map(
  (name) => `${name}:`,
);

const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...FIELDS) },
  {
    weight: 3,
    arbitrary: fc.constantFrom('a', 'fact_orders', 'a/b', '订单', 'ä', '5', 'true', '2024-05', 'now-7d/d', '!!'),
  },
  { weight: 2, arbitrary: fc.constantFrom(' AND ', ' OR ', ' NOT ', ' +', ' -', '(', ')', ' ', ' ', ' ') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('ab*', 'a?b', '/(a|b)+/', '/a{2}[^c]/', 'ab~1', '^2 ', '^0 ', '"a b"~2 ', '""', '*'),
  },
  { weight: 1, arbitrary: fc.constantFrom('[a TO b]', '[1 TO 2}', '{2024 TO *]', '>=5', '<now', '>a') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
);

const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

const SOURCE = {
  name: 'fact_orders',
  description: 'ä or a b, 5 of 订单',
  columns: [{ name: 'a_b', description: 'ab' }],
};

describe('a bound query text, whatever comes', () => {
  it('is bound to fields of the mapping or refused with a place, and can be shown in a hit', () => {
    let bound = 0;
    fc.assert(
      fc.property(text, fc.constantFrom<'or' | 'and'>('or', 'and'), (source, defaultOperator) => {
        const query = boundOrRefused(source, defaultOperator);
        if (!query) return;
        bound += 1;
        expect(strangeIn(query)).toEqual([]);
        expect(() => highlighter(query)(SOURCE)).not.toThrow();
      }),
      { numRuns: RUNS },
    );
    expect(bound).toBeGreaterThan(RUNS / 10);
  });
});

function boundOrRefused(source: string, defaultOperator: 'or' | 'and'): BoundQuery | undefined {
  try {
    return bindQueryText(source, { now: 1_700_000_000_000, defaultOperator });
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    expect(error.position).toBeLessThanOrEqual(source.length);
    return undefined;
  }
}

/** Unusual input: unmapped fields, invalid numbers, redundant clauses. */
function strangeIn(query: BoundQuery): unknown[] {
  const strange: unknown[] = [];
  JSON.stringify(query, (key, value: unknown) => {
    const isUnmapped = (key === 'field' && !Object.hasOwn(SEARCH_FIELDS, String(value))) || value === undefined;
    if (isUnmapped || (typeof value === 'number' && !Number.isFinite(value))) strange.push({ key, value });
    if (key === 'tokens' && (value as unknown[]).length < 2) strange.push({ key, value });
    if (key === 'queries' && (value as unknown[]).length < 2) strange.push({ key, value });
    return value;
  });
  return strange;
}
