import type { ContractDocument } from '@app/contracts';
import { guardedChanges } from './guarded-changes';

const BASE = {
  entityStatus: 'Active',
  entity: { id: 'x', type: 'table' },
  schema: [{ name: 'id', dataType: 'BIGINT' }],
  semantics: [
    { name: 'owned', rule: { '!!': [{ var: 'owners' }] } },
    { name: 'prose', description: 'Is right.' },
  ],
  qualityExpectations: [{ id: 'q', type: 'testCase' }],
  reviewers: [{ id: 'r', type: 'user' }],
} as unknown as ContractDocument;

const pathsOf = (more: object) =>
  guardedChanges(BASE, { ...BASE, ...more } as ContractDocument).map(({ path }) => path);
const rules = (...semantics: object[]) => ({ semantics });
const [OWNED, PROSE] = (BASE as { semantics: object[] }).semantics as [object, object];

describe('a policy guards', () => {
  it.each<[string, object, string[]]>([
    ['a column that goes', { schema: [] }, ['schema.id']],
    ['a promise more', { sla: { refreshFrequency: 'P1D' } }, ['sla.refreshFrequency']],
    ['the status', { entityStatus: 'Draft' }, ['entityStatus']],
    ['dates', { effectiveFrom: '2026-01-01', effectiveUntil: '2027-01-01' }, ['effectiveFrom', 'effectiveUntil']],
    ['terms of use', { termsOfUse: 'None' }, ['termsOfUse']],
    ['who reviews', { reviewers: [] }, ['reviewers']],
    ['a successor', { successor: { id: 's', type: 'dataContract' } }, ['successor']],
    ['a rule that goes', rules(OWNED), ['semantics.prose']],
    ['a rule that is disabled', rules({ ...OWNED, enabled: false }, PROSE), ['semantics.owned.enabled']],
    ['another rule', rules({ ...OWNED, rule: { '!': [1] } }, PROSE), ['semantics.owned.rule']],
    [
      'the words of a rule without another text',
      rules(OWNED, { ...PROSE, description: 'Is.' }),
      ['semantics.prose.description'],
    ],
    ['an expectation that goes', { qualityExpectations: [] }, ['qualityExpectations.q']],
    [
      'which columns the asset may have',
      { extension: { schemaPolicy: { extraColumns: 'forbid' }, a: 1 } },
      ['schemaPolicy.extraColumns'],
    ],
    ['a quality rule', { odcsQualityRules: [{ name: 'r', metric: 'rowCount', mustBe: 1 }] }, ['odcsQualityRules.r']],
  ])('%s', (_, more, paths) => {
    expect(pathsOf(more)).toEqual(paths);
  });

  it('what is learned and goes', () => {
    const before = { ...BASE, sla: { learned: ['freshness', 'volume'] } } as ContractDocument;
    const after = { ...BASE, sla: { learned: ['volume'] } } as ContractDocument;
    expect(guardedChanges(before, after).map(({ path }) => path)).toEqual(['sla.learned.freshness']);
  });

  it.each<[string, object]>([
    ['a description', { description: 'x' }],
    ['owners', { owners: [{ id: 'o', type: 'user' }] }],
    ['tags', { tags: [{ tagFQN: 'a.b' }] }],
    ['the extension', { extension: { a: 1 } }],
    ['a description of a column', { schema: [{ name: 'id', dataType: 'BIGINT', description: 'x' }] }],
    ['Active in other words', { entityStatus: 'Approved' }],
    ['a rule in another spelling', rules({ ...OWNED, rule: '{"!!":[{"var":"owners"}]}' }, PROSE)],
    ['what is said of a rule', rules({ ...OWNED, description: 'x' }, PROSE)],
    ['what is learned, added', { sla: { learned: ['volume'] } }],
  ])('not %s', (_, more) => {
    expect(pathsOf(more)).toEqual([]);
  });
});
