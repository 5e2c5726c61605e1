import { makeDocuments, type CaseFile } from './case-world';
import { SearchWorld, type Found } from '../../e2e/search/search-world';
import OWN from './own-cases.json';

const FILE = OWN as CaseFile;
/** Pairs that meet in a name, in a text, and one that is misspelt. */
const TEXTS = ['grain deliveries', 'scale readings', 'flour grain', 'grain deliverys'];

describe('brackets and a boost around all words', () => {
  let world: SearchWorld;
  let ids: string[];
  beforeAll(async () => {
    world = await SearchWorld.start();
    ids = [...(await makeDocuments(world.client, FILE)).values()].map(({ id }) => id);
    await world.settle();
  });
  afterAll(() => world?.stop());

  const found = async (q: string): Promise<{ names: unknown[]; scores: number[]; rewritten: boolean }> => {
    const answer: Found = await world.find({ q, query_filter: { bool: { filter: [{ ids: { values: ids } }] } } });
    const hits = answer.hits.hits as readonly { _score: number; _source?: { name?: string } }[];
    return {
      names: hits.map(({ _source }) => _source?.name),
      scores: hits.map(({ _score }) => _score),
      rewritten: answer.rewrittenQuery !== undefined,
    };
  };

  it.each(TEXTS)('%j: find the same in the same order, and score so many times more', async (text) => {
    const plain = await found(text);
    expect(plain.names.length).toBeGreaterThan(0);
    expect(await found(`(${text})`)).toEqual(plain);
    const boosted = await found(`((${text})^3)`);
    expect({ ...boosted, scores: [] }).toEqual({ ...plain, scores: [] });
    const factor = plain.rewritten ? 1 : 3;
    boosted.scores.forEach((score, at) => expect(score / (factor * (plain.scores[at] ?? 0))).toBeCloseTo(1, 4));
  });

  it('has words that meet in a name among these', async () => {
    const { scores } = await found('grain deliveries');
    expect(Math.max(...scores)).toBeGreaterThan(250);
  });
});
