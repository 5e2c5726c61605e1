import type { AssetColumn } from '@app/contracts';
import { typeFamily } from '@app/datatypes';

const COMPARABLE: ReadonlySet<string> = new Set(['string', 'integer', 'decimal', 'boolean', 'ENUM', 'UUID']);
const NUMERIC: ReadonlySet<string> = new Set(['integer', 'decimal']);
/** Years that whole numbers stand for. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2200];

const familyOf = ({ dataType = '' }: AssetColumn): string => typeFamily(dataType.toUpperCase());

/** Whether a list of values is a check of the type, and outlasts the day: points in time are always new ones. */
export const isListable = (column: AssetColumn): boolean => COMPARABLE.has(familyOf(column));

export const isNumeric = (column: AssetColumn): boolean => NUMERIC.has(familyOf(column));

/** Whether values are compared as they are: of other types "came twice" is no check. */
export const isDistinguishable = (column: AssetColumn): boolean => !UNDISTINGUISHED.has(familyOf(column));

const UNDISTINGUISHED: ReadonlySet<string> = new Set(['complex', 'binary', 'GEOMETRY', 'GEOGRAPHY', 'VARIANT', 'XML']);

export const isWhole = (column: AssetColumn): boolean =>
  familyOf(column) === 'integer' || (familyOf(column) === 'decimal' && column.scale === 0);

/** Whether the numbers are years by the name of the column: next year there is a new one. */
export function areYears(column: AssetColumn, values: readonly unknown[]): boolean {
  const isYear = (value: unknown): boolean => Number(value) >= FIRST_YEAR && Number(value) <= LAST_YEAR;
  return isWhole(column) && /year$/i.test(column.name) && values.every(isYear);
}
