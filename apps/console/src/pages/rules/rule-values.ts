import type { ValueShape } from './rule-operators';
import type { RuleValue } from './rule-tree';

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** The value before something is entered; undefined: the operator takes none. */
export function emptyValue(shape: ValueShape): RuleValue | undefined {
  if (shape === 'none') return undefined;
  return shape === 'list' || shape === 'items' ? [] : '';
}

/** A number as it is typed: a number as soon as the text is the one that it is written as, until then the text. */
const typedNumber = (text: string): RuleValue => (String(Number(text)) === text ? Number(text) : text);

const DIGITS = /^-?\d*\.?\d*$/;

/** A text that a number may be typed through: `-`, `1.`, `1.0`. */
const isHalfTyped = (text: string): boolean => text === '' || (DIGITS.test(text) && String(Number(text)) !== text);

/** The value that stands in the place of VALUE; undefined where no condition of this shape writes that. */
export function readValue(shape: ValueShape, given: unknown): RuleValue | undefined {
  switch (shape) {
    case 'none':
      return undefined;
    case 'exact':
    case 'text':
    case 'tier':
      return typeof given === 'string' ? given : undefined;
    case 'days':
      return typeof given === 'string' && /^\d*$/.test(given) ? given : undefined;
    case 'number':
      if (typeof given === 'number') return given;
      return typeof given === 'string' && isHalfTyped(given) ? given : undefined;
    case 'count':
      return given === '' || (Number.isInteger(given) && Number(given) >= 0) ? (given as RuleValue) : undefined;
    case 'list':
      return isTexts(given) ? given : undefined;
    case 'items':
      if (typeof given === 'string') return given === '' ? [] : [given];
      return isTexts(given) ? given : undefined;
  }
}

/** The value that a typed text is; undefined where it is none, and is not about to become one. */
export function typedValue(shape: ValueShape, text: string): RuleValue | undefined {
  if (shape !== 'number' && shape !== 'count') return readValue(shape, text);
  return DIGITS.test(text) ? readValue(shape, typedNumber(text)) : undefined;
}

const MISSING = 'This is missing';

/** The limit of days that a rule looks back. */
const isDays = (value: RuleValue): boolean => /^[1-9]\d{0,5}$/.test(String(value));

/** Why a value cannot be sent; undefined where it can. */
export function faultOfValue(shape: ValueShape, value: RuleValue | undefined): string | undefined {
  switch (shape) {
    case 'none':
    case 'exact':
      return undefined;
    case 'text':
    case 'tier':
      return typeof value === 'string' && value.trim() !== '' ? undefined : MISSING;
    case 'days':
      return value !== undefined && isDays(value) ? undefined : 'A whole number from 1 to 999999';
    case 'number':
      return typeof value === 'number' ? undefined : 'A number, such as 3 or 0.5';
    case 'count':
      return typeof value === 'number' ? undefined : 'A whole number from 0';
    case 'list':
    case 'items':
      return Array.isArray(value) && value.length > 0 ? undefined : 'Enter at least one';
  }
}

/** The value that another operator starts with: the same one where it fits, a list of it, or the first of the list. */
export function carriedValue(shape: ValueShape, value: RuleValue | undefined): RuleValue | undefined {
  const empty = emptyValue(shape);
  if (empty === undefined || value === undefined) return empty;
  if (Array.isArray(empty)) return Array.isArray(value) ? value : listedOnce(value as string | number);
  const single = Array.isArray(value) ? ((value as readonly string[])[0] ?? '') : (value as string | number);
  return typedValue(shape, String(single)) ?? empty;
}

const listedOnce = (value: string | number): readonly string[] => (value === '' ? [] : [String(value)]);
