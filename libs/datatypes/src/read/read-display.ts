import { type CanonicalType, integerOf, type OfKind } from '../canonical';
import { isUnstated, type TypedColumn } from '../column';
import { type DisplayType, literalsOf, typesOf } from '../display/display-type';
import { platformOf } from '../platforms';
import { madeOf, type Reading, statedSizes } from './sizes';

export type { Reading } from './sizes';

/**
 * The type that a display says; undefined where its word is in no table. `column` is given for the type of a whole column: it has the
 * sizes that the display lacks.
 *
 * @param element the type of the elements that the column states
 */
export function displayedType(
  display: DisplayType,
  reading: Reading,
  column?: TypedColumn,
  element?: CanonicalType,
): CanonicalType | undefined {
  const { word } = display;
  const sized = bracketed(display, reading, column);
  if (sized) return sized;
  const template = reading.platform.words.get(word);
  if (!template) return undefined;
  if (column && isReportedInteger(display, reading, column)) return reading.platform.wholeNumbers?.({ numbers: [] });
  const type = madeOf(template, word, statedSizes(column, display), reading);
  return withParts(withSign(withZone(type, display), display), display, reading, element);
}

/** `fixed[16]`, and `varchar [ 50 ]` of a column that is no array: a length. */
function bracketed(display: DisplayType, reading: Reading, column?: TypedColumn): CanonicalType | undefined {
  const [inner] = typesOf(display);
  if (display.bracket === undefined || !inner) return undefined;
  const dataType = column?.dataType;
  const isArray = isUnstated(dataType) || dataType?.toUpperCase() === 'ARRAY';
  if (isArray && inner.word !== 'FIXED') return undefined;
  const sized = displayedType({ ...inner, items: [{ size: display.bracket }] }, reading);
  return sized?.kind === 'text' || sized?.kind === 'bytes' ? sized : undefined;
}

/** Oracle's INTEGER is reported with the display NUMBER and an integer's dataType. */
function isReportedInteger(display: DisplayType, { platform }: Reading, { dataType }: TypedColumn): boolean {
  if (!platform.wholeNumbers || display.items.length > 0) return false;
  const shown = platform.words.get(display.word)?.({ numbers: [] });
  const squeezed = platformOf().words.get(dataType?.toUpperCase() ?? '')?.({ numbers: [] });
  return shown?.kind === 'decimal' && squeezed?.kind === 'int';
}

function withZone(type: CanonicalType, { zone }: DisplayType): CanonicalType {
  return zone && (type.kind === 'moment' || type.kind === 'time') ? { ...type, zone } : type;
}

function withSign(type: CanonicalType, { unsigned }: DisplayType): CanonicalType {
  if (!unsigned) return type;
  if (type.kind === 'int' && type.high !== undefined)
    return { ...type, ...integerOf(type.high.toString(2).length + (type.low === 0n ? 0 : 1), true) };
  return type.kind === 'decimal' || type.kind === 'float' ? { ...type, unsigned } : type;
}

/** Elements, keys and values, fields, listed values. */
function withParts(
  type: CanonicalType,
  display: DisplayType,
  reading: Reading,
  stated: CanonicalType | undefined,
): CanonicalType {
  const [first, second] = typesOf(display);
  const part = (of: DisplayType): CanonicalType => displayedType(of, reading) ?? wordOf(of);
  if (type.kind === 'array') {
    const element = (first && displayedType(first, reading)) ?? stated ?? (first && namedElement(first));
    return element ? { kind: 'array', element } : type;
  }
  if (type.kind === 'map') return first && second ? { kind: 'map', key: part(first), value: part(second) } : type;
  if (type.kind === 'struct') return withFields(type, display, part);
  if (type.kind !== 'enum') return type;
  const values = literalsOf(display);
  return values.length ? { kind: 'enum', values } : type;
}

/** Elements of a word that is in no table. */
function namedElement(display: DisplayType): CanonicalType | undefined {
  return isUnstated(display.word) ? undefined : wordOf(display);
}

function withFields(
  type: OfKind<'struct'>,
  { items }: DisplayType,
  part: (of: DisplayType) => CanonicalType,
): CanonicalType {
  const fields = items.flatMap((item) =>
    'type' in item && item.name !== undefined ? [{ name: item.name, type: part(item.type) }] : [],
  );
  return fields.length ? { kind: 'struct', fields } : type;
}

function wordOf({ text }: DisplayType): CanonicalType {
  return { kind: 'word', name: text.replaceAll(/["`]/g, '').toUpperCase() };
}
