import type { ErrorDetail } from '@app/common';
import type { SemanticsRule } from '../contract-document';

/** Says what is wrong with a rule (JSON-logic, or a string of JSON), or null. */
export type CheckRule = (rule: unknown) => string | null;

/** Normalized rules: enabled by default, without the inheritance flag, which only responses have. */
export function normalRules(rules: readonly SemanticsRule[]): SemanticsRule[] {
  return rules.map(
    ({ inherited: _answerOnly, ...rule }) => ({ ...rule, enabled: rule.enabled ?? true }) as SemanticsRule,
  );
}

/** Duplicate names, and rules that are not valid JSON-logic. */
export function semanticsFaults(rules: readonly SemanticsRule[], checkRule: CheckRule): ErrorDetail[] {
  const firstAt = new Map<string, number>();
  return rules.flatMap((rule, index) => {
    const at = `semantics[${index}]`;
    const first = firstAt.get(rule.name);
    firstAt.set(rule.name, first ?? index);
    const message = `the rule "${rule.name}" is there twice, see semantics[${first}]; names of rules are unique in a contract`;
    return [...(first === undefined ? [] : [{ field: `${at}.name`, message }]), ...ruleFault(rule, at, checkRule)];
  });
}

function ruleFault(rule: SemanticsRule, at: string, checkRule: CheckRule): ErrorDetail[] {
  const message = rule.rule === undefined || rule.rule === null ? null : checkRule(rule.rule);
  return message === null ? [] : [{ field: `${at}.rule`, message }];
}
