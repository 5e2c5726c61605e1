import { parseList } from '../lists';
import type { OdcsRule } from '../odcs-rule';
import type { Outcome } from '../outcome';

/** Parameters of each definition, beside those of all. */
const PARAMETERS: Readonly<Record<string, string>> = {
  columnValueLengthsToBeBetween: 'minLength maxLength',
  columnValueMaxToBeBetween: 'minValueForMaxInCol maxValueForMaxInCol',
  columnValueMeanToBeBetween: 'minValueForMeanInCol maxValueForMeanInCol',
  columnValueMedianToBeBetween: 'minValueForMedianInCol maxValueForMedianInCol',
  columnValueMinToBeBetween: 'minValueForMinInCol maxValueForMinInCol',
  columnValueStdDevToBeBetween: 'minValueForStdDevInCol maxValueForStdDevInCol',
  columnValuesSumToBeBetween: 'minValueForColSum maxValueForColSum',
  columnValuesMissingCount: 'missingCountValue missingValueMatch',
  columnValuesToBeBetween: 'minValue maxValue',
  columnValuesToBeInSet: 'allowedValues matchEnum',
  columnValuesToBeNotInSet: 'forbiddenValues',
  columnValuesToBeNotNull: '',
  columnValuesToBeUnique: '',
  columnValuesToExistIn: 'table column',
  columnValuesToMatchRegex: 'regex',
  columnValuesToNotMatchRegex: 'forbiddenRegex',
  tableColumnCountToBeBetween: 'minColValue maxColValue',
  tableColumnCountToEqual: 'columnCount',
  tableColumnNameToExist: 'columnName',
  tableColumnToMatchSet: 'columnNames ordered',
  tableColumnsToBeUnique: 'columnNames',
  tableCustomSQLQuery: 'sqlExpression strategy operator threshold',
  tableRowCountToBeBetween: 'minValue maxValue',
  tableRowCountToEqual: 'value',
  tableRowInsertedCountToBeBetween: 'min max columnName rangeType rangeInterval',
};
/** Counts of rows are there without being asked for. */
const OF_ALL = ['computePassedFailedRowCount', 'useDynamicAssertion', 'threshold', 'thresholdUnit'];

/** Members of a rule that is a test case, which are its parameters. */
const OF_RULES = /^(?:mustBe\w*|mustNotBe\w*|unit|query|arguments|validValues)$/;

const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  missingValues: ['missingValues'],
  invalidValues: ['validValues', 'pattern'],
  duplicateValues: ['properties'],
};

/** The parameters that change nothing of what a test case of the definition asks. */
export function ignoredParameters(definition: string, given: readonly string[]): string[] {
  const known = new Set([...(PARAMETERS[definition] ?? '').split(' '), ...OF_ALL]);
  return given.filter((name) => !known.has(name));
}

/** The same of a test case that stands for a rule. */
export const ignoredOfRule = (given: readonly string[]): string[] => given.filter((name) => !OF_RULES.test(name));

/** The members of `arguments` that change nothing of what a rule asks. */
export function ignoredArguments({ type, metric, arguments: given }: OdcsRule): string[] {
  if (typeof given !== 'object' || given === null) return [];
  const known = type === 'sql' ? [] : (ARGUMENTS[metric ?? ''] ?? []);
  return Object.keys(given).filter((name) => !known.includes(name));
}

/** Names of columns, written as a list or separated by commas. */
export function columnNames(given: unknown): string[] {
  if (Array.isArray(given)) return given.filter((one) => typeof one === 'string');
  if (typeof given !== 'string') return [];
  const names = parseList(given)?.map(({ text }) => text) ?? given.split(',').map((name) => name.trim());
  return names.filter((name) => name !== '');
}

/** The outcome, and at the end of its sentence what it leaves out. @param dimensions columns by whose values others would judge the rows */
export function withIgnored(outcome: Outcome, ignored: readonly string[], dimensions: readonly string[]): Outcome {
  const whole = dimensions.length > 0 ? `; judged as a whole, not by ${dimensions.join(', ')}` : '';
  const named = ignored.length > 0 ? ` (not understood: ${ignored.join(', ')})` : '';
  if (whole === '' && named === '') return outcome;
  return { ...outcome, message: `${outcome.message}${whole}${named}`, ...(ignored.length > 0 && { ignored }) };
}
