import { structFields } from '../../catalogue/source-table';
import { kindOf } from '../../catalogue/kind';
import { DUCKDB } from '../files-dialect';

/** A column by its name and its type in the engine's spelling. */
export interface FileColumn {
  readonly name: string;
  readonly display: string;
}

const TEXT = 'VARCHAR';
const MOST_DIGITS = 38;
/** Signed types of whole numbers, the smallest first, with their bits; and unsigned ones. */
const SIGNED: readonly (readonly [string, number])[] = [
  ['TINYINT', 7],
  ['SMALLINT', 15],
  ['INTEGER', 31],
  ['BIGINT', 63],
  ['HUGEINT', 127],
];
const UNSIGNED: readonly (readonly [string, number])[] = [
  ['UTINYINT', 8],
  ['USMALLINT', 16],
  ['UINTEGER', 32],
  ['UBIGINT', 64],
];
const BITS: ReadonlyMap<string, number> = new Map([...SIGNED, ...UNSIGNED]);
const FLOATS = ['FLOAT', 'DOUBLE'];
/** Types of dates and times without a zone, the coarsest first. */
const TIMES = ['DATE', 'TIMESTAMP_S', 'TIMESTAMP_MS', 'TIMESTAMP', 'TIMESTAMP_NS'];

/**
 * The columns of several files, by their names in any case: those of the first file in its order, further ones behind; a type that has the
 * values of all.
 */
export function joinedColumns(files: readonly (readonly FileColumn[])[]): FileColumn[] {
  const joined = new Map<string, FileColumn>();
  for (const columns of files)
    for (const { name, display } of columns) {
      const key = name.toLowerCase();
      const before = joined.get(key);
      joined.set(key, before ? { ...before, display: joinedType(before.display, display) } : { name, display });
    }
  return [...joined.values()];
}

/** Whole numbers, then decimals, then doubles; dates, then timestamps; structs by their fields; anything else is text. */
export function joinedType(one: string, other: string): string {
  if (one === other) return one;
  if (one.endsWith('[]') && other.endsWith('[]')) return `${joinedType(one.slice(0, -2), other.slice(0, -2))}[]`;
  return joinedNumber(one, other) ?? finer(FLOATS, one, other) ?? joinedTime(one, other) ?? joinedStruct(one, other);
}

function joinedNumber(one: string, other: string): string | undefined {
  const [a, b] = [BITS.get(one), BITS.get(other)];
  if (a !== undefined && b !== undefined) return joinedWhole([one, other], Math.max(a, b));
  const floats = [one, other].filter((type) => FLOATS.includes(type));
  const exact = [one, other].flatMap((type) => digitsOf(type) ?? []);
  if (exact.length === 1 && floats.length === 1) return 'DOUBLE';
  if (exact.length < 2) return undefined;
  const scale = Math.max(...exact.map((digits) => digits.scale));
  const whole = Math.max(...exact.map((digits) => digits.whole));
  return whole + scale > MOST_DIGITS ? TEXT : `DECIMAL(${whole + scale},${scale})`;
}

function joinedWhole(types: readonly string[], bits: number): string {
  const family = types.every((type) => type.startsWith('U')) ? UNSIGNED : SIGNED;
  const [word] = family.find(([, own]) => own >= bits) ?? [TEXT];
  // Beyond 64 bits a type of the file's own stays, and none is made.
  return word === 'HUGEINT' && !types.includes(word) ? 'DECIMAL(20,0)' : word;
}

/** Digits of an exact number before and after the point. */
function digitsOf(type: string): { readonly whole: number; readonly scale: number } | undefined {
  const bits = BITS.get(type);
  if (bits !== undefined) return { whole: Math.ceil((bits * Math.LN2) / Math.LN10), scale: 0 };
  const kind = kindOf('DuckDB', type);
  return kind.is === 'dec' ? { whole: kind.whole, scale: kind.scale } : undefined;
}

/** A text of a day alone is one of midnight. */
function joinedTime(one: string, other: string): string | undefined {
  const type = finer(TIMES, one, other);
  return type === 'TIMESTAMP_S' || type === 'TIMESTAMP_MS' ? 'TIMESTAMP' : type;
}

function finer(types: readonly string[], one: string, other: string): string | undefined {
  const [a, b] = [types.indexOf(one), types.indexOf(other)];
  return a < 0 || b < 0 ? undefined : types[Math.max(a, b)];
}

function joinedStruct(one: string, other: string): string {
  const fields = [one, other].map((type) => structFields(type, (name, display) => ({ ...NO_COLUMN, name, display })));
  if (fields.some(({ length }) => length === 0)) return TEXT;
  return structOf(joinedColumns(fields));
}

const NO_COLUMN = { kind: { is: 'other' }, isNullable: true } as const;

export const structOf = (fields: readonly FileColumn[]): string =>
  `STRUCT(${fields.map(({ name, display }) => `${DUCKDB.name(name)} ${display}`).join(', ')})`;
