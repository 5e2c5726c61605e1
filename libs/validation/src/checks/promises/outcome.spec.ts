import { NOT_EVALUATED_REASONS, statedPromises, type StatedPromise } from '@app/contracts';
import fc from 'fast-check';
import { countPromises, WITNESSES, type PromiseOutcome } from './outcome';

const contract = {
  schema: [
    {
      name: 'a',
      dataType: 'INT',
      constraint: 'NOT_NULL',
      extension: { enum: [1], logicalTypeOptions: { uniqueItems: true } },
    },
  ],
  semantics: [{ name: 'nice' }, { name: 'hasOwner' }],
  sla: { retention: 'P1Y' },
  termsOfUse: 'Be nice',
};
const stated = statedPromises({ contract, assetType: 'table' });
const held: PromiseOutcome = { state: 'held', by: 'data' };

describe('the promises of a result', () => {
  it('are counted by what became of them, and named where they are not judged', () => {
    const outcomes = new Map<string, PromiseOutcome>([
      ['schema.a', { state: 'held', by: 'catalog' }],
      ['schema.a.NOT_NULL', { state: 'broken', by: 'data' }],
      ['semantics.hasOwner', { state: 'blocked' }],
      // What no check exists for is not judged, whatever was found.
      ['termsOfUse', held],
    ]);
    const { promises, notEvaluated, names, sentence } = countPromises(stated, outcomes);
    expect(promises).toEqual({
      ...{ stated: 8, judged: 3, held: 1, broken: 1, blocked: 1, notEvaluated: 5 },
      by: { engine: 0, data: 1, evidence: 0, declaration: 0, catalog: 1 },
    });
    expect(notEvaluated.map(({ promise, reason }) => `${promise} ${reason}`)).toEqual([
      ...['schema.a.enum noSource', 'schema.a.uniqueItems noCheck', 'semantics.nice text'],
      ...['sla.retention noCheck', 'termsOfUse forPeople'],
    ]);
    expect(names).toEqual(['schema.a.enum', 'schema.a.uniqueItems', 'nice', 'sla.retention', 'termsOfUse']);
    expect(sentence).toBe('4 promises are not judged (2 noCheck, 1 noSource, 1 text).');
  });

  it('are no sentence where people judge them', () => {
    const { sentence, promises } = countPromises(
      statedPromises({ contract: { termsOfUse: 'x' }, assetType: 'table' }),
      new Map(),
    );
    expect([sentence, promises.notEvaluated]).toEqual(['', 1]);
  });

  it('are listed up to 200, and all counted', () => {
    const many = Array.from({ length: 300 }, (_, index): StatedPromise => ({ kind: 'terms', path: `p${index}` }));
    const { notEvaluated, names, promises } = countPromises(many, new Map());
    expect([notEvaluated.length, names.length, promises.notEvaluated]).toEqual([200, 200, 300]);
  });

  it('add up whatever became of them', () => {
    const outcome = fc.oneof<fc.Arbitrary<PromiseOutcome>[]>(
      fc.record({ state: fc.constantFrom('held' as const, 'broken' as const), by: fc.constantFrom(...WITNESSES) }),
      fc.constant({ state: 'blocked' as const }),
      fc.record({
        state: fc.constant('notEvaluated' as const),
        reason: fc.constantFrom(...NOT_EVALUATED_REASONS),
        message: fc.string(),
      }),
    );
    const found = fc.array(fc.tuple(fc.constantFrom(...stated.map(({ path }) => path)), outcome));
    fc.assert(
      fc.property(found, (entries) => {
        const { promises: p, notEvaluated } = countPromises(stated, new Map(entries));
        expect(p.stated).toBe(stated.length);
        expect(p.judged + p.notEvaluated).toBe(p.stated);
        expect(p.held + p.broken + p.blocked).toBe(p.judged);
        expect(WITNESSES.reduce((sum, witness) => sum + p.by[witness], 0)).toBe(p.held + p.broken);
        expect(notEvaluated).toHaveLength(p.notEvaluated);
      }),
    );
  });
});
