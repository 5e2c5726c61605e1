import { isTime } from '../catalogue/kind';
import {
  type Bounds,
  expectedText,
  isTrue,
  isWithin,
  numberBounds,
  numberOf,
  type Parameters,
  requiredText,
  storedBounds,
} from './bounds';
import { compileColumnCheck, COLUMN_DEFINITIONS } from './column-definitions';
import { compareDecimals, type Decimal, decimalOf, decimalText } from './decimal';
import { type ColumnName, conditionsOf } from './conditions';
import { columnsUnique } from './keys/combinations';
import { EXISTS_IN, existsIn, referredBy } from './keys/references';
import { type CheckTarget, type CompiledCheck, countIf, countOf, firstCell, ROWS } from './measures';
import { aborted, CheckRefusal, type Outcome } from './outcome';
import { countedRows, numberOfAnswer, ownSql, singleValue } from './own-sql';
import { tolerating } from './parameters/tolerance';
import { instantOfMs, monthsBefore } from './times';

type Compile = (parameters: Parameters, target: CheckTarget) => CompiledCheck;

const CUSTOM_SQL = 'tableCustomSQLQuery';

/** Definitions of a table; those of a column stand beside. */
const TABLE_DEFINITIONS: Readonly<Record<string, Compile>> = {
  tableRowCountToBeBetween: (parameters) => rowCount(numberBounds(parameters, 'minValue', 'maxValue')),
  tableRowCountToEqual: (parameters) => {
    const value = numberOf(parameters, 'value');
    return rowCount({ least: value, most: value });
  },
  tableColumnCountToBeBetween: (parameters, target) =>
    columnCount(numberBounds(parameters, 'minColValue', 'maxColValue'), target),
  tableColumnCountToEqual: (parameters, target) => {
    const value = numberOf(parameters, 'columnCount');
    return columnCount({ least: value, most: value }, target);
  },
  tableColumnNameToExist: columnExists,
  tableColumnToMatchSet: columnsMatch,
  tableColumnsToBeUnique: columnsUnique,
  tableRowInsertedCountToBeBetween: insertedRows,
  [CUSTOM_SQL]: customSql,
};

/** Definitions that the service computes. */
export const EXECUTABLE_DEFINITIONS: readonly string[] = [
  ...Object.keys(TABLE_DEFINITIONS),
  ...COLUMN_DEFINITIONS,
  EXISTS_IN,
];

/** @throws {CheckRefusal} where it is not computed */
export function compileDefinition(
  definition: string,
  parameters: Parameters,
  column: ColumnName | undefined,
  target: CheckTarget,
): CompiledCheck {
  if (isTrue(parameters, 'useDynamicAssertion'))
    throw new CheckRefusal('unsupported', 'Dynamic assertions are not computed');
  const compiled = compiledBy(definition, parameters, column, target);
  // Its threshold is its own.
  const { threshold, ...others } = parameters;
  return tolerating(compiled, definition === CUSTOM_SQL ? others : { threshold, ...others });
}

function compiledBy(
  definition: string,
  parameters: Parameters,
  column: ColumnName | undefined,
  target: CheckTarget,
): CompiledCheck {
  const table = Object.hasOwn(TABLE_DEFINITIONS, definition) ? TABLE_DEFINITIONS[definition] : undefined;
  if (table) return table(parameters, target);
  if (definition === EXISTS_IN) return existsIn([column], referredBy(parameters), target);
  if (!COLUMN_DEFINITIONS.includes(definition))
    throw new CheckRefusal('unsupported', `The definition ${definition} is not computed on the source`);
  return compileColumnCheck(definition, parameters, conditionsOf(column, target), target);
}

/** A check that needs nothing but the columns. */
const settled = (outcome: Outcome): CompiledCheck => ({ measures: [], judge: () => outcome });

function judgedCount(name: string, found: number, bounds: Bounds<Decimal>): Outcome {
  return {
    status: isWithin(String(found), bounds) ? 'Success' : 'Failed',
    message: `Found ${name}=${found}, expected ${expectedText(bounds)}`,
    values: [{ name, value: String(found) }],
    ...storedBounds(bounds),
  };
}

function rowCount(bounds: Bounds<Decimal>): CompiledCheck {
  return { measures: [ROWS], judge: ([rows]) => judgedCount('rowCount', countOf(rows), bounds) };
}

const columnCount = (bounds: Bounds<Decimal>, { columns }: CheckTarget): CompiledCheck =>
  settled(judgedCount('columnCount', columns.length, bounds));

