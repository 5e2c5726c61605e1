import { isObject, sameJson } from '@app/common';
import { childPath } from '../../document/contract-document';
import type { Json } from '../../document/json';
import { ruleKind } from '../../odcs/mapping/quality-rules';
import { labelOf } from '../../odcs/mapping/rule-meaning';
import { numbered } from '../../promises/column-promises';
import { type Change, breaking, change, compatible, type Finding, strongest } from '../../promises/change';
import type { ColumnNames } from '../../promises/column-names';
import { isSubset, isUpToALimit, isZeroAlone } from '../values/number-set';
import { allowedNumbers, type AllowedNumbers, hasBounds, metricOf, OPERATOR_NAMES } from './allowed-numbers';
import { matchRules, type IndexedRule } from './match-rules';
import { diffArguments } from './rule-arguments';

/** Changes in the quality rules: each rule that goes or allows more is breaking, whether it is computed or for people. */
export function diffRules(before: unknown, after: unknown, names?: ColumnNames): Change[] {
  const { removed, added, matched } = matchRules(placed(before, names), placed(after, names));
  return [
    ...removed.map(({ path, rule }) => breaking(path, [rule, undefined], 'the rule is removed')),
    ...matched.flatMap(([old, now]) => diffRule(old, now)),
    ...added.map(({ path, rule }) => compatible(path, [undefined, rule], 'the rule is added')),
  ];
}

/** Named as promises are: by the name, else metric and column, each after the first of equal ones with its number. */
function placed(rules: unknown, names: ColumnNames | undefined): IndexedRule[] {
  const next = numbered();
  const all = Array.isArray(rules) ? (rules as unknown[]).filter(isObject) : [];
  return all.map((rule) => ({
    ...{ rule, path: childPath('odcsQualityRules', next(labelOf(rule))) },
    meant: names && typeof rule.column === 'string' ? { ...rule, column: names.keyOfPath(rule.column) } : rule,
  }));
}

function diffRule({ rule: was, meant: before, path }: IndexedRule, { rule: is, meant: after }: IndexedRule): Change[] {
  if (sameJson(was, is)) return [];
  const findings = [...diffSeverity(before, after), ...ofCounted(diffContent(before, after), before, after)];
  const said = findings.length > 0 ? findings : [{ compatibility: 'info', reason: 'it says the same' } as const];
  const verdict = strongest(said);
  const reasons = said.filter(({ compatibility }) => compatibility === verdict).map(({ reason }) => reason);
  return [change(verdict, path, [was, is], `the rule is changed: ${reasons.join('; ')}`)];
}

/** Severities that are reported and not counted. */
const ADVISORY: ReadonlySet<unknown> = new Set(['warn', 'warning', 'info']);

const isAdvisory = ({ severity }: Json): boolean =>
  typeof severity === 'string' && ADVISORY.has(severity.toLowerCase());

function diffSeverity(before: Json, after: Json): Finding[] {
  const [was, is] = [isAdvisory(before), isAdvisory(after)];
  if (was === is) return [];
  return is
    ? [{ compatibility: 'breaking', reason: 'it no longer counts: its severity is advisory' }]
    : [{ compatibility: 'compatible', reason: 'it counts now: its severity was advisory' }];
}

/** A rule that is advisory before and after promises no verdict. */
function ofCounted(findings: Finding[], before: Json, after: Json): Finding[] {
  if (!isAdvisory(before) || !isAdvisory(after)) return findings;
  return findings.map(({ reason }) => ({ compatibility: 'info', reason: `${reason} (advisory, before and after)` }));
}

function diffContent(before: Json, after: Json): Finding[] {
  const kind = ruleKind(before);
  if (kind !== ruleKind(after)) return [another('it is of another type')];
  switch (kind) {
    case 'text':
      return [];
    case 'custom':
      return diffMembers(CUSTOM, before, after);
    case 'sql':
      return [...diffMembers(['column', 'query'], before, after), ...diffMeasure(before, after)];
    case 'library': {
      const metric = metricOf(before) === metricOf(after) ? [] : [another('its metric is another')];
      return [...metric, ...diffMembers(['column'], before, after), ...diffMeasure(before, after)];
    }
  }
}

const another = (reason: string): Finding => ({ compatibility: 'breaking', reason });

/** Members of a custom rule: its engine alone knows what they mean, so any may matter. */
const CUSTOM = [
  ...['column', 'engine', 'implementation', 'query', 'metric', 'rule', 'unit', 'arguments', 'validValues'],
  ...OPERATOR_NAMES,
];

function diffMembers(members: readonly string[], before: Json, after: Json): Finding[] {
  const changed = members.filter((member) => !sameMember(member, before, after));
  return changed.map((member) => another(`its ${member} is another`));
}

const sameMember = (member: string, before: Json, after: Json): boolean =>
  sameJson(before[member] ?? undefined, after[member] ?? undefined);

/** Changes in the numbers that are allowed, and in the arguments. */
function diffMeasure(before: Json, after: Json): Finding[] {
  const [old, now] = [allowedNumbers(before), allowedNumbers(after)];
  const lessIsBetter = [old, now].every((allowed) => allowed !== undefined && isUpToALimit(allowed.numbers));
  return [...diffNumbers([before, old], [after, now]), ...diffArguments(before, after, lessIsBetter)];
}

type Side = readonly [rule: Json, allowed: AllowedNumbers | undefined];

function diffNumbers([before, old]: Side, [after, now]: Side): Finding[] {
  if ([...OPERATOR_NAMES, 'unit'].every((member) => sameMember(member, before, after))) return [];
  if (!old || !now) return [another('its bounds cannot be compared')];
  if (hasBounds(before) && !hasBounds(after)) return [another('it has no operator any more')];
  if (!hasBounds(before))
    return hasBounds(after) ? [{ compatibility: 'compatible', reason: 'it has an operator now' }] : [];
  if (old.measure !== now.measure)
    return isZeroAlone(old.numbers) && isZeroAlone(now.numbers)
      ? [{ compatibility: 'info', reason: 'it allows 0 alone, in either unit' }]
      : [another('its number is of another unit')];
  if (!isSubset(now.numbers, old.numbers)) return [another('numbers are allowed that were not')];
  if (!isSubset(old.numbers, now.numbers))
    return [{ compatibility: 'compatible', reason: 'fewer numbers are allowed' }];
  return [{ compatibility: 'info', reason: 'the same numbers are allowed' }];
}
