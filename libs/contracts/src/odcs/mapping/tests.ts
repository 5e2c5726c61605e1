import { joinFqn } from '@app/catalog/pure';
import { type Json, textOf } from '../../document/json';
import { OPERATORS, wantsValidValuesOnly } from '../strict/library-rule';
import { meantBy } from './rule-meaning';
import { metricMeant } from '../strict/words';
import { type FoundRule, ruleKind, TEST_CASE_ENGINE, UniqueNames } from './quality-rules';

/** A test case that a library or sql rule stands for. */
export interface FoundTest extends FoundRule {
  readonly name: string;
  /** `rowCount`, `nullValues`, …, as 3.1 names it; one that the standard does not have as it is written; `sql`. */
  readonly metric: string;
  readonly parameters: readonly { readonly name: string; readonly value: string }[];
}

const PARAMETERS = [...OPERATORS, 'unit', 'query', 'arguments', 'validValues'];
/** Characters of a name; in a table's suite names are unique within their column. */
const LONGEST_CASE_NAME = 200;

/** Library and sql rules that state an expectation; their names are unique for each column. */
export function testsFrom(rules: readonly FoundRule[]): FoundTest[] {
  const taken = new Map<string, UniqueNames>();
  return rules.flatMap((found) => {
    const word = metricWord(found.rule);
    if (word === undefined || 'reason' in meantBy(found.rule)) return [];
    const place = joinFqn(undefined, ...found.column);
    const names = taken.get(place) ?? new UniqueNames();
    taken.set(place, names);
    const name = names.take(caseName(textOf(found.rule.name) ?? word));
    return [{ ...found, name, metric: metricMeant(word) ?? word, parameters: parametersOf(found.rule) }];
  });
}

/** `metric` of 3.1, or `rule` of 3.0. */
function metricWord(rule: Json): string | undefined {
  const kind = ruleKind(rule);
  if (kind === 'sql') return typeof rule.query === 'string' ? 'sql' : undefined;
  const metric = textOf(rule.metric) ?? textOf(rule.rule);
  return kind === 'library' && metric !== undefined && /^\w{1,64}$/.test(metric) ? metric : undefined;
}

// eslint-disable-next-line no-control-regex -- names of entities have none
const NOT_IN_NAMES = /[\u0000-\u001f\u007f-\u009f"]|::/g;

/** Without what names of test cases have not. */
export function caseName(text: string): string {
  return [...text.replaceAll(NOT_IN_NAMES, '_')].slice(0, LONGEST_CASE_NAME).join('');
}

/** The parameters of the test case that a rule stands for. */
export function parametersOf(said: Json): { name: string; value: string }[] {
  const rule = wantsValidValuesOnly(said) ? { ...said, mustBe: 0 } : said;
  return PARAMETERS.flatMap((name) => {
    const value = rule[name];
    if (value === undefined || value === null) return [];
    return [{ name, value: typeof value === 'string' ? value : JSON.stringify(value) }];
  });
}

/** FQNs of test cases that an export of ours names. */
export function expectedCases(rules: readonly FoundRule[]): (FoundRule & { readonly fqn: string })[] {
  return rules.flatMap((found) => {
    const { engine, implementation } = found.rule;
    return engine === TEST_CASE_ENGINE && typeof implementation === 'string' ? [{ ...found, fqn: implementation }] : [];
  });
}
