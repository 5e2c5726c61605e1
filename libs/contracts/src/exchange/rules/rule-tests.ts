import { splitFqn } from '@app/catalog';
import { isObject } from '@app/common';
import { type Json, textOf } from '../../document/json';
import { meantBy } from '../../odcs/mapping/rule-meaning';
import { caseName, parametersOf } from '../../odcs/mapping/tests';

/** A quality rule of a contract that can be computed on data, as the test case that stands for it. */
export interface RuleTest {
  /** The rule's name, else its metric and column, with its index among equals: it stays while the rule is edited. */
  readonly key: string;
  /** Its index in the contract, from 0. */
  readonly index: number;
  /** The name of the test case, unless another one of its column has it. */
  readonly name: string;
  /** The metric, such as `rowCount`; or `sql`. */
  readonly metric: string;
  /** Names that lead to the column, the outermost first; none for a rule of the whole table. */
  readonly column: readonly string[];
  /** The parameters of the test case, as imports write them. */
  readonly parameters: readonly { readonly name: string; readonly value: string }[];
  readonly description?: string;
  readonly severity?: string;
  /** With its metric, where it says that by `rule`. */
  readonly rule: Json;
}

/** The rules of a contract by whether they can be computed. */
export interface SortedRules {
  readonly tests: readonly RuleTest[];
  /** Names of those that are not: text, custom, without an operator, or of a metric that is not known. */
  readonly others: readonly string[];
}

/** @param rules `odcsQualityRules` of a contract */
export function sortRules(rules: unknown): SortedRules {
  const taken = new Map<string, number>();
  const tests: RuleTest[] = [];
  const others: string[] = [];
  for (const [index, rule] of (Array.isArray(rules) ? (rules as unknown[]) : []).entries()) {
    if (!isObject(rule)) continue;
    const meant = meantBy(rule);
    if ('reason' in meant) {
      others.push(textOf(rule.name) ?? textOf(rule.metric) ?? textOf(rule.type) ?? 'a rule without a name');
      continue;
    }
    const { metric } = meant;
    const column = columnOf(rule);
    const own = textOf(rule.name);
    const said = JSON.stringify(own === undefined ? [metric, ...column] : { name: own });
    const count = (taken.get(said) ?? 0) + 1;
    taken.set(said, count);
    tests.push({
      ...{ key: count === 1 ? said : `${said} ${count}`, index },
      name: caseName(own ?? [metric, ...column].join(' ')),
      ...{ metric, column, parameters: parametersOf(rule) },
      ...(typeof rule.description === 'string' && { description: rule.description }),
      ...(textOf(rule.severity) !== undefined && { severity: textOf(rule.severity)! }),
      rule: metric === 'sql' ? rule : { ...rule, metric },
    });
  }
  return { tests, others };
}

function columnOf(rule: Json): readonly string[] {
  const column = textOf(rule.column);
  return column === undefined ? [] : (splitFqn(column) ?? [column]);
}
