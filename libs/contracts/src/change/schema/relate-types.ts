import { isObject } from '@app/common';
import { type ColumnType, isWithin, typeFamily, typeValues, withLimitsOf } from '@app/catalog/pure';
import type { ComparedColumn } from '../../document/contract-document';
import { logicalType } from '../../odcs/mapping/data-type';
import type { Compatibility } from '../change';

/** Relation of the actual type to the promised type. */
export type TypeRelation =
  | 'same'
  | 'wider'
  /** It has a limit where the promise states none; an unstated limit cannot be narrowed. */
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

/** The type-related members of a column. */
export type TypedColumn = Pick<ComparedColumn, keyof ColumnType | 'extension'>;

/**
 * Compares a type with the promised one, without element types. The only implementation: what it reports as breaking raises the
 * version of a contract, fails a compatibility check, and fails a column in a validation.
 */
export function relateTypes(promised: TypedColumn, actual: TypedColumn): TypeRelation {
  if (promised.dataType === undefined) return 'stated';
  if (actual.dataType === undefined) return 'unknown';
  if (familyWord(promised) !== undefined) return relateFamilies(promised.dataType, actual.dataType);
  return relateValues(promised, actual);
}

/** The same for element types; undefined if the column types differ, or neither states its element type. */
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

/** The stated element type; UNKNOWN counts as not stated. */
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
 * The logicalType, if an ODCS document gave only that: it names a family rather than a type. An import stores it in the `extension`
 * of the column; it is ignored once the type differs or has sizes.
 */
export function familyWord({ dataType, dataLength, precision, scale, extension }: TypedColumn): string | undefined {
  const isSized = [dataLength, precision, scale].some((size) => size !== undefined);
  return isSized ? undefined : wordFor(extension?.logicalType, dataType);
}

/** The same for the element type. */
export function elementFamilyWord({ arrayDataType, extension }: TypedColumn): string | undefined {
  return isObject(extension?.items) ? wordFor(extension.items.logicalType, arrayDataType) : undefined;
}

/** These name a single type, and 3.2 allows them only with additional members, which a column does not have. */
const NO_FAMILY = new Set(['map', 'vector']);

function wordFor(word: unknown, dataType: string | undefined): string | undefined {
  if (typeof word !== 'string' || NO_FAMILY.has(word.toLowerCase())) return undefined;
  return sameWord(logicalType(word), dataType) ? word : undefined;
}
