import { type ContractDocument, statedPromises } from '@app/contracts';
import { changedPromises, changedUnits, type ComparedPromise, comparedPromises, failedUnits } from './promise-text';

const of = (contract: object): ComparedPromise[] =>
  comparedPromises(
    statedPromises({ contract: contract as ContractDocument, assetType: 'table' }),
    contract as ContractDocument,
  );
const column = (more: object = {}) => ({ name: 'email', dataType: 'VARCHAR', dataLength: 320, ...more });
const BASE = {
  schema: [
    column({
      constraint: 'NOT_NULL',
      extension: { enum: ['a'], logicalTypeOptions: { maxLength: 9, format: 'email' } },
    }),
  ],
  semantics: [{ name: 'hasOwner' }],
  sla: { refreshFrequency: 'P1D' },
  odcsQualityRules: [{ type: 'library', metric: 'rowCount', mustBe: 3 }],
  termsOfUse: 'Ask first',
};

describe('the promises that differ between two states of a contract', () => {
  it('are none of a contract and itself', () => {
    expect(changedPromises(of(BASE), of(BASE))).toEqual([]);
    expect(changedUnits(of(BASE), of(BASE))).toEqual(new Set());
  });

  it.each<[string, object, string[], string[]]>([
    ['a type', { schema: [{ ...BASE.schema[0]!, dataLength: 100 }] }, ['schema.email'], ['schema.email']],
    [
      'a constraint more',
      { schema: [column({ ...BASE.schema[0]!, constraints: ['NOT_NULL', 'UNIQUE'] })] },
      ['schema.email.UNIQUE'],
      ['schema.email'],
    ],
    ['a column less', { schema: [] }, [], ['schema.email']],
    ['another column', { schema: [...BASE.schema, { name: 'id', dataType: 'INT' }] }, ['schema.id'], ['schema.id']],
    [
      'another rule',
      { semantics: [{ name: 'hasOwner', rule: { '==': [1, 1] } }] },
      ['semantics.hasOwner'],
      ['semantics.hasOwner'],
    ],
    ['a target', { sla: { refreshFrequency: 'PT1H' } }, ['sla.refreshFrequency'], ['sla']],
    [
      'a quality rule',
      { odcsQualityRules: [{ type: 'library', metric: 'rowCount', mustBe: 4 }] },
      ['odcsQualityRules.rowCount'],
      ['quality'],
    ],
    ['words for people', { description: 'Orders' }, [], []],
  ])('are found for %s', (_, more, paths, units) => {
    const after = of({ ...BASE, ...more });
    expect(changedPromises(of(BASE), after).map(({ promise }) => promise.path)).toEqual(paths);
    expect([...changedUnits(of(BASE), after)]).toEqual(units);
  });

  it('count in no part of a result where no check exists', () => {
    const free = of({ termsOfUse: 'Ask first', semantics: [{ name: 'be kind' }] });
    expect(free.flatMap(({ units }) => units)).toEqual([]);
  });
});

describe('the parts of a result that failed', () => {
  it.each<[object, string[]]>([
    [{}, []],
    [{ schemaValidation: { failed: 1, failedFields: ['"a.b".c'] } }, ['schema.a.b.c']],
    [{ semanticsValidation: { failedRules: [{ ruleName: 'hasOwner' }] } }, ['semantics.hasOwner']],
    [{ qualityValidation: { failed: 1 }, slaValidation: { latencyMet: false } }, ['quality', 'sla']],
    [{ qualityValidation: { failed: 0 }, slaValidation: { latencyMet: true } }, []],
  ])('of %j', (body, units) => {
    expect(failedUnits(body as Record<string, unknown>)).toEqual(units);
  });
});
