import type { ContractColumn } from '../../document/contract-document';
import { type Change, type Sides, change, compatible, info } from '../change';
import { type TypeRelation, COMPATIBILITY_OF, relateElements, relateTypes, sameWord } from './relate-types';
import { typeText } from '@app/catalog/pure';

const SIZES = ['dataLength', 'precision', 'scale'] as const;

const REASONS: Readonly<Record<TypeRelation, string>> = {
  same: 'both hold the same values',
  wider: 'the type is widened',
  limited: 'a limit is stated where none was promised',
  ofTheFamily: 'the type stays in the family, which is all that was promised',
  stated: 'the type is now promised',
  narrower: 'the type is narrowed',
  apart: 'some values of the old type are none of the new',
  otherFamily: 'the type changes its family',
  unknown: 'the type is no longer promised',
};

/** Changes in the type of a column: its name, else its sizes, and its element type. */
export function diffType(before: ContractColumn, after: ContractColumn, path: string): Change[] {
  return [...diffWordAndSizes(before, after, path), ...diffElements(before, after, path)];
}

function diffWordAndSizes(before: ContractColumn, after: ContractColumn, path: string): Change[] {
  const relation = relateTypes(before, after);
  const reason = `${REASONS[relation]}: ${typeText(before)} to ${typeText(after)}`;
  const judged = (at: string, sides: Sides): Change => change(COMPATIBILITY_OF[relation], at, sides, reason);
  if (!sameWord(before.dataType, after.dataType))
    return [judged(`${path}.dataType`, [before, after].map(shownType) as [unknown, unknown])];
  const changed = SIZES.filter((size) => before[size] !== after[size]);
  return changed.map((size) => judged(`${path}.${size}`, [before[size], after[size]]));
}

/** The element types; omitted if the column's own type changed. */
function diffElements(before: ContractColumn, after: ContractColumn, path: string): Change[] {
  const [from, to] = [before.arrayDataType, after.arrayDataType];
  if (sameWord(from, to)) return [];
  const at = `${path}.arrayDataType`;
  if (!sameWord(before.dataType, after.dataType))
    return [info(at, [from, to], 'follows from the changed type of the column')];
  const relation = relateElements(before, after);
  if (relation === undefined) return [info(at, [from, to], 'neither says what the elements are')];
  if (relation === 'stated') return [compatible(at, [from, to], `the elements are now promised to be ${to}`)];
  const reason =
    relation === 'unknown'
      ? `the elements are no longer promised to be ${from}`
      : `elements: ${REASONS[relation]}: ${from} to ${to}`;
  return [change(COMPATIBILITY_OF[relation], at, [from, to], reason)];
}

function shownType(column: ContractColumn): string | undefined {
  return column.dataType === undefined ? undefined : typeText(column);
}
