import type { TestCase, TestDefinition, TriedCheck } from '../../api/operations/checks';
import type { Schemas } from '../../api/service/client';
import { namesOf, unquoted } from '../../ui/text/fqn-parts';
import type { Change } from '../asset-edit/changes';
import { columnPath } from '../consumers/relying';

/** The checks that the form has words for: the service computes them on the source. */
export const CHECKS: Readonly<Record<string, string>> = {
  columnValuesToBeNotNull: 'No value is missing',
  columnValuesToBeUnique: 'Each value is unique',
  columnValuesToBeInSet: 'Each value is one of a list',
  columnValuesToBeNotInSet: 'No value is one of a list',
  columnValuesToBeBetween: 'Each value is within bounds',
  columnValueLengthsToBeBetween: 'Each length is within bounds',
  columnValuesToMatchRegex: 'Each value matches a pattern',
  columnValuesToNotMatchRegex: 'No value matches a pattern',
  columnValuesToExistIn: 'Each value exists in another table',
  columnValuesMissingCount: 'So many values are missing',
  columnValueMinToBeBetween: 'The minimum is within bounds',
  columnValueMaxToBeBetween: 'The maximum is within bounds',
  columnValueMeanToBeBetween: 'The mean is within bounds',
  columnValueMedianToBeBetween: 'The median is within bounds',
  columnValueStdDevToBeBetween: 'The standard deviation is within bounds',
  columnValuesSumToBeBetween: 'The sum is within bounds',
};

/** A column that checks are made of, with its path. */
export interface CheckedColumn {
  readonly path: string;
  readonly names: readonly string[];
  readonly dataType: string;
}

interface Column {
  readonly name?: string | undefined;
  readonly dataType?: string | undefined;
  readonly children?: readonly Column[] | undefined;
}

/** Types whose children are in each value many times: checks judge a column by its rows. */
const OF_MANY = new Set(['ARRAY', 'MAP']);

/** All columns of a table, those in structures too. */
export function checkedColumns(columns: readonly Column[], above: readonly string[] = []): CheckedColumn[] {
  return columns.flatMap(({ name = '', dataType = 'UNKNOWN', children = [] }) => {
    const names = [...above, name];
    const inner = OF_MANY.has(dataType) ? [] : checkedColumns(children, names);
    return [{ path: columnPath(names), names, dataType }, ...inner];
  });
}

/** Definitions that the type of the column and the service allow, in the order of the words. */
export function allowedFor(
  definitions: readonly TestDefinition[],
  { dataType }: CheckedColumn,
  serviceType: string | undefined,
): TestDefinition[] {
  const order = Object.keys(CHECKS);
  return definitions
    .filter(
      ({ name, supportedDataTypes, supportedServices }) =>
        name in CHECKS &&
        (!supportedDataTypes || supportedDataTypes.some((one) => one === dataType)) &&
        (!supportedServices?.length || serviceType === undefined || supportedServices.includes(serviceType)),
    )
    .sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
}

export type Parameter = Schemas['TestCaseParameter'];
/** Values of parameters as they were entered; lists as their items. */
export type Entered = Readonly<Record<string, string | readonly string[] | boolean>>;

