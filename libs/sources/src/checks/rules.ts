import type { Parameters } from './bounds';
import type { ColumnName } from './conditions';
import { type CheckPlace, type CompiledCheck, countOf, ROWS } from './measures';
import { METRICS } from './metrics';
import type { OdcsRule } from './odcs-rule';
import { operatorsOf } from './operators';
import { aborted, CheckRefusal, type Outcome, rowCounts } from './outcome';
import { numberOfAnswer, ownSql, singleValue } from './own-sql';

const PERCENT = /^(percent|percentage|%)$/i;

/** Definitions of imported rules are named `odcs_<metric>_<table|column>`. */
const IMPORTED = /^odcs_(\w+)_(?:table|column)$/;
const AS_JSON = /^(mustBe|mustNotBe|arguments$|validValues$)/;

/** The rule that a test case of an import stands for; undefined where its definition is another. */
export function importedRule(definition: string, parameters: Parameters): OdcsRule | undefined {
  const [, metric] = IMPORTED.exec(definition) ?? [];
  if (metric === undefined) return undefined;
  const members = Object.entries(parameters).map(([name, text]) => [name, AS_JSON.test(name) ? parsed(text) : text]);
  return { ...(Object.fromEntries(members) as OdcsRule), ...(metric === 'sql' ? { type: 'sql' } : { metric }) };
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

/** @throws {CheckRefusal} where it is not computed */
export function compileRule(given: OdcsRule, column: ColumnName | undefined, place: CheckPlace): CompiledCheck {
  const isSql = given.type === 'sql' || (given.metric === undefined && given.query !== undefined);
  const rule =
    !isSql && given.metric === 'invalidValues' && !operatorsOf(given).length ? { ...given, mustBe: 0 } : given;
  const operators = operatorsOf(rule);
  if (!operators.length)
    throw new CheckRefusal('unsupported', 'The rule has no operator such as mustBe, so it is not run');
  const judged = (value: string): Outcome => {
    const broken = operators.filter(({ holds }) => !holds(value));
    const expected = operators.map(({ text }) => text).join(' and ');
    return {
      status: broken.length ? 'Failed' : 'Success',
      message: `Found ${value}, expected ${expected}`,
      value: shown(value),
    };
  };
  return isSql ? compileSql(rule, column, place, judged) : compileMetric(rule, column, place, judged);
}

type Judge = (value: string) => Outcome;

function compileSql(rule: OdcsRule, column: ColumnName | undefined, place: CheckPlace, judged: Judge): CompiledCheck {
  return {
    measures: [singleValue(ownSql(rule.query, place, typeof column === 'string' ? column : column?.join('.')))],
    judge: ([answer]) => {
      const value = numberOfAnswer(answer!);
      if (value === undefined) return aborted('notSingleValue', 'The statement does not give one row of one number');
      return judged(value);
    },
  };
}

function compileMetric(
  rule: OdcsRule,
  column: ColumnName | undefined,
  place: CheckPlace,
  judged: Judge,
): CompiledCheck {
  const { metric = '' } = rule;
  const compile = Object.hasOwn(METRICS, metric) ? METRICS[metric] : undefined;
  if (!compile) throw new CheckRefusal('unsupported', `The metric ${metric || '(none)'} is not computed on the source`);
  const { measures, refusedAs, read } = compile(rule, column, place);
  const isPercent = PERCENT.test(rule.unit?.trim() ?? '');
  return {
    measures: [...measures, ROWS],
    ...(refusedAs && { refusedAs }),
    judge: (answers) => {
      const { value, of, failing, statement } = read(answers);
      if (value === undefined) return aborted('noValues', `There is no value of which ${metric} could be told`);
      const share = isPercent && of !== undefined ? percent(value, of) : value;
      return {
        ...judged(String(share)),
        rows: countOf(answers.at(-1)),
        ...(failing && rowCounts(failing.rows, failing.failed)),
        ...(statement !== undefined && { statement }),
      };
    },
  };
}

const percent = (count: number, of: number): number => (of === 0 ? 0 : (count / of) * 100);

/** A number where it is one exactly, else its text. */
function shown(value: string): number | string {
  const number = Number(value);
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? value : number;
}
