import fc from 'fast-check';
import type { BoundQuery } from '../../query/bound-query';
import { ALL, boolOf } from '../../query/build-query';
import type { SearchRequest } from '../../query/search-request';
import type { Prepared } from '../compile/context';
import type { HitRow } from './hit-statement';
import { isProven, likelyOf, pruningsOf, sureOf } from './prune';
import { boundOf } from './score-bound';

const DOCUMENTS = 1_000_000;
const FIELDS = { name: 'n', description: 'd', 'columns.name': 'c', 'columns.description': 'cd' } as const;
type Field = keyof typeof FIELDS;

/** How many documents have a word, by field. */
type Frequencies = Readonly<Record<Field, number>>;

const BOOSTS: Readonly<Record<Field, number>> = {
  name: 10,
  description: 1,
  'columns.name': 2,
  'columns.description': 0.5,
};

function leaf(word: string, field: Field): BoundQuery {
  return { kind: 'term', field, token: word, boost: BOOSTS[field] };
}

function word(name: string, boost = 1): BoundQuery {
  const queries = (Object.keys(FIELDS) as Field[]).map((field) => leaf(name, field));
  return { kind: 'best', queries, tieBreaker: 0, boost };
}

function knowing(words: Readonly<Record<string, Frequencies>>): Prepared {
  const counts = new Map<string, number>(
    Object.entries(words).flatMap(([name, by]) =>
      (Object.keys(FIELDS) as Field[]).map((field) => [`${FIELDS[field]}:${name}`, by[field]] as const),
    ),
  );
  return {
    statistics: { documents: () => DOCUMENTS, average: () => 5, frequency: (lexeme) => counts.get(lexeme) ?? 0 },
    expansions: { of: () => [], frequency: () => 0 },
    rareTypes: new Set(),
  };
}

function asking(query: BoundQuery, more: Partial<SearchRequest> = {}): SearchRequest {
  return {
    ...{ query, filter: [], permission: ALL, from: 0, size: 10, totals: true, aggregations: {}, source: true },
    sort: [{ by: '_score', direction: 'desc' }],
    ...more,
  };
}

/** The last row of a page of ten. */
const pageDownTo = (score: number): HitRow[] => [
  { node: '1', score, sort: null, source: null, total: null, best: null, ranked: '10' },
];

/** The part that a document has of a leaf's bound; 0: it does not match. */
type Shares = ReadonlyMap<string, number>;

/** Where two words stand in one column. */
function meeting(one: string, two: string, boost = 250): BoundQuery {
  const query = {
    kind: 'phrase',
    field: 'columns.name',
    tokens: [one, two],
    slop: 2,
    prefix: false,
    boost: 1,
  } as const;
  return { kind: 'constant', query, boost };
}

const meet = (base: BoundQuery, ...should: BoundQuery[]): BoundQuery => boolOf({ must: [base], should });

function keyOf(query: BoundQuery): string {
  if (query.kind === 'constant') return JSON.stringify(query.query);
  return query.kind === 'term' ? `${query.field} ${query.token}` : query.kind;
}

function scoreOf(query: BoundQuery, shares: Shares, known: Prepared): number {
  if (query.kind === 'term') return (shares.get(keyOf(query)) ?? 0) * boundOf(query, known).bound;
  if (query.kind === 'best')
    return query.boost * Math.max(...query.queries.map((each) => scoreOf(each, shares, known)));
  if (query.kind === 'constant') return matches(query, shares) ? query.boost : 0;
  if (query.kind !== 'bool') throw new Error(query.kind);
  return query.boost * [...query.must, ...query.should].reduce((sum, each) => sum + scoreOf(each, shares, known), 0);
}

function matches(query: BoundQuery, shares: Shares): boolean {
  if (query.kind === 'term' || query.kind === 'constant') return (shares.get(keyOf(query)) ?? 0) > 0;
  if (query.kind === 'best') return query.queries.some((each) => matches(each, shares));
  if (query.kind !== 'bool') throw new Error(query.kind);
  const some = query.should.length === 0 || query.should.some((each) => matches(each, shares));
  return some && query.must.every((each) => matches(each, shares));
}

const frequencies = fc.record({
  name: fc.integer({ min: 0, max: 60_000 }),
  description: fc.integer({ min: 0, max: 600_000 }),
  'columns.name': fc.integer({ min: 0, max: 600_000 }),
  'columns.description': fc.integer({ min: 0, max: 600_000 }),
});

