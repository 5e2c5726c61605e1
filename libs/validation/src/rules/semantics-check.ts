import { traced } from '@app/common';
import { isTextRule, ruleApplies } from '@app/contracts';
import type { FailedRule, SemanticsVerdict } from '../checks/types';
import type { RuleOutcome } from './engine/rule-evaluator';
import { judgeByName } from './named-rule';
import { compileRule } from './rule-compiler';
import type { RuleJudge } from './rule-runner';

/** An item of a contract's `semantics`. */
export interface SemanticsRule {
  readonly name: string;
  /** JSON-logic, an object or a JSON string; absent = the rule is defined by its name, or is plain text. */
  readonly rule?: unknown;
  readonly enabled?: boolean;
  readonly entityType?: string;
  readonly ignoredEntities?: readonly string[];
}

export interface SemanticsCheck {
  readonly rules: readonly SemanticsRule[];
  /** The asset's full JSON, all fields. */
  readonly asset: Readonly<Record<string, unknown>>;
  readonly assetType: string;
  /** Instant of the run in epoch ms. */
  readonly now: number;
}

/**
 * Evaluates the rules of a contract on its asset; a rule passes only if it returns the boolean true. Rules that are
 * disabled or do not apply to this asset type are not counted; plain-text rules are not counted and are listed in
 * `notEvaluated`. Rejects only if the evaluator itself fails.
 */
export async function checkSemantics(check: SemanticsCheck, judge: RuleJudge): Promise<SemanticsVerdict> {
  const applying = check.rules.filter((rule) => ruleApplies(rule, check.assetType));
  const notEvaluated = applying.filter(isTextRule);
  const counted = applying.filter((rule) => !notEvaluated.includes(rule));
  const outcomes = await judgeRules(counted, check, judge);
  const failedRules = counted.flatMap(({ name }, index) => failure(name, outcomes[index]));
  const total = counted.length;
  return {
    passed: total - failedRules.length,
    failed: failedRules.length,
    total,
    failedRules,
    notEvaluated: notEvaluated.map(({ name }) => name),
  };
}

function hasLogic({ rule }: SemanticsRule): boolean {
  return rule !== undefined && rule !== null;
}

/**
 * All rules with logic are evaluated in one job; the others are evaluated by name, or fail because they do not
 * compile.
 */
async function judgeRules(
  rules: readonly SemanticsRule[],
  { asset, now }: SemanticsCheck,
  judge: RuleJudge,
): Promise<(RuleOutcome | undefined)[]> {
  const compiled = rules.map((rule) => (hasLogic(rule) ? compileRule(rule.rule) : undefined));
  const texts = compiled.flatMap((one) => (one?.ok ? one.rule.text : []));
  const evaluate = () => judge.judge({ asset: JSON.stringify(asset), rules: texts, now });
  const judged = texts.length > 0 ? await traced('rules', { 'rules.count': texts.length }, evaluate) : [];
  const next = judged.values();
  return compiled.map((one, index) => {
    if (!one) return judgeByName(rules[index]?.name ?? '', asset);
    return one.ok ? next.next().value : { passed: false, reason: one.message };
  });
}

function failure(ruleName: string, outcome: RuleOutcome | undefined): FailedRule[] {
  if (outcome?.passed) return [];
  return [{ ruleName, reason: outcome?.reason ?? 'could not be evaluated' }];
}
