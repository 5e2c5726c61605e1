import { diffContracts } from '../registry/contract-diff';

const NOW = Date.UTC(2026, 0, 1);
const RULE = { name: 'owned', rule: { '!!': [{ var: 'owners' }] } };
const BASE = { entityStatus: 'Active', semantics: [RULE], qualityExpectations: [{ id: 'q', type: 'testCase' }] };

function isBreaking(after: object, before: object = {}): boolean {
  const [from, to] = [
    { ...BASE, ...before },
    { ...BASE, ...before, ...after },
  ];
  const changes = diffContracts(from as never, to as never, { now: NOW });
  expect(changes.length).toBeGreaterThan(0);
  return changes.some(({ compatibility }) => compatibility === 'breaking');
}

describe('a change takes something from consumers', () => {
  it.each<[string, object, object, boolean]>([
    ['out of force', { entityStatus: 'Draft' }, {}, true],
    ['back to review', { entityStatus: 'In Review' }, {}, true],
    ['deprecated for ever', { entityStatus: 'Deprecated' }, {}, false],
    ['deprecated, with notice', { entityStatus: 'Deprecated', effectiveUntil: '2026-02-15' }, {}, false],
    ['deprecated, without', { entityStatus: 'Deprecated', effectiveUntil: '2026-01-15' }, {}, true],
    ['in force again', { entityStatus: 'Active' }, { entityStatus: 'Deprecated' }, false],
    ['ends with notice', { effectiveUntil: '2026-01-31' }, {}, false],
    ['ends without notice', { effectiveUntil: '2026-01-30T23:59:59Z' }, {}, true],
    ['ends later', { effectiveUntil: '2026-01-10' }, { effectiveUntil: '2026-01-05' }, false],
    ['ends earlier', { effectiveUntil: '2026-01-05' }, { effectiveUntil: '2026-01-10' }, true],
    ['begins later', { effectiveFrom: '2026-03-01' }, {}, true],
    ['began', { effectiveFrom: '2025-03-01' }, {}, false],
    ['begins earlier', { effectiveFrom: '2026-02-01' }, { effectiveFrom: '2026-03-01' }, false],
    ['out of force, of a draft', { entityStatus: 'Rejected' }, { entityStatus: 'Draft' }, false],
    ['begins later, of a draft', { effectiveFrom: '2026-03-01' }, { entityStatus: 'Draft' }, false],
    ['a rule goes', { semantics: [] }, {}, true],
    ['a rule is disabled', { semantics: [{ ...RULE, enabled: false }] }, {}, true],
    ['a rule says something else', { semantics: [{ ...RULE, rule: { '!': [1] } }] }, {}, true],
    ['an expectation goes', { qualityExpectations: [] }, {}, true],
    ['terms of use', { termsOfUse: 'None.' }, {}, false],
  ])('%s: %j', (_, after, before, expected) => {
    expect(isBreaking(after, before)).toBe(expected);
  });
});
