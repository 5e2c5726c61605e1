import { RuleEvaluator } from '../../rules/engine/rule-evaluator';
import type { RuleJudge } from '../../rules/rule-runner';
import { checkSemantics } from '../../rules/semantics-check';
import { SEMANTICS } from './cases/semantics.cases';

const NOW = Date.parse('2026-11-20T10:00:00Z');

/** In this process: budgets and threads have their own tests. */
const judge: RuleJudge = {
  judge: ({ asset, rules, now }) => {
    const evaluator = new RuleEvaluator();
    const subject = { asset: JSON.parse(asset) as unknown, now };
    return Promise.resolve(rules.map((text) => evaluator.evaluate({ logic: JSON.parse(text) as unknown }, subject)));
  },
};

const CASES = SEMANTICS.map(([title, rules, asset, total, failed, notEvaluated = []]) => {
  return { title, rules, asset, total, failed, notEvaluated };
});

describe('checkSemantics', () => {
  it.each(CASES)('$title', async ({ rules, asset, total, failed, notEvaluated }) => {
    expect(await checkSemantics({ rules, asset, assetType: 'table', now: NOW }, judge)).toEqual({
      ...{ total, failed: failed.length, passed: total - failed.length, notEvaluated },
      failedRules: failed.map(([ruleName, reason]) => ({ ruleName, reason })),
    });
  });
});
