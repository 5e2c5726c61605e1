import { isTime } from '../catalogue/kind';
import { type ColumnName, type Conditions, conditionsOf } from './conditions';
import { combinationsOf } from './keys/combinations';
import { type Item, itemsOf } from './lists';
import { aggregate, type CheckTarget, countIf, countOf, firstCell, groupCounts, keyOf, ROWS } from './measures';
import { CheckRefusal } from './outcome';
import type { CompileMetric, Metric, OdcsRule } from './odcs-rule';
import { instantOfMs, msOfInstant, readInstant } from './times';

/** Library metrics of ODCS, and `completeness` of our own list. */
export const METRICS: Readonly<Record<string, CompileMetric>> = {
  rowCount: () => ({ measures: [ROWS], read: ([rows]) => ({ value: countOf(rows) }) }),
  nullValues: (_rule, column, target) => ofRows(`${conditionsOf(column, target).x} IS NULL`, target),
  missingValues: (rule, column, target) => {
    const conditions = conditionsOf(column, target);
    const items = listOf(rule, 'missingValues');
    if (items) conditions.comparable('a list of missing values');
    return ofRows(`(${conditions.x} IS NULL OR ${conditions.isIn(items ?? [])})`, target);
  },
  invalidValues,
  duplicateValues,
  uniqueValues: (_rule, column, target) => ofGroups(column, target, ({ valuesOnce }) => valuesOnce),
  distinctValues: (_rule, column, target) => ofGroups(column, target, ({ values }) => values),
  completeness: (_rule, column, target) => ({
    measures: [ROWS, aggregate(`count(${conditionsOf(column, target).x})`)],
    read: ([rows, there]) => ({ value: countOf(there), of: countOf(rows), isShare: true }),
  }),
  freshness,
};

/** Counts the rows of which the condition is true; they are those that fail. */
function ofRows(condition: string, { dialect, schema, table }: CheckTarget): Metric {
  return {
    measures: [ROWS, countIf(condition)],
    read: ([rows, found]) => ({
      value: countOf(found),
      of: countOf(rows),
      failing: { failed: countOf(found), rows: countOf(rows) },
      statement: `SELECT * FROM ${dialect.name(schema, table)} WHERE ${condition}`,
    }),
  };
}

function invalidValues(rule: OdcsRule, column: ColumnName | undefined, target: CheckTarget): Metric {
  const conditions = conditionsOf(column, target);
  const items = listOf(rule, 'validValues') ?? itemsIn(rule.validValues, 'validValues');
  const pattern = rule.arguments?.pattern;
  if (items === undefined && pattern === undefined)
    throw new CheckRefusal('badParameter', 'invalidValues needs validValues or arguments.pattern');
  if (pattern !== undefined && typeof pattern !== 'string')
    throw new CheckRefusal('badParameter', 'arguments.pattern is not a text');
  if (items) conditions.comparable('a list of valid values');
  const valid = [
    ...(items ? [conditions.isIn(items)] : []),
    ...(pattern === undefined ? [] : [conditions.matches(pattern)]),
  ];
  const condition = `(${conditions.x} IS NOT NULL AND NOT (${valid.join(' AND ')}))`;
  return { ...ofRows(condition, target), ...(pattern !== undefined && { refusedAs: 'badParameter' as const }) };
}

/** Duplicates of one column, or of combinations none of which is NULL. */
function duplicateValues(rule: OdcsRule, column: ColumnName | undefined, target: CheckTarget): Metric {
  const properties = rule.arguments?.properties;
  if (
    properties !== undefined &&
    !(Array.isArray(properties) && properties.length && properties.every((one) => typeof one === 'string'))
  )
    throw new CheckRefusal('badParameter', 'arguments.properties is not a list of columns');
  const names = (properties as readonly string[] | undefined) ?? [column];
  const { groups, statement } = combinationsOf(names, target);
  return {
    measures: [ROWS, groups],
    read: ([rows, answer]) => {
      const found = groupCounts(answer!);
      const failing = { failed: found.repeatedRows, rows: countOf(rows) };
      return { value: found.repeatedValues, of: found.rows, failing, statement };
    },
  };
}

function ofGroups(
  column: ColumnName | undefined,
  target: CheckTarget,
  count: (groups: ReturnType<typeof groupCounts>) => number,
): Metric {
  const { x, kind } = comparable(column, target);
  return {
    measures: [ROWS, { kind: 'groups', by: [keyOf(target.dialect, x, kind)], where: `${x} IS NOT NULL` }],
    read: ([rows, answer]) => ({ value: count(groupCounts(answer!)), of: countOf(rows) }),
  };
}

function comparable(column: ColumnName | undefined, target: CheckTarget): Conditions {
  const conditions = conditionsOf(column, target);
  conditions.comparable('a check for repeated values');
  return conditions;
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const MS = 1_000;

/** The age of the newest value that is not ahead of the clock. */
function freshness(rule: OdcsRule, column: ColumnName | undefined, target: CheckTarget): Metric {
  const conditions = conditionsOf(column, target);
  const { x, kind } = conditions;
  conditions.refuseUnless(isTime(kind), 'freshness');
  if (!isTime(kind)) throw new CheckRefusal('internal', 'A time was expected');
  const unit = /^(?:(s)(?:ec(?:ond)?s?)?|(m)(?:in(?:ute)?s?)?|(h)(?:ours?)?|(d)(?:ays?)?)$/i.exec(
    rule.unit?.trim() || 'seconds',
  );
  const seconds =
    SECONDS[
      unit
        ?.slice(1)
        .find((one) => one !== undefined)
        ?.toLowerCase() ?? ''
    ];
  if (seconds === undefined) throw new CheckRefusal('badParameter', 'unit is none of seconds, minutes, hours, days');
  const until = conditions.before(instantOfMs(target.now) + 1n);
  const newest = target.dialect.asText(`max(CASE WHEN ${until} THEN ${x} END)`, kind);
  return {
    measures: [aggregate(newest)],
    read: ([answer]) => {
      const cell = firstCell(answer);
      const instant = cell === null ? undefined : readInstant(cell, kind, target.zone);
      return instant === undefined ? {} : { value: (target.now - msOfInstant(instant)) / MS / seconds };
    },
  };
}

const listOf = (rule: OdcsRule, name: string): Item[] | undefined =>
  itemsIn(rule.arguments?.[name], `arguments.${name}`);

function itemsIn(given: unknown, name: string): Item[] | undefined {
  if (given === undefined || given === null) return undefined;
  const items = itemsOf(given);
  if (!items) throw new CheckRefusal('badParameter', `${name} is not a list of texts, numbers and booleans`);
  return items;
}
