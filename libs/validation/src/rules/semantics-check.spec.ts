import { RuleEvaluator } from './engine/rule-evaluator';
import type { RuleJob, RuleJudge } from './rule-runner';
import { checkSemantics, type SemanticsRule } from './semantics-check';

const NOW = Date.parse('2026-11-20T10:00:00Z');

const FULL = {
  owners: [{ id: '1', type: 'user', name: 'anna' }],
  description: 'All orders',
  tags: [{ tagFQN: 'Tier.Tier1' }],
  domains: [{ id: '2', type: 'domain', name: 'sales' }],
};

/** Evaluates in this process, and records its requests. */
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

// Which rules are counted and which pass is tested by the decision table (checks/decision-table/semantics.spec.ts).

describe('checkSemantics', () => {
  it('asks the judge once for a contract, and not at all when nothing needs it', async () => {
    const judge = new InProcessJudge();
    await check([YES, NO, { name: 'hasOwner' }], FULL, judge);
    expect(judge.jobs).toEqual([{ asset: JSON.stringify(FULL), rules: ['true', 'false'], now: NOW }]);
    await check([{ name: 'hasOwner' }, { ...YES, enabled: false }], FULL, judge);
    expect(judge.jobs).toHaveLength(1);
  });

  it('does not pass a rule of which the judge says nothing', async () => {
    const silent: RuleJudge = { judge: () => Promise.resolve([]) };
    const failedRules = [{ ruleName: 'yes', reason: 'could not be evaluated' }];
    expect(await check([YES], FULL, silent)).toMatchObject({ passed: 0, failed: 1, failedRules });
  });

  it('rejects when the judge cannot work: that is no failed rule', async () => {
    const broken: RuleJudge = { judge: () => Promise.reject(new Error('no threads')) };
    await expect(check([YES], FULL, broken)).rejects.toThrow('no threads');
  });
});
