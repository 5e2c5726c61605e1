import { RuleEvaluator } from './engine/rule-evaluator';
import type { RuleJob, RuleJudge } from './rule-runner';
import type { SemanticsRule } from './semantics-check';
import { checkSemantics } from './semantics-check';

const NOW = Date.parse('2026-11-20T10:00:00Z');

const FULL = {
  owners: [{ id: '1', type: 'user', name: 'anna' }],
  description: 'All orders',
  tags: [{ tagFQN: 'Tier.Tier1' }],
  domains: [{ id: '2', type: 'domain', name: 'sales' }],
};

/** Judges in this process, and keeps what it was asked. */
class InProcessJudge implements RuleJudge {
  readonly jobs: RuleJob[] = [];
  private readonly evaluator = new RuleEvaluator();

  judge(job: RuleJob) {
    this.jobs.push(job);
    const subject = { asset: JSON.parse(job.asset) as unknown, now: job.now };
    return Promise.resolve(
      job.rules.map((text) => this.evaluator.evaluate({ logic: JSON.parse(text) as unknown }, subject)),
    );
  }
}

function check(rules: SemanticsRule[], asset: Record<string, unknown> = FULL, judge: RuleJudge = new InProcessJudge()) {
  return checkSemantics({ rules, asset, assetType: 'table', now: NOW }, judge);
}

const YES = { name: 'yes', rule: true };
const NO = { name: 'no', rule: false };

describe('checkSemantics', () => {
  it.each<[string, SemanticsRule[], { total: number; failed: string[]; notEvaluated: string[] }]>([
    ['no rules', [], { total: 0, failed: [], notEvaluated: [] }],
    ['one that passes', [YES], { total: 1, failed: [], notEvaluated: [] }],
    ['one that does not', [YES, NO], { total: 2, failed: ['no'], notEvaluated: [] }],
    ['a rule as text', [{ name: 'a', rule: '{"!!": {"var": "owners"}}' }], { total: 1, failed: [], notEvaluated: [] }],
    ['disabled', [{ ...NO, enabled: false }, YES], { total: 1, failed: [], notEvaluated: [] }],
    ['for this type', [{ ...NO, entityType: 'table' }], { total: 1, failed: ['no'], notEvaluated: [] }],
    ['for another type', [{ ...NO, entityType: 'topic' }], { total: 0, failed: [], notEvaluated: [] }],
    ['not for this type', [{ ...NO, ignoredEntities: ['table'] }], { total: 0, failed: [], notEvaluated: [] }],
    ['not for another type', [{ ...NO, ignoredEntities: ['topic'] }], { total: 1, failed: ['no'], notEvaluated: [] }],
    ['text only', [{ name: 'be kind' }, YES], { total: 1, failed: [], notEvaluated: ['be kind'] }],
    [
      'text only with a null rule',
      [{ name: 'be kind', rule: null }],
      { total: 0, failed: [], notEvaluated: ['be kind'] },
    ],
    ['text only and disabled', [{ name: 'be kind', enabled: false }], { total: 0, failed: [], notEvaluated: [] }],
    [
      'text only, named like an inherited property',
      [{ name: 'constructor' }],
      { total: 0, failed: [], notEvaluated: ['constructor'] },
    ],
    [
      'a rule that should have been refused',
      [{ name: 'bad', rule: { nope: 1 } }, YES],
      { total: 2, failed: ['bad'], notEvaluated: [] },
    ],
    ['an empty text as a rule', [{ name: 'bad', rule: '' }], { total: 1, failed: ['bad'], notEvaluated: [] }],
    [
      'by name',
      [
        { name: 'hasOwner' },
        { name: 'hasDescription' },
        { name: 'hasTags' },
        { name: 'hasTier' },
        { name: 'hasDomain' },
      ],
      { total: 5, failed: [], notEvaluated: [] },
    ],
    [
      'a known name with a rule of its own',
      [{ name: 'hasOwner', rule: false }],
      { total: 1, failed: ['hasOwner'], notEvaluated: [] },
    ],
  ])('%s', async (_title, rules, expected) => {
    const { failedRules, notEvaluated, ...counts } = await check(rules);
    expect(failedRules.map(({ ruleName }) => ruleName)).toEqual(expected.failed);
    expect(notEvaluated).toEqual(expected.notEvaluated);
    expect(counts).toEqual({
      total: expected.total,
      failed: expected.failed.length,
      passed: expected.total - expected.failed.length,
    });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['hasOwner', {}, 'owners is empty'],
    ['hasOwner', { owners: [] }, 'owners is empty'],
    ['hasOwner', { owners: [{ name: 'gone', deleted: true }] }, 'owners is empty'],
    ['hasDescription', { description: '  \n' }, 'description is empty'],
    ['hasDescription', { description: 5 }, 'description is empty'],
    ['hasTags', { tags: [] }, 'tags is empty'],
    [
      'hasTier',
      { tags: [{ tagFQN: 'PII.None' }, { tagFQN: 'Tiers.One' }] },
      'no tag of the classification Tier is set',
    ],
    ['hasDomain', { domains: [] }, 'domains is empty'],
  ])('%s of %j fails', async (name, asset, reason) => {
    expect((await check([{ name }], asset)).failedRules).toEqual([{ ruleName: name, reason }]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['hasOwner', { owner: { name: 'anna' } }],
    ['hasDomain', { domain: { name: 'sales' } }],
  ])('%s takes the singular of old clients: %j', async (name, asset) => {
    expect((await check([{ name }], asset)).passed).toBe(1);
  });

  it('keeps reasons with their rules, whichever way each was judged', async () => {
    const rules = [
      { name: 'first', rule: { '!!': { var: 'x' } } },
      { name: 'hasDomain' },
      { name: 'bad', rule: 'not json' },
      { name: 'text' },
      { name: 'last', rule: { '==': [{ var: 'y' }, 1] } },
    ];
    const { failedRules } = await check(rules, { y: 2 });
    expect(failedRules).toEqual([
      { ruleName: 'first', reason: 'x is missing' },
      { ruleName: 'hasDomain', reason: 'domains is empty' },
      { ruleName: 'bad', reason: expect.stringContaining('not JSON') },
      { ruleName: 'last', reason: 'y is 2, expected 1' },
    ]);
  });

  it('asks the judge once for a contract, and not at all when nothing needs it', async () => {
    const judge = new InProcessJudge();
    await check([YES, NO, { name: 'hasOwner' }], FULL, judge);
    expect(judge.jobs).toEqual([{ asset: JSON.stringify(FULL), rules: ['true', 'false'], now: NOW }]);
    await check([{ name: 'hasOwner' }, { ...YES, enabled: false }], FULL, judge);
    expect(judge.jobs).toHaveLength(1);
  });

  it('rejects when the judge cannot work: that is no failed rule', async () => {
    const broken: RuleJudge = { judge: () => Promise.reject(new Error('no threads')) };
    await expect(check([YES], FULL, broken)).rejects.toThrow('no threads');
  });
});
