import { sameJson } from '@app/common';
import { type SemanticsRule, childPath, isTextRule, ruleApplies } from '../../document/contract-document';
import { type Change, breaking, compatible, info } from '../../promises/change';
import { diffAttributes } from './diff-attributes';

const JUDGED: ReadonlySet<string> = new Set(['name', 'rule', 'enabled', 'entityType', 'ignoredEntities', 'inherited']);

type Rules = readonly SemanticsRule[];

/** Changes in the rules. A rule that is disabled, or does not apply to the asset's type, promises nothing. */
export function diffSemantics(before: Rules, after: Rules, assetType?: string): Change[] {
  const earlier = earlierRules(before, after);
  const stay = new Set(earlier.values());
  return [
    ...before.filter((rule) => !stay.has(rule)).map((rule) => removedRule(rule, assetType)),
    ...[...earlier].flatMap(([now, old]) => diffRule(old, now, assetType)),
    ...after
      .filter((rule) => !earlier.has(rule))
      .map((rule) => compatible(pathOf(rule), [undefined, rule], 'the rule is added')),
  ];
}

/** New rule → the old rule of the same name, or one of another name with the same rule (text rules are not compared). */
function earlierRules(before: Rules, after: Rules): Map<SemanticsRule, SemanticsRule> {
  const byName = new Map(before.map((rule) => [rule.name, rule]));
  const names = new Set(after.map(({ name }) => name));
  const gone = before.filter(({ name, rule }) => !names.has(name) && rule !== undefined);
  const byMeaning = new Map(gone.map((rule) => [JSON.stringify(meaning(rule)), rule]));
  const found = new Map<SemanticsRule, SemanticsRule>();
  for (const rule of after) {
    const key = JSON.stringify(meaning(rule));
    const old = byName.get(rule.name) ?? byMeaning.get(key);
    if (old) found.set(rule, old);
    if (old && old.name !== rule.name) byMeaning.delete(key);
  }
  return found;
}

function diffRule(before: SemanticsRule, after: SemanticsRule, assetType: string | undefined): Change[] {
  const path = pathOf(before);
  const renamed = before.name !== after.name;
  return [
    ...(renamed
      ? [info(path, [before.name, after.name], `the rule is renamed to "${after.name}", it says the same`)]
      : []),
    ...diffReach(before, after, path, assetType),
    ...diffRuleText(before, after, path, assetType),
    ...diffAttributes(before, after, path, JUDGED),
  ];
}

/** Whether the rule is evaluated at all: enabled, entityType, ignoredEntities. */
function diffReach(before: SemanticsRule, after: SemanticsRule, path: string, assetType: string | undefined): Change[] {
  const [did, does] = [applies(before, assetType), applies(after, assetType)];
  return (['enabled', 'entityType', 'ignoredEntities'] as const).flatMap((key) => {
    const sides = [before[key] ?? ABSENT[key], after[key] ?? ABSENT[key]] as const;
    if (sameJson(sides[0], sides[1])) return [];
    const at = childPath(path, key);
    if (did && !does) return [breaking(at, sides, 'the rule is no longer judged')];
    if (!did && does) return [compatible(at, sides, 'the rule is now judged')];
    return [info(at, sides, `the rule is ${does ? 'judged' : 'not judged'}, before and after`)];
  });
}

/** Defaults of absent attributes. */
const ABSENT = { enabled: true, entityType: undefined, ignoredEntities: [] } as const;

function diffRuleText(
  before: SemanticsRule,
  after: SemanticsRule,
  path: string,
  assetType: string | undefined,
): Change[] {
  const sides = [before.rule, after.rule] as const;
  if (sameJson(...sides)) return [];
  const at = childPath(path, 'rule');
  if (sameJson(meaning(before), meaning(after))) return [info(at, sides, 'the same rule in another spelling')];
  if (!applies(before, assetType)) return [info(at, sides, 'the rule was not judged before')];
  if (isTextRule(before)) return [compatible(at, sides, 'the text is now a rule that is judged')];
  return [breaking(at, sides, 'the rule is another: what it promised is no longer promised')];
}

function removedRule(rule: SemanticsRule, assetType: string | undefined): Change {
  const judged = applies(rule, assetType);
  const sides = [rule, undefined] as const;
  if (!judged) return info(pathOf(rule), sides, 'a rule that was not judged is removed');
  return breaking(pathOf(rule), sides, 'the rule is removed: what it promised is no longer promised');
}

/** Whether a rule applies; where the type of the asset is unknown, only a disabled one does not. */
function applies(rule: SemanticsRule, assetType: string | undefined): boolean {
  return assetType === undefined ? rule.enabled !== false : ruleApplies(rule, assetType);
}

/** The rule as JSON, parsed if given as a string. */
function meaning({ rule }: SemanticsRule): unknown {
  if (typeof rule !== 'string') return rule;
  try {
    return JSON.parse(rule) as unknown;
  } catch {
    return rule;
  }
}

function pathOf({ name }: SemanticsRule): string {
  return childPath('semantics', name);
}
