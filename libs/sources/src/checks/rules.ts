import type { Parameters } from './bounds';
import { checkedColumn, type ColumnName } from './conditions';
import { type CheckTarget, type CompiledCheck, countOf, ROWS } from './measures';
import { METRICS } from './metrics';
import type { OdcsRule } from './odcs-rule';
import { type Measurement, measurementOf, operatorsOf, percentageOf } from './operators';
import { aborted, CheckRefusal, type Outcome, rowCounts } from './outcome';
import { numberOfAnswer, ownSql, singleValue } from './own-sql';

const PERCENT = /^(percent|percentage|%)$/i;
/** Units of what a library metric counts, beside percent. */
const COUNTS = /^(none|rows?|records|count|values)$/i;

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
export function compileRule(given: OdcsRule, column: ColumnName | undefined, target: CheckTarget): CompiledCheck {
  const isSql = given.type === 'sql' || (given.metric === undefined && given.query !== undefined);
  const rule =
    !isSql && given.metric === 'invalidValues' && !operatorsOf(given).length ? { ...given, mustBe: 0 } : given;
  const operators = operatorsOf(rule);
  if (!operators.length)
    throw new CheckRefusal('unsupported', 'The rule has no operator such as mustBe, so it is not run');
  const judged: Judge = (found) => {
    const broken = operators.filter(({ holds }) => !holds(found));
    const expected = operators.map(({ text }) => text).join(' and ');
    return {
      status: broken.length ? 'Failed' : 'Success',
      message: `Found ${found.text}, expected ${expected}`,
      value: found.value,
    };
  };
  return isSql ? compileSql(rule, column, target, judged) : compileMetric(rule, column, target, judged);
}

type Judge = (found: Measurement) => Outcome;

const isPercent = ({ unit }: OdcsRule): boolean => PERCENT.test(unit?.trim() ?? '');

function compileSql(rule: OdcsRule, column: ColumnName | undefined, target: CheckTarget, judged: Judge): CompiledCheck {
  const asked = singleValue(ownSql(rule.query, target, column && columnText(column, target)));
  const ofRows = isPercent(rule);
  return {
    measures: [asked, ...(ofRows ? [ROWS] : [])],
    judge: ([answer, rows]) => {
      const value = numberOfAnswer(answer!);
      if (value === undefined) return aborted('notSingleValue', 'The statement does not give one row of one number');
      return judged(ofRows ? percentageOf(value, countOf(rows)) : measurementOf(value));
    },
  };
}

/** The column as the source names it; one that it lacks as the rule does. */
function columnText(column: ColumnName, target: CheckTarget): string {
  const names = checkedColumn(column, target).found?.names ?? column;
  return typeof names === 'string' ? names : names.join('.');
}

function compileMetric(
  rule: OdcsRule,
  column: ColumnName | undefined,
  target: CheckTarget,
  judged: Judge,
): CompiledCheck {
  const { metric = '' } = rule;
  const compile = Object.hasOwn(METRICS, metric) ? METRICS[metric] : undefined;
  if (!compile) throw new CheckRefusal('unsupported', `The metric ${metric || '(none)'} is not computed on the source`);
  const { measures, refusedAs, read } = compile(rule, column, target);
  if (metric !== 'freshness') requireUnit(rule.unit);
  const ofAll = isPercent(rule);
  return {
    measures: [...measures, ROWS],
    ...(refusedAs && { refusedAs }),
    judge: (answers) => {
      const { value, of, isShare, failing, statement } = read(answers);
      if (value === undefined) return aborted('noValues', `There is no value of which ${metric} could be told`);
      const isPercentage = of !== undefined && (isShare === true || ofAll);
      return {
        ...judged(isPercentage ? percentageOf(String(value), of) : measurementOf(String(value))),
        rows: countOf(answers.at(-1)),
        ...(failing && rowCounts(failing.rows, failing.failed)),
        ...(statement !== undefined && { statement }),
      };
    },
  };
}

/** @throws {CheckRefusal} `badParameter` */
function requireUnit(unit: string | undefined): void {
  const word = unit?.trim() ?? '';
  if (word !== '' && !COUNTS.test(word) && !PERCENT.test(word))
    throw new CheckRefusal('badParameter', 'unit is none of rows, records, count, values, percent');
}
