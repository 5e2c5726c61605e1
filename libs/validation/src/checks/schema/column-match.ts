import { typeFamily, typeText } from '@app/catalog';
import {
  COMPATIBILITY_OF,
  relateElements,
  relateTypes,
  type AssetColumn,
  type ComparedColumn,
  type SchemaPolicy,
  type TypeRelation,
} from '@app/contracts';

/** Type errors of an existing column; an empty list if there are none. */
export function typeProblems(expected: ComparedColumn, actual: AssetColumn, types: SchemaPolicy['types']): string[] {
  if (expected.dataType && !actual.dataType) return [`has no data type in the asset, expected ${typeText(expected)}`];
  return PROBLEMS[types](expected, actual).filter((problem) => problem !== undefined);
}

type Problems = (expected: ComparedColumn, actual: AssetColumn) => (string | undefined)[];

const PROBLEMS: Readonly<Record<SchemaPolicy['types'], Problems>> = {
  compatible: (expected, actual) => [brokenType(expected, actual), brokenElements(expected, actual)],
  family: (expected, actual) => [differentType(expected, actual, sameFamily, ' or its family')],
  exact: (expected, actual) => [
    differentType(expected, actual, sameType, ''),
    ...(['dataLength', 'precision', 'scale'] as const).map((key) => sizeProblem(key, expected, actual)),
    arrayTypeProblem(expected, actual),
  ],
};

/** Describes the actual type for each relation that violates the contract. */
const BROKEN_BY: Readonly<Partial<Record<TypeRelation, string>>> = {
  narrower: 'narrower than the promised',
  apart: 'which does not hold every value of the promised',
  otherFamily: 'of another family than the promised',
};

function brokenType(expected: ComparedColumn, actual: AssetColumn): string | undefined {
  const relation = relateTypes(expected, actual);
  if (COMPATIBILITY_OF[relation] !== 'breaking') return undefined;
  return `is ${typeText(actual)} in the asset, ${BROKEN_BY[relation]} ${typeText(expected)}`;
}

function brokenElements(expected: ComparedColumn, actual: AssetColumn): string | undefined {
  const relation = relateElements(expected, actual);
  if (relation === undefined || COMPATIBILITY_OF[relation] !== 'breaking') return undefined;
  const promised = expected.arrayDataType;
  if (relation === 'unknown') return `has elements of unknown type in the asset, ${promised} is promised`;
  return `has elements of ${actual.arrayDataType} in the asset, ${BROKEN_BY[relation]} ${promised}`;
}

function differentType(
  { dataType: expected }: ComparedColumn,
  { dataType: actual = '' }: AssetColumn,
  fits: (a: string, b: string) => boolean,
  orElse: string,
): string | undefined {
  if (!expected || fits(expected, actual)) return undefined;
  return `is ${actual} in the asset, expected ${expected}${orElse}`;
}

function sizeProblem(
  key: 'dataLength' | 'precision' | 'scale',
  expected: ComparedColumn,
  actual: AssetColumn,
): string | undefined {
  if (expected[key] === undefined || expected[key] === null || expected[key] === actual[key]) return undefined;
  return `has ${key} ${actual[key] ?? 'unknown'} in the asset, expected ${expected[key]}`;
}

function arrayTypeProblem(expected: ComparedColumn, actual: AssetColumn): string | undefined {
  if (!expected.arrayDataType) return undefined;
  if (actual.arrayDataType && sameType(expected.arrayDataType, actual.arrayDataType)) return undefined;
  return `has arrayDataType ${actual.arrayDataType ?? 'unknown'} in the asset, expected ${expected.arrayDataType}`;
}

function sameType(a: string, b: string): boolean {
  return a.toUpperCase() === b.toUpperCase();
}

/** Equal types, or types of one family; a type without a family is its own family. */
function sameFamily(a: string, b: string): boolean {
  return typeFamily(a.toUpperCase()) === typeFamily(b.toUpperCase());
}
