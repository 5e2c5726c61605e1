import { childPath, isObject } from '@app/common';
import { logicalDataType, typeFamily } from '@app/datatypes';
import type { ContractColumn } from '../document/contract-document';
import { columnPath, noCheck, unlessInsideList } from './column-promises';
import type { PromisedColumn, StatedPromise } from './promise';
import type { PromiseKind } from './promise-kind';

const LONGEST_PATTERN = 10_000;

type Fault = (value: unknown) => string | undefined;

const number: Fault = (value) => (typeof value === 'number' && Number.isFinite(value) ? undefined : 'must be a number');
const bound: Fault = (value) =>
  typeof value === 'string' && value.trim() !== '' ? undefined : number(value) && 'must be a number, or a time as text';
const count: Fault = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? undefined : 'must be a whole number of at least 0';

/** Options that rows judge, and what is wrong with a value of each. */
const JUDGED: Readonly<Record<string, Fault>> = {
  ...{ minimum: bound, maximum: bound, exclusiveMinimum: bound, exclusiveMaximum: bound },
  ...{ minLength: count, maxLength: count, minItems: count, maxItems: count },
  multipleOf: (value) => number(value) ?? ((value as number) > 0 ? undefined : 'must be greater than 0'),
  pattern: (value) => {
    if (typeof value !== 'string') return 'must be a text';
    const length = [...value].length;
    return length > LONGEST_PATTERN ? `must have at most ${LONGEST_PATTERN} characters, has ${length}` : undefined;
  },
};

/** Formats of texts that rows judge, as patterns that every engine reads alike. */
export const TEXT_FORMATS: Readonly<Record<string, string>> = {
  uuid: '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$',
  email: '^[^@ ]+@[^@ ]+[.][^@ ]+$',
  ipv4: `^${Array(4).fill('(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])').join('[.]')}$`,
};

/** The faults of the options of a column, by their names. */
export function optionFaults(options: unknown): { readonly option?: string; readonly message: string }[] {
  if (!isObject(options)) return [{ message: 'must be an object' }];
  return Object.entries(options).flatMap(([option, value]) => {
    const message = faultOf(option, value);
    return message === undefined ? [] : [{ option, message }];
  });
}

function faultOf(option: string, value: unknown): string | undefined {
  if (value === null) return undefined;
  if (option === 'format') return typeof value === 'string' ? undefined : 'must be a text';
  return Object.hasOwn(JUDGED, option) ? JUDGED[option]!(value) : undefined;
}

/** Options of a column, as ODCS has them in `logicalTypeOptions`: each is a promise. */
export const OPTION: PromiseKind<'option'> = {
  kind: 'option',
  members: ['schema[].extension.logicalTypeOptions', 'schema[].extension.items'],
  ofColumn: (column) => [...ownOptions(column), ...optionsOfElements(column)],
  compare: { with: 'column' },
  documentPath: ({ column, option, ofElements }, paths) => {
    const options = paths.ofColumn(column, `${ofElements ? '.items' : ''}.logicalTypeOptions`);
    return option === undefined ? options : childPath(options, option);
  },
};

function ownOptions(column: PromisedColumn): readonly StatedPromise[] {
  const options = column.column.extension?.logicalTypeOptions;
  if (options === undefined || options === null) return [];
  const path = columnPath(column.path, 'logicalTypeOptions');
  if (!isObject(options))
    return [{ kind: 'option', path, column, value: options, ...noCheck('logicalTypeOptions must be an object') }];
  return Object.entries(options).flatMap(([option, value]) => (value === null ? [] : promiseOf(column, option, value)));
}

/** Options of the elements of a list, which no check looks into, apart from those of their type. */
function optionsOfElements(column: PromisedColumn): readonly StatedPromise[] {
  const element = elementOf(column.column);
  const options = element?.extension?.logicalTypeOptions;
  if (!element || !isObject(options)) return [];
  const inside: PromisedColumn = { ...column, column: element, insideList: true };
  return Object.entries(options).flatMap(([option, value]): StatedPromise[] => {
    if (value === null || isTypeOption(option, element)) return [];
    const path = columnPath(column.path, `items.${option}`);
    const { unjudged } = promiseOf(inside, option, value, path);
    return [{ kind: 'option', path, column, option, value, ofElements: true, ...(unjudged && { unjudged }) }];
  });
}

/** The elements of a list as a column; undefined where the contract says nothing of them. */
export function elementOf({ arrayDataType, extension }: ContractColumn): ContractColumn | undefined {
  const { items } = extension ?? {};
  if (!isObject(items)) return undefined;
  return { name: 'items', ...(arrayDataType !== undefined && { dataType: arrayDataType }), extension: items };
}

function promiseOf(
  column: PromisedColumn,
  option: string,
  value: unknown,
  path = columnPath(column.path, option),
): StatedPromise {
  if (isTypeOption(option, column.column)) return { kind: 'typeOption', path, column, option };
  const fault = faultOf(option, value);
  const why = fault === undefined ? unjudgedOption(column, option, value) : noCheck(`${option} ${fault}`);
  return { kind: 'option', path, column, option, value, ...why };
}

function unjudgedOption(column: PromisedColumn, option: string, value: unknown): Pick<StatedPromise, 'unjudged'> {
  if (Object.hasOwn(JUDGED, option)) return unlessInsideList(column);
  if (option !== 'format') return noCheck(`No check exists for the option ${option}`);
  const isJudged = family(column.column) === 'string' && Object.hasOwn(TEXT_FORMATS, value as string);
  return isJudged ? unlessInsideList(column) : noCheck(`No check exists for the format ${String(value)}`);
}

/** Whether an option says the type of a column more exactly. */
export function isTypeOption(option: string, column: ContractColumn): boolean {
  return option === 'timezone' || (option === 'format' && ['integer', 'decimal'].includes(family(column)));
}

/** By the logicalType that the column notes, else its dataType. */
function family({ dataType = '', extension }: ContractColumn): string {
  const word = logicalDataType(extension?.logicalType) ?? dataType.toUpperCase();
  return word === 'UUID' ? 'string' : typeFamily(word);
}

/** Options that say a type more exactly: the comparison of types judges them. */
export const TYPE_OPTION: PromiseKind<'typeOption'> = {
  kind: 'typeOption',
  members: ['schema[].extension.logicalTypeOptions'],
  compare: { with: 'column' },
  documentPath: ({ column, option }, paths) => childPath(paths.ofColumn(column, '.logicalTypeOptions'), option),
};