const TIMES = new Set(['DATE', 'DATETIME', 'TIMESTAMP', 'TIMESTAMPZ', 'TIME']);
const NUMBER = /^[-+]?\d+(?:\.\d+)?$/;
const isNumber = ({ dataType }: Parameter): boolean => ['INT', 'FLOAT', 'NUMBER', 'DOUBLE'].includes(dataType ?? '');
const isBound = ({ name = '' }: Parameter): boolean => /^m(?:in|ax)[A-Z]/.test(name);
const textOf = (entered: Entered, name = ''): string => {
  const value = entered[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** Lists that a check compares each value with say so: without it one row in the list would be enough. */
export const begunWith = ({ parameterDefinition = [] }: TestDefinition): Entered =>
  Object.fromEntries(
    parameterDefinition.flatMap(({ name = '', dataType }) => (dataType === 'BOOLEAN' ? [[name, true] as const] : [])),
  );

/** Why a check cannot be tried yet, by parameter; empty where it can. */
export function faultsOfCheck(
  { parameterDefinition = [] }: TestDefinition,
  entered: Entered,
  { dataType }: CheckedColumn,
): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {};
  for (const parameter of parameterDefinition) {
    const { name = '', required } = parameter;
    const text = textOf(entered, name);
    if (parameter.dataType === 'ARRAY') {
      if (required && itemsOf(entered, name).length === 0) faults[name] = 'At least one value';
    } else if (required && text === '') faults[name] = 'Enter a value';
    else if (text !== '' && isNumber(parameter) && !(isBound(parameter) && TIMES.has(dataType)) && !NUMBER.test(text))
      faults[name] = 'Enter a number';
  }
  const [least, most] = parameterDefinition.filter(isBound).map(({ name = '' }) => name);
  if (least === undefined || most === undefined || faults[least] || faults[most]) return faults;
  const [from, to] = [textOf(entered, least), textOf(entered, most)];
  if (from === '' && to === '') faults[least] = 'Enter at least one bound';
  else if (from !== '' && to !== '' && (TIMES.has(dataType) ? from > to : Number(from) > Number(to)))
    faults[most] = 'The upper bound is below the lower one';
  return faults;
}

const itemsOf = (entered: Entered, name: string): readonly string[] => {
  const value = entered[name];
  return Array.isArray(value) ? (value as readonly string[]) : [];
};

/** The parameters as a test case has them: texts, lists as JSON. */
export function parameterValuesOf(
  { parameterDefinition = [] }: TestDefinition,
  entered: Entered,
): { readonly name: string; readonly value: string }[] {
  return parameterDefinition.flatMap(({ name = '', dataType }) => {
    if (dataType === 'BOOLEAN') return entered[name] === true ? [{ name, value: 'true' }] : [];
    const items = itemsOf(entered, name);
    if (dataType === 'ARRAY') return items.length > 0 ? [{ name, value: JSON.stringify(items) }] : [];
    const text = textOf(entered, name);
    return text === '' ? [] : [{ name, value: text }];
  });
}

/** The parameters of a test case as they stand in the fields: the inverse of `parameterValuesOf`. */
export function enteredOf(
  { parameterDefinition = [] }: TestDefinition,
  values: readonly Schemas['TestCaseParameterValue'][],
): Entered {
  return Object.fromEntries(
    parameterDefinition.flatMap(({ name = '', dataType }): (readonly [string, Entered[string]])[] => {
      const value = values.find((one) => one.name === name)?.value;
      if (dataType === 'BOOLEAN') return [[name, value === 'true']];
      if (value === undefined) return [];
      return [[name, dataType === 'ARRAY' ? itemsIn(value) : value]];
    }),
  );
}

/** A list as JSON, as the form writes it, or with commas, as others do. */
function itemsIn(text: string): readonly string[] {
  try {
    const list = JSON.parse(text) as unknown;
    if (Array.isArray(list)) return list.map(String);
  } catch {
    // With commas.
  }
  return text.split(',').map((item) => item.trim());
}

/** The change of the parameters of a test case; those that its form has no fields for stay. */
export function parameterChange(
  definition: TestDefinition,
  before: readonly Schemas['TestCaseParameterValue'][] | undefined,
  entered: Entered,
): Change[] {
  const own = new Set((definition.parameterDefinition ?? []).map(({ name }) => name));
  const others = (before ?? []).filter(({ name }) => !own.has(name));
  const after = [...parameterValuesOf(definition, entered), ...others];
  return [{ path: '/parameterValues', before, after }];
}

/** The check as it is tried on the data. */
export const triedCheck = (definition: TestDefinition, column: CheckedColumn, entered: Entered): TriedCheck => ({
  definition: definition.name,
  column: column.path,
  parameters: Object.fromEntries(parameterValuesOf(definition, entered).map(({ name, value }) => [name, value])),
});

/** The body of the test case that the check becomes. @param known test cases of the table */
export function testCaseOf(
  table: string,
  definition: TestDefinition,
  column: CheckedColumn,
  entered: Entered,
  known: readonly Pick<TestCase, 'fullyQualifiedName'>[],
): Schemas['CreateTestCase'] {
  const prefix = [...namesOf(table).map(unquoted), ...column.names];
  const taken = new Set(known.map(({ fullyQualifiedName }) => fullyQualifiedName));
  const nameAt = (count: number): string => (count === 1 ? definition.name : `${definition.name}_${count}`);
  let count = 1;
  while (taken.has(columnPath([...prefix, nameAt(count)]))) count += 1;
  return {
    name: nameAt(count),
    entityLink: `<#E::table::${table}::columns::${column.path}>`,
    testDefinition: definition.name,
    parameterValues: parameterValuesOf(definition, entered),
  } as Schemas['CreateTestCase'];
}