function columnExists(parameters: Parameters, { columns }: CheckTarget): CompiledCheck {
  const name = requiredText(parameters, 'columnName');
  const exists = columns.some((column) => column.name === name);
  return settled({
    status: exists ? 'Success' : 'Failed',
    message: exists ? `The table has the column ${name}` : `The table has no column ${name}`,
    values: [{ name: 'columnNameExits', value: exists ? '1' : '0' }],
  });
}

function columnsMatch(parameters: Parameters, { columns }: CheckTarget): CompiledCheck {
  const wanted = requiredText(parameters, 'columnNames')
    .split(',')
    .map((name) => name.trim());
  const found = columns.map(({ name }) => name);
  const inOrder = isTrue(parameters, 'ordered');
  const key = (names: readonly string[]): string => JSON.stringify(inOrder ? names : [...names].sort());
  const isSame = key(wanted) === key(found);
  return settled({
    status: isSame ? 'Success' : 'Failed',
    message: `Found the columns ${found.join(', ')}, expected ${wanted.join(', ')}${inOrder ? ' in this order' : ''}`,
    values: [{ name: 'columnNames', value: isSame ? '1' : '0' }],
  });
}

const HOUR_MS = 3_600_000;
const RANGES: Readonly<Record<string, (now: bigint, count: number) => bigint>> = {
  HOUR: (now, count) => now - instantOfMs(count * HOUR_MS),
  DAY: (now, count) => now - instantOfMs(count * 24 * HOUR_MS),
  MONTH: monthsBefore,
  YEAR: (now, count) => monthsBefore(now, 12 * count),
};
/** Beyond it no calendar that engines have in common begins. */
const MOST_RANGE = 24_000;

function insertedRows(parameters: Parameters, target: CheckTarget): CompiledCheck {
  const conditions = conditionsOf(requiredText(parameters, 'columnName'), target);
  conditions.refuseUnless(isTime(conditions.kind), 'a count of inserted rows');
  const range = RANGES[requiredText(parameters, 'rangeType').trim().toUpperCase()];
  if (!range) throw new CheckRefusal('badParameter', `rangeType is none of ${Object.keys(RANGES).join(', ')}`);
  const interval = Number(decimalText(numberOf(parameters, 'rangeInterval')));
  if (!Number.isInteger(interval) || interval < 0 || interval > MOST_RANGE)
    throw new CheckRefusal('badParameter', `rangeInterval is not a whole number between 0 and ${MOST_RANGE}`);
  const bounds = numberBounds(parameters, 'min', 'max');
  const since = range(instantOfMs(target.now), interval);
  return {
    measures: [countIf(conditions.notBefore(since))],
    judge: ([rows]) => judgedCount('rowCount', countOf(rows), bounds),
  };
}

const OPERATORS: Readonly<Record<string, (order: number) => boolean>> = {
  '==': (order) => order === 0,
  '!=': (order) => order !== 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
};
/** With these and a threshold of 0 the rows are those that fail. */
const OF_FAILING_ROWS: ReadonlySet<string> = new Set(['<=', '<', '==']);

function customSql(parameters: Parameters, target: CheckTarget): CompiledCheck {
  const own = ownSql(parameters.sqlExpression, target, undefined);
  const operator = parameters.operator?.trim() || '<=';
  const holds = OPERATORS[operator];
  if (!holds) throw new CheckRefusal('badParameter', `operator is none of ${Object.keys(OPERATORS).join(', ')}`);
  const threshold = parameters.threshold?.trim() ? numberOf(parameters, 'threshold') : decimalOf(0n);
  const strategy = (parameters.strategy?.trim() || 'ROWS').toUpperCase();
  if (strategy !== 'ROWS' && strategy !== 'COUNT')
    throw new CheckRefusal('badParameter', 'strategy is neither ROWS nor COUNT');
  const ofRows = strategy === 'ROWS';
  const namesFailingRows = ofRows && OF_FAILING_ROWS.has(operator) && threshold.units === 0n;
  return {
    measures: [ofRows ? countedRows(own) : singleValue(own)],
    judge: ([answer]) => {
      const found = ofRows ? firstCell(answer) : numberOfAnswer(answer!);
      if (found == null || !/^-?\d+$/.test(found))
        return aborted('notSingleValue', 'The statement does not give one whole number');
      const isKept = holds(compareDecimals(decimalOf(BigInt(found)), threshold));
      return {
        status: isKept ? 'Success' : 'Failed',
        message: `Found ${ofRows ? 'rows' : 'a value'} ${found}, expected ${operator} ${decimalText(threshold)}`,
        value: Number(found),
        values: [{ name: 'resultRowCount', value: found }],
        ...(namesFailingRows && { failedRows: Number(found) }),
      };
    },
  };
}
