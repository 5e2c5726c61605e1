import { typeFamily } from '@app/catalog';
import type { AssetColumn, ComparedColumn, SchemaPolicy } from '@app/contracts';

/** What is wrong with the type of a column that is there: an empty list when nothing is. */
export function typeProblems(expected: ComparedColumn, actual: AssetColumn, types: SchemaPolicy['types']): string[] {
  const wrong = [dataTypeProblem(expected, actual, types)];
  if (types === 'exact') {
    wrong.push(
      ...(['dataLength', 'precision', 'scale'] as const).map((key) => sizeProblem(key, expected, actual)),
      arrayTypeProblem(expected, actual),
    );
  }
  return wrong.filter((problem) => problem !== undefined);
}

function dataTypeProblem(
  { dataType: expected }: ComparedColumn,
  { dataType: actual }: AssetColumn,
  types: SchemaPolicy['types'],
): string | undefined {
  if (!expected) return undefined;
  if (!actual) return `has no data type in the asset, expected ${expected}`;
  const fits = types === 'exact' ? sameType(expected, actual) : sameFamily(expected, actual);
  return fits
    ? undefined
    : `is ${actual} in the asset, expected ${expected}${types === 'family' ? ' or its family' : ''}`;
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

/** Equal, or of one family; a type of no family is its own. */
function sameFamily(a: string, b: string): boolean {
  return typeFamily(a.toUpperCase()) === typeFamily(b.toUpperCase());
}
