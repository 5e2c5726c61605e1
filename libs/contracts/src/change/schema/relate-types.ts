import { isObject } from '@app/common';
import { typeFamily } from '@app/catalog/pure';
import type { ComparedColumn } from '../../document/contract-document';
import { logicalType } from '../../odcs/mapping/columns/data-type';
import type { Compatibility } from '../change';
import { isWithin, typeValues, withLimitsOf, type ColumnType } from './type-values';

/** How the type that is there stands to the one that was promised. */
export type TypeRelation =
  | 'same'
  | 'wider'
  /** It has a limit where the promise states none: what is not stated cannot be narrowed. */
  | 'limited'
  /** Only the family was promised. */
  | 'ofTheFamily'
  /** Nothing was promised. */
  | 'stated'
  | 'narrower'
  /** Each holds values that the other does not. */
  | 'apart'
  | 'otherFamily'
  /** It is not known any more. */
  | 'unknown';

export const COMPATIBILITY_OF: Readonly<Record<TypeRelation, Compatibility>> = {
  same: 'info',
  wider: 'compatible',
  limited: 'compatible',
  ofTheFamily: 'compatible',
  stated: 'compatible',
  narrower: 'breaking',
  apart: 'breaking',
  otherFamily: 'breaking',
  unknown: 'breaking',
};

/** A column as far as its type goes. */
export type TypedColumn = Pick<ComparedColumn, keyof ColumnType | 'extension'>;

/**
 * How a type stands to the promised one, without that of the elements. The one judge of types: what it finds breaking raises the
 * version of a contract, fails a check for compatibility, and fails a column of a validation.
 */
export function relateTypes(promised: TypedColumn, actual: TypedColumn): TypeRelation {
  if (promised.dataType === undefined) return 'stated';
  if (actual.dataType === undefined) return 'unknown';
  if (familyWord(promised) !== undefined) return relateFamilies(promised.dataType, actual.dataType);
  return relateValues(promised, actual);
}

/** The same for the types of elements; undefined where the columns are of different types, or neither says what its elements are. */
export function relateElements(promised: TypedColumn, actual: TypedColumn): TypeRelation | undefined {
  const [from, to] = [elementType(promised), elementType(actual)];
  if (!sameWord(promised.dataType, actual.dataType) || (from ?? to) === undefined) return undefined;
  if (from === undefined) return 'stated';
  if (to === undefined) return 'unknown';
  const word = familyWord(promised) ?? elementFamilyWord(promised);
  return word === undefined ? relateValues({ dataType: from }, { dataType: to }) : relateFamilies(from, to);
}

export function sameWord(a: string | undefined, b: string | undefined): boolean {
  return a?.toUpperCase() === b?.toUpperCase();
}

/** What is said of the elements: UNKNOWN says nothing. */
function elementType({ arrayDataType }: TypedColumn): string | undefined {
  return sameWord(arrayDataType, 'UNKNOWN') ? undefined : arrayDataType;
}

function relateValues(promised: ColumnType, actual: ColumnType): TypeRelation {
  const [from, to] = [typeValues(promised), typeValues(actual)];
  const [widened, narrowed] = [isWithin(from, to), isWithin(to, from)];
  if (widened) return narrowed ? 'same' : 'wider';
  if (isWithin(withLimitsOf(from, to), to)) return 'limited';
  if (narrowed) return 'narrower';
  return sameFamily(promised.dataType, actual.dataType) ? 'apart' : 'otherFamily';
}

function relateFamilies(promised: string, actual: string): TypeRelation {
  return sameFamily(promised, actual) ? 'ofTheFamily' : 'otherFamily';
}

function sameFamily(a = '', b = ''): boolean {
  return typeFamily(a.toUpperCase()) === typeFamily(b.toUpperCase());
}

/**
 * The logicalType by which alone a document of the standard gave the type: it names a family rather than a type. An import notes it
 * in the `extension` of the column; once the type is another, or has sizes, it no longer names it.
 */
export function familyWord({ dataType, dataLength, precision, scale, extension }: TypedColumn): string | undefined {
  const isSized = [dataLength, precision, scale].some((size) => size !== undefined);
  return isSized ? undefined : wordFor(extension?.logicalType, dataType);
}

/** The same for the type of the elements. */
export function elementFamilyWord({ arrayDataType, extension }: TypedColumn): string | undefined {
  return isObject(extension?.items) ? wordFor(extension.items.logicalType, arrayDataType) : undefined;
}

/** These name one type, and 3.2 takes them only with members of their own, which a column does not tell. */
const NO_FAMILY = new Set(['map', 'vector']);

function wordFor(word: unknown, dataType: string | undefined): string | undefined {
  if (typeof word !== 'string' || NO_FAMILY.has(word.toLowerCase())) return undefined;
  return sameWord(logicalType(word), dataType) ? word : undefined;
}
