import type { CanonicalType } from '../canonical';
import { statedLength, type TypedColumn } from '../column';
import { type DisplayType, sizesOf } from '../display/display-type';
import type { Platform } from '../platforms/platform';
import type { StatedSizes, Template } from '../platforms/templates';

/** Whose words are read, and on which side. */
export interface Reading {
  readonly platform: Platform;
  readonly isFound: boolean;
}

/** The sizes of a display where it has some, else those of the column. A precision without a scale has none after the point. */
export function statedSizes(column: TypedColumn | undefined, display?: DisplayType): StatedSizes {
  const numbers = display ? sizesOf(display) : [];
  const [first, second] = numbers;
  if (first !== undefined || second !== undefined)
    return { numbers, ...(first !== undefined && { length: first, precision: first }), scale: second ?? 0 };
  // `varchar(max)` says itself that there is none.
  if (!column || display?.items.some((item) => 'unsized' in item)) return { numbers };
  const length = statedLength(column);
  const { precision, scale } = column;
  return {
    numbers,
    ...(length !== undefined && { length }),
    ...(precision && { precision }),
    ...(typeof scale === 'number' && (precision !== 0 || scale !== 0) && { scale }),
  };
}

/** The type of a word; where integers are decimals, what is found by an integer's word is a decimal. */
export function madeOf(template: Template, word: string, sizes: StatedSizes, reading: Reading): CanonicalType {
  const type = template(sizes);
  const { wholeNumbers, wholeWords } = reading.platform;
  if (!reading.isFound || type.kind !== 'int' || !wholeNumbers) return type;
  return (wholeWords.get(word) ?? wholeNumbers)(sizes);
}
