import type { FailedRule, SemanticsVerdict } from '../checks/types';
import type { RuleOutcome } from './engine/rule-evaluator';
import { judgeByName } from './named-rule';
import { compileRule } from './rule-compiler';
import type { RuleJudge } from './rule-runner';

/** An item of a contract's `semantics`. */
export interface SemanticsRule {
  readonly name: string;
  /** JSON-logic, an object or a string of JSON; absent = the name says it all, or the rule is text for people. */
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
 * Judges the rules of a contract on its asset; a rule passes only when it gives the boolean true. A rule that is disabled, or
 * not for this type of asset, is not counted; one that is text only is not counted either and is named in `notEvaluated`.
 * Rejects only when the judge itself cannot work.
 */
export async function checkSemantics(check: SemanticsCheck, judge: RuleJudge): Promise<SemanticsVerdict> {
  const applying = check.rules.filter((rule) => applies(rule, check.assetType));
  const notEvaluated = applying.filter((rule) => !hasLogic(rule) && !judgeByName(rule.name, check.asset));
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

function applies({ enabled, entityType, ignoredEntities }: SemanticsRule, assetType: string): boolean {
  return (enabled ?? true) && (!entityType || entityType === assetType) && !ignoredEntities?.includes(assetType);
}

function hasLogic({ rule }: SemanticsRule): boolean {
  return rule !== undefined && rule !== null;
}

/** All rules with logic go to the judge in one job; the others are judged by name, or fail as they cannot be compiled. */
async function judgeRules(
  rules: readonly SemanticsRule[],
  { asset, now }: SemanticsCheck,
  judge: RuleJudge,
): Promise<(RuleOutcome | undefined)[]> {
  const compiled = rules.map((rule) => (hasLogic(rule) ? compileRule(rule.rule) : undefined));
  const texts = compiled.flatMap((one) => (one?.ok ? one.rule.text : []));
  const judged = texts.length > 0 ? await judge.judge({ asset: JSON.stringify(asset), rules: texts, now }) : [];
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
