import fc from 'fast-check';
import type { BoundQuery } from '@app/search';
import { ReferenceScore } from '../../support/search/reference-score';
import { referenceDocument, type ReferenceDocument } from '../../support/search/reference-document';
import { matches } from '../../support/search/reference-match';
import { anyDocument, anyQuery } from '../../support/search/random-query';
import { request, SearchFixture } from './postgres.fixture';

/** SEARCH_FUZZ_QUERIES=20000 for a full run, or several with less and a SEARCH_FUZZ_SEED each. */
const QUERIES = Number(process.env['SEARCH_FUZZ_QUERIES'] ?? 200);
const DOCUMENTS = 150;
const SEED = Number(process.env['SEARCH_FUZZ_SEED'] ?? 20_261_120);

describe('random queries over random documents', () => {
  let search: SearchFixture;
  let documents: readonly ReferenceDocument[];
  let scores: ReferenceScore;

  beforeAll(async () => {
    search = await SearchFixture.open();
    const sample = fc.sample(anyDocument, { numRuns: DOCUMENTS, seed: SEED });
    const unique = sample.map((document, at) => ({ node: String(at + 1), document: { ...document, id: `id-${at}` } }));
    await search.write(...unique);
    documents = unique.map(({ document }) => referenceDocument(document));
    scores = new ReferenceScore(documents);
  });

  afterAll(() => search.close());

  it('find what a plain reading of the query finds, and score it as the formula says', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(anyQuery, async (query) => {
        const { hits, total } = await search.engine.search(request(query));
        const expected = documents.filter((document) => matches(query, document));
        expect(hits.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
        expect(total).toEqual({ value: expected.length, relation: 'eq' });
        found += hits.length;
        if (isLoose(query)) return;
        const byId = new Map(expected.map((document) => [document.id, document]));
        for (const { id, score } of hits) {
          const right = scores.of(query, byId.get(id) as ReferenceDocument);
          expect(Math.abs((score as number) - right)).toBeLessThanOrEqual(1e-5 * Math.max(1, right));
        }
      }),
      { numRuns: QUERIES, seed: SEED },
    );
    expect(found).toBeGreaterThan(QUERIES);
  }, 3_600_000);
});

/**
 * How often a sloppy phrase occurs is counted by covers. Lucene moves its words one by one towards each other, and which of the
 * many ways to meet it counts depends on the order in which a queue gives them: near to the covers, not the same.
 */
function isLoose(query: BoundQuery): boolean {
  return JSON.stringify(query, (_, value: unknown) => (isLoosePhrase(value) ? 'loose' : value)).includes('"loose"');
}

function isLoosePhrase(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'slop' in value && Number(value.slop) > 0;
}
