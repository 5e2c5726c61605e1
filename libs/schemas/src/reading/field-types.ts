import type { FieldType, SchemaField } from './schema-field';

/** Characters of a type as text; a longer one is cut to its outermost word. */
const LONGEST_DISPLAY = 1_000;

/** A type without parts. @param display how it is written, where that is more than the word */
export function scalar(dataType: string, display = dataType.toLowerCase()): FieldType {
  return { dataType, display };
}

export const TEXT = scalar('STRING');
export const BYTES = scalar('BYTES');
export const BOOLEAN = scalar('BOOLEAN');
export const INT = scalar('INT');
export const LONG = scalar('LONG');
export const FLOAT = scalar('FLOAT');
export const DOUBLE = scalar('DOUBLE');
export const DECIMAL = scalar('DECIMAL');
export const DATE = scalar('DATE');
export const UUID = scalar('UUID');
/** Any JSON value. */
export const JSON_VALUE = scalar('JSON');
/** A length of time. */
export const INTERVAL = scalar('INTERVAL');

/** An instant: a time with its offset from UTC. @param digits of its fraction of a second */
export function instant(digits?: number): FieldType {
  return scalar('TIMESTAMPZ', `timestamp${sized(digits)} with time zone`);
}

/** A date with a time that names no zone. */
export function wallTime(digits?: number): FieldType {
  return scalar('TIMESTAMP', `timestamp${sized(digits)} without time zone`);
}

const sized = (size?: number): string => (size === undefined ? '' : `(${size})`);

/** A type that the text names and does not define. */
export function unknownType(word: string): FieldType {
  return scalar('UNKNOWN', within(word, 'unknown'));
}

export function record(children: readonly SchemaField[]): FieldType {
  return { dataType: 'RECORD', display: 'record', ...(children.length && { children }) };
}

/** The parts of the elements are the parts of the list: a path needs no name for them. */
export function listOf({ display, children }: FieldType): FieldType {
  return { dataType: 'ARRAY', display: within(`array<${display}>`, 'array'), ...(children && { children }) };
}

/** A map. Its children are those of its values, as of the items of a list. */
export function mapOf(key: FieldType, { display, children }: FieldType): FieldType {
  return { dataType: 'MAP', display: within(`map<${key.display},${display}>`, 'map'), ...(children && { children }) };
}

export function enumOf(symbols: readonly unknown[]): FieldType {
  let words = '';
  for (const symbol of symbols) {
    const text = String(symbol);
    // A list may be long, and referred to often.
    if (words.length + text.length > LONGEST_DISPLAY) return scalar('ENUM');
    words += `${words && ','}'${text.replaceAll("'", "''")}'`;
  }
  return scalar('ENUM', words ? `enum(${words})` : 'enum');
}

/** One of several types. @param children one for each of them that has a name */
export function unionOf(types: readonly FieldType[], children: readonly SchemaField[]): FieldType {
  const display = within(`union<${types.map((type) => type.display).join(',')}>`, 'union');
  return { dataType: 'UNION', display, ...(children.length && { children }) };
}

export function nullable(type: FieldType): FieldType {
  return { ...type, isNullable: true };
}

function within(display: string, otherwise: string): string {
  return display.length <= LONGEST_DISPLAY ? display : otherwise;
}
