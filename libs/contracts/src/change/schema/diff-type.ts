import { typeFamily } from '@app/catalog';
import type { ContractColumn } from '../../document/contract-document';
import { breaking, change, compatible, info, type Change, type Compatibility, type Sides } from '../change';
import { isWithin, typeValues, type ColumnType } from './type-values';

const SIZES = ['dataLength', 'precision', 'scale'] as const;

interface Judgement {
  readonly compatibility: Compatibility;
  readonly reason: string;
}

/** What changed in the type of a column: its word, else its sizes, and the type of its elements. */
export function diffType(before: ContractColumn, after: ContractColumn, path: string): Change[] {
  return [...diffWordAndSizes(before, after, path), ...diffElements(before, after, path)];
}

function diffWordAndSizes(before: ContractColumn, after: ContractColumn, path: string): Change[] {
  if (!sameWord(before.dataType, after.dataType)) {
    const { compatibility, reason } = judge(before, after);
    return [change(compatibility, `${path}.dataType`, [shownType(before), shownType(after)], reason)];
  }
  const changed = SIZES.filter((size) => before[size] !== after[size]);
  return changed.map((size) => sizeChange(before, after, path, size));
}

function sizeChange(before: ContractColumn, after: ContractColumn, path: string, size: (typeof SIZES)[number]): Change {
  const sides: Sides = [before[size], after[size]];
  const { compatibility, reason } = judge(before, after);
  return change(compatibility, `${path}.${size}`, sides, reason);
}

function judge(before: ColumnType, after: ColumnType): Judgement {
  const [from, to] = [typeValues(before), typeValues(after)];
  const names = `${shownType(before) ?? 'no type'} to ${shownType(after) ?? 'no type'}`;
  const widened = isWithin(from, to);
  const narrowed = isWithin(to, from);
  if (widened && narrowed) return { compatibility: 'info', reason: `both hold the same values: ${names}` };
  if (widened) return { compatibility: 'compatible', reason: `the type is widened: ${names}` };
  if (narrowed) return { compatibility: 'breaking', reason: `the type is narrowed: ${names}` };
  const what =
    familyOf(before) === familyOf(after)
      ? 'some values of the old type are none of the new'
      : 'the type changes its family';
  return { compatibility: 'breaking', reason: `${what}: ${names}` };
}

/** The types of the elements; where the column itself became another type, they only follow. */
function diffElements(before: ContractColumn, after: ContractColumn, path: string): Change[] {
  const [from, to] = [before.arrayDataType, after.arrayDataType];
  if (sameWord(from, to)) return [];
  const at = `${path}.arrayDataType`;
  if (!sameWord(before.dataType, after.dataType))
    return [info(at, [from, to], 'follows from the changed type of the column')];
  if (from === undefined) return [compatible(at, [from, to], `the elements are now promised to be ${String(to)}`)];
  if (to === undefined) return [breaking(at, [from, to], `the elements are no longer promised to be ${from}`)];
  const { compatibility, reason } = judge({ dataType: from }, { dataType: to });
  return [change(compatibility, at, [from, to], `elements: ${reason}`)];
}

function familyOf({ dataType }: ColumnType): string {
  return typeFamily((dataType ?? '').toUpperCase());
}

function sameWord(a: string | undefined, b: string | undefined): boolean {
  return a?.toUpperCase() === b?.toUpperCase();
}

/** `VARCHAR(10)`, `DECIMAL(10,2)`, `INT`. */
function shownType({ dataType, dataLength, precision, scale }: ColumnType): string | undefined {
  const sizes = precision === undefined ? [dataLength] : [precision, scale];
  const stated = sizes.filter((size) => size !== undefined);
  return stated.length > 0 ? `${dataType}(${stated.join(',')})` : dataType;
}
