import { isObject } from '@app/common';
import type { CanonicalType } from '../canonical';
import { isUnstated, statedElement, type TypedColumn } from '../column';
import { scanDisplay } from '../display/scan-display';
import { platformOf } from '../platforms';
import type { Platform } from '../platforms/platform';
import type { Template } from '../platforms/templates';
import { logicalType, notedItemType, notedLogicalType, type PromisedType } from './logical-type';
import { displayedType, type Reading } from './read-display';
import { madeOf, statedSizes } from './sizes';

/** The type of a column of an asset, as its platform means it. */
export function readFound(column: TypedColumn, platform: Platform): CanonicalType {
  return bySource(column, { platform, isFound: true }) ?? byDataType(column, { platform, isFound: true });
}

/**
 * The type that a column promises: by the platform's word where it gives one, else by its logicalType, else by its dataType, which means
 * the same on every platform.
 */
export function readPromised(column: TypedColumn, platform: Platform): PromisedType {
  const reading = { platform, isFound: false };
  return bySource(column, reading) ?? byLogicalType(column, reading) ?? byDataType(column, reading);
}

/** The type of a promise by its dataType alone, its logicalType aside. */
export function readDataType(column: TypedColumn, platform: Platform): CanonicalType {
  return byDataType(column, { platform, isFound: false });
}

/** By the display, if its word has a meaning. */
function bySource(column: TypedColumn, reading: Reading): CanonicalType | undefined {
  const display = displayOf(column);
  const dataType = statedElement(column);
  const element = dataType === undefined ? undefined : named({ dataType }, reading);
  return display && displayedType(display, reading, column, element);
}

/** The display of a column, taken apart. */
export function displayOf({ dataTypeDisplay }: TypedColumn): ReturnType<typeof scanDisplay> {
  return typeof dataTypeDisplay === 'string' ? scanDisplay(dataTypeDisplay) : undefined;
}

function byLogicalType(column: TypedColumn, reading: Reading): PromisedType | undefined {
  const word = notedLogicalType(column);
  if (word === undefined) return undefined;
  const items = column.dataType?.toUpperCase() === 'ARRAY' ? elementOf(column, reading) : undefined;
  return logicalType(word, column.extension?.logicalTypeOptions, items);
}

function elementOf(column: TypedColumn, reading: Reading): PromisedType | undefined {
  const word = notedItemType(column);
  const { items } = column.extension ?? {};
  if (word !== undefined && !reading.isFound)
    return logicalType(word, isObject(items) ? items.logicalTypeOptions : undefined);
  const dataType = statedElement(column);
  return dataType === undefined ? undefined : (named({ dataType }, reading) ?? wordOf(dataType));
}

function byDataType(column: TypedColumn, reading: Reading): CanonicalType {
  const type = named(column, reading);
  if (!type) return wordOf(isUnstated(column.dataType) ? (column.dataTypeDisplay ?? column.dataType) : column.dataType);
  if (type.kind !== 'array') return type;
  const element = elementOf(column, reading);
  // Elements that are promised by their logicalType are compared as such.
  return element ? { ...type, element: element as CanonicalType } : type;
}

/** The type of a dataType alone. */
function named(column: TypedColumn, { platform, isFound }: Reading): CanonicalType | undefined {
  const word = column.dataType?.toUpperCase() ?? '';
  const template = isFound
    ? (platform.withoutDisplay.get(word) ?? platform.words.get(word))
    : (platform.promised.get(word) ?? PORTABLE.get(word) ?? platform.words.get(word));
  return template && madeOf(template, word, statedSizes(column), { platform, isFound });
}

const PORTABLE: ReadonlyMap<string, Template> = platformOf().words;

/** Blanks are folded and quotes dropped, as those of a display. */
function wordOf(text = ''): CanonicalType {
  return { kind: 'word', name: text.replaceAll(/["`]/g, '').replaceAll(/\s+/g, ' ').trim().toUpperCase() };
}