describe('parts of the matches', () => {
  const rare = { name: 600, description: 10_000, 'columns.name': 3_000, 'columns.description': 27_000 };
  const two = boolOf({ should: [word('one'), word('two')], minimumShouldMatch: 1 });

  it('leave out nothing that scores more than they say', () => {
    const names = ['one', 'two', 'three', 'four', 'five', 'six'];
    fc.assert(
      fc.property(
        fc.array(fc.tuple(frequencies, fc.double({ min: 0.1, max: 4, noNaN: true })), { minLength: 1, maxLength: 6 }),
        fc.array(fc.array(fc.constantFrom(0, 0, 0, 0.3, 0.6, 0.99), { minLength: 24, maxLength: 24 }), {
          minLength: 1,
          maxLength: 20,
        }),
        (words, documents) => {
          const known = knowing(Object.fromEntries(words.map(([by], at) => [names[at] as string, by])));
          const should = words.map(([, boost], at) => word(names[at] as string, boost));
          const query = should.length === 1 ? (should[0] as BoundQuery) : boolOf({ should, boost: 1.5 });
          const leaves = names.flatMap((name) => (Object.keys(FIELDS) as Field[]).map((field) => leaf(name, field)));
          for (const { where, score, rest } of pruningsOf(asking(query), known).prunings) {
            for (const document of documents) {
              const shares = new Map(leaves.map((each, at) => [keyOf(each), document[at] as number]));
              const whole = scoreOf(query, shares, known);
              if (!matches(where, shares)) expect(whole).toBeLessThanOrEqual(rest * (1 + 1e-9));
              else if (whole > rest) expect(scoreOf(score, shares, known)).toBeCloseTo(whole, 6);
            }
          }
        },
      ),
      { numRuns: 60, seed: 1 },
    );
  });

  it('leave out nothing that scores more where words meet', () => {
    const names = ['one', 'two', 'three'];
    const pairs = [meeting('one', 'two'), meeting('two', 'three', 90), meeting('one', 'three', 3)];
    const leaves = names.flatMap((name) => (Object.keys(FIELDS) as Field[]).map((field) => leaf(name, field)));
    let pruned = 0;
    fc.assert(
      fc.property(
        fc.array(frequencies, { minLength: 2, maxLength: 3 }),
        fc.array(fc.array(fc.constantFrom(0, 0, 0, 0.3, 0.6, 0.99), { minLength: 15, maxLength: 15 }), {
          minLength: 1,
          maxLength: 20,
        }),
        (words, documents) => {
          const known = knowing(Object.fromEntries(words.map((by, at) => [names[at] as string, by])));
          const should = words.map((_, at) => word(names[at] as string));
          const query = meet(boolOf({ should, boost: 1.5 }), ...pairs.slice(0, words.length === 2 ? 1 : 3));
          for (const { where, score, rest } of pruningsOf(asking(query), known).prunings) {
            pruned += 1;
            for (const document of documents) {
              const shares = new Map([...leaves, ...pairs].map((each, at) => [keyOf(each), document[at] as number]));
              const whole = scoreOf(query, shares, known);
              if (!matches(where, shares)) expect(whole).toBeLessThanOrEqual(rest * (1 + 1e-9));
              else expect(scoreOf(score, shares, known)).toBeCloseTo(whole, 6);
            }
          }
        },
      ),
      { numRuns: 60, seed: 1 },
    );
    expect(pruned).toBeGreaterThan(60);
  });

  it('are those where common words meet and one is in a name, and where rare ones meet or one is in a name', () => {
    const common = { name: 60_000, description: 500_000, 'columns.name': 400_000, 'columns.description': 400_000 };
    const likely = (by: Frequencies): BoundQuery['kind'][] | undefined => {
      const { prunings } = pruningsOf(asking(meet(two, meeting('one', 'two'))), knowing({ one: by, two: by }));
      const where = likelyOf(prunings)?.where;
      return where?.kind === 'bool' ? [...where.must, ...where.should].map(({ kind }) => kind) : undefined;
    };
    expect(likely(common)).toEqual(['bool', 'bool']);
    expect(likely(rare)).toEqual(['bool', 'constant']);
  });

  it('are those that have one of two words in their names, where these are enough', () => {
    const { prunings, matches: all } = pruningsOf(asking(two), knowing({ one: rare, two: rare }));
    const likely = likelyOf(prunings);
    expect(likely?.where).toEqual(
      boolOf({ should: [leaf('one', 'name'), leaf('two', 'name')], minimumShouldMatch: 1 }),
    );
    expect(likely?.pages).toBe(2_400);
    expect(all).toBe(54_000);
  });

  it('are those that have both words, where few have one in their names', () => {
    const both = { ...rare, name: 2 };
    const { prunings } = pruningsOf(asking(two), knowing({ one: both, two: { ...both, 'columns.name': 2 } }));
    const likely = likelyOf(prunings);
    expect(likely?.pages).toBeLessThan(20_000);
    const parts = likely?.where.kind === 'bool' ? likely.where.should : [];
    expect(parts.map(({ kind }) => kind)).toContain('bool');
  });

  it('are none where a page needs most of the matches, and behind a page that scores no more', () => {
    const known = knowing({ one: rare, two: rare });
    expect(likelyOf(pruningsOf(asking(two, { size: 40_000 }), known).prunings)).toBeUndefined();
    expect(pruningsOf(asking(two, { searchAfter: [0.1, 'a', 'b'] }), known).prunings).toEqual([]);
  });

  it.each<[string, BoundQuery]>([
    ['of a condition that is not a word', boolOf({ should: [word('one'), { kind: 'exists', fields: [], boost: 1 }] })],
    ['where a word must be there', boolOf({ must: [word('one')], should: [word('two')] })],
    ['where both words must be there', boolOf({ should: [word('one'), word('two')], minimumShouldMatch: 2 })],
    ['of the sum of the fields', { kind: 'best', queries: [leaf('one', 'name')], tieBreaker: 0.3, boost: 1 }],
  ])('are none %s', (_, query) => {
    expect(pruningsOf(asking(query), knowing({ one: rare, two: rare }))).toEqual({ matches: 0, prunings: [] });
  });

  it('hold the page where a smaller part scored more than all that they leave out', () => {
    const request = asking(two);
    const { prunings } = pruningsOf(request, knowing({ one: rare, two: rare }));
    const rests = prunings.map(({ rest }) => rest);
    const score = (Math.min(...rests) + Math.max(...rests)) / 2;
    const sure = sureOf(prunings, pageDownTo(score), request);
    expect(sure?.rest).toBeLessThan(score);
    expect(prunings.slice(0, prunings.indexOf(sure!)).every(({ rest }) => rest * (1 + 1e-5) >= score)).toBe(true);
    expect(sureOf(prunings, pageDownTo(Math.min(...rests)), request)).toBeUndefined();
    expect(isProven([{ ...(pageDownTo(score)[0] as HitRow), ranked: '9' }], sure!, request)).toBe(false);
  });
});
