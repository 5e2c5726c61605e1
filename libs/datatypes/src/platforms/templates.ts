import { type CanonicalType, integerOf, type SizedType, type Zone } from '../canonical';

/** The sizes that a column states for its type: by its display, else by its members. */
export interface StatedSizes {
  /** The numbers between the parentheses of the display, by index. */
  readonly numbers: readonly (number | undefined)[];
  readonly length?: number;
  readonly precision?: number;
  readonly scale?: number;
}

/** Makes the type of a word with its sizes. Elements, fields, keys and values are added by who reads the display. */
export type Template = (sizes: StatedSizes) => CanonicalType;

export const int =
  (bits: number): Template =>
  ({ numbers: [width] }) => ({ ...integerOf(bits), ...(bits === 8 && width !== undefined && { width }) });

export const unsigned =
  (bits: number): Template =>
  ({ numbers: [width] }) => ({ ...integerOf(bits, true), ...(bits === 8 && width !== undefined && { width }) });

/** A whole number without a range. */
export const whole: Template = () => ({ kind: 'int' });

/** `unsized` are the digits where the column states none; `fixed` those of the word, whatever it states. */
export function decimal(digits: { readonly unsized?: Digits; readonly fixed?: Digits } = {}): Template {
  return ({ precision, scale }) => {
    if (digits.fixed) return { kind: 'decimal', ...split(...digits.fixed) };
    if (precision !== undefined || scale !== undefined) return { kind: 'decimal', ...split(precision, scale) };
    return digits.unsized
      ? { kind: 'decimal', ...split(...digits.unsized), byDefault: true }
      : { kind: 'decimal', whole: Infinity, scale: Infinity };
  };
}

/** Precision and scale. */
export type Digits = readonly [precision: number, scale: number];

/** A precision without a scale has no digits after the point. */
function split(precision: number | undefined, scale = 0): { whole: number; scale: number } {
  return { whole: precision === undefined ? Infinity : precision - scale, scale };
}

/** Always of so many bits. */
export const float =
  (bits: number): Template =>
  () => ({ kind: 'float', bits });

const SINGLE = 24;
const DOUBLE = 53;

/** FLOAT(p) of the SQL standard: single precision up to 24 bits, double beyond; a second number is a display width. */
export const sizedFloat =
  (unsized: number): Template =>
  ({ numbers: [bits, digits] }) => {
    if (bits === undefined || digits !== undefined) return { kind: 'float', bits: unsized };
    return { kind: 'float', bits: bits <= SINGLE ? SINGLE : DOUBLE };
  };

/** FLOAT(p) that has exactly p bits. */
export const binaryFloat =
  (unsized: number): Template =>
  ({ numbers: [bits = unsized] }) => ({ kind: 'float', bits });

/** `unsized` is the length where the column states none; `fixed` that of the word. */
interface Lengths {
  readonly unsized?: number;
  readonly fixed?: number;
}

const sized =
  (type: Omit<SizedType, 'length'>) =>
  ({ unsized = Infinity, fixed }: Lengths = {}): Template =>
  ({ length = unsized }) => ({ ...type, length: fixed ?? length });

export const text = sized({ kind: 'text', padded: false });
/** Padded with blanks; of one character where no length is stated. */
export const char = sized({ kind: 'text', padded: true })({ unsized: 1 });
export const jsonText = sized({ kind: 'text', padded: false, holdsJson: true })();
export const bytes = sized({ kind: 'bytes', padded: false });
export const paddedBytes = sized({ kind: 'bytes', padded: true })();
export const rowVersion = sized({ kind: 'bytes', padded: false, noun: 'a row version' })({ fixed: 8 });

const constant =
  (type: CanonicalType): Template =>
  () =>
    type;

export const boolean = constant({ kind: 'boolean' });
export const date = constant({ kind: 'date' });
export const uuid = constant({ kind: 'uuid' });
export const json = constant({ kind: 'json' });
export const openJson = constant({ kind: 'json', open: true });
export const enumeration = constant({ kind: 'enum' });
export const struct = constant({ kind: 'struct' });
export const openStruct = constant({ kind: 'struct', open: true });
export const array = constant({ kind: 'array' });
export const openArray = constant({ kind: 'array', open: true });
export const map = constant({ kind: 'map' });
export const word = (name: string): Template => constant({ kind: 'word', name });

export const time = (zone?: Zone): Template => constant({ kind: 'time', ...(zone && { zone }) });

/** `fraction`: the digits of a second where the display states none. */
export const moment =
  (zone?: Zone, fraction?: number): Template =>
  ({ numbers: [digits = fraction] }) => ({
    kind: 'moment',
    ...(zone && { zone }),
    ...(digits !== undefined && { fraction: digits }),
  });

export const instant = moment('with');
export const wall = moment('without');
/** A date that has the time of day, in whole seconds. */
export const wallDate = constant({ kind: 'moment', zone: 'without', fraction: 0 });
