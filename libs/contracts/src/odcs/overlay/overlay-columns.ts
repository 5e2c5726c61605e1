import { isObject, sameJson } from '@app/common';
import { columnNamed, isOfLogicalType, type NameCase, notedItemType, notedLogicalType } from '@app/datatypes';
import type { AssetColumn } from '../../document/asset-columns';
import { type ContractColumn, TYPE_MEMBERS } from '../../document/contract-document';
import { type Constraint, CONSTRAINTS, constraintsOf } from '../../promises/constraints';
import { type Json, setCustomProperty, objectsOf, setOrDelete } from '../../document/json';
import { setEnum } from '../mapping/enum-rule';
import { removeCustomBounds } from '../mapping/exclusive-bounds';
import { columnElements } from '../mapping/read-columns';
import { logicalWord, physicalWord, saysTheSame } from '../mapping/data-type';

type Columns = readonly ContractColumn[];

/**
 * Lays over the properties of an element, in place, what changed between two states of its columns. The columns of the first state
 * were read from these properties, one from each, in their order.
 */
export function overlayColumns(element: Json, before: Columns, after: Columns): void {
  if (sameJson(before, after)) return;
  const { holder, elements } = columnElements(element);
  const byName = new Map(before.map((column, index) => [column.name, { column, property: elements[index] }]));
  const next = after.map((column) => {
    const known = byName.get(column.name);
    if (!known?.property) return newProperty(column);
    overlayProperty(known.property, known.column, column);
    return known.property;
  });
  const sameOrder = before.length === after.length && before.every(({ name }, at) => name === after[at]?.name);
  if (!sameOrder) replace(holder, elements, next);
  if (!sameJson(keyOf(before), keyOf(after))) setKeyPositions(next, after);
}

const isOfKey = (column: ContractColumn): boolean => constraintsOf(column).includes('PRIMARY_KEY');
const keyOf = (columns: Columns): string[] => columns.filter(isOfKey).map(({ name }) => name);

/** Positions in the key, in the order of the columns; those that the document has stay, and the others come behind them. */
function setKeyPositions(properties: readonly Json[], columns: Columns): void {
  const known = properties.filter((_, at) => isOfKey(columns[at]!)).map(positionOf);
  let last = Math.max(0, ...known);
  for (const [at, property] of properties.entries()) {
    if (!isOfKey(columns[at]!)) {
      if (positionOf(property) > 0) delete property.primaryKeyPosition;
    } else if (positionOf(property) === 0) property.primaryKeyPosition = ++last;
  }
}

/** From 1 on; 0: none is stated. */
function positionOf({ primaryKeyPosition: position }: Json): number {
  return typeof position === 'number' && position > 0 ? position : 0;
}

/** Elements that are no columns stay, behind the others. */
function replace(holder: Json, elements: readonly Json[], next: readonly Json[]): void {
  const columns = new Set(elements);
  const others = objectsOf(holder.properties).filter((property) => !columns.has(property));
  const all = [...next, ...others];
  if (all.length || holder.properties !== undefined) holder.properties = all;
}

function overlayProperty(property: Json, before: ContractColumn, after: ContractColumn): void {
  if (typeChanged(before, after)) setType(property, after);
  const [stated, now] = [constraintsOf(before), constraintsOf(after)];
  if (!sameJson(stated, now)) setConstraints(property, now);
  const list = after.extension?.enum;
  if (!sameJson(before.extension?.enum, list)) setEnum(property, Array.isArray(list) ? list : undefined);
  if (before.description !== after.description) setOrDelete(property, 'description', after.description);
  if (before.displayName !== after.displayName) setOrDelete(property, 'businessName', after.displayName);
  overlayTags(property, before, after);
  overlayChildren(property, before.children ?? [], after);
}

/** Whether the type of a column has changed, its logicalTypes included. */
function typeChanged(before: ContractColumn, after: ContractColumn): boolean {
  const isChanged = TYPE_MEMBERS.some((member) => before[member] !== after[member]);
  return isChanged || !sameJson(notedWords(before), notedWords(after));
}

function notedWords({ extension: { logicalType, logicalTypeOptions, items } = {} }: ContractColumn): Json {
  return { logicalType, logicalTypeOptions, items };
}

/** The words that a column notes are written as they came in, as long as they fit its type. */
function setType(property: Json, column: ContractColumn): void {
  const dataType = column.dataType ?? 'UNKNOWN';
  const isRecord = column.children?.length && dataType !== 'ARRAY';
  const noted = isOfLogicalType(column) ? (column.extension?.logicalType as string) : undefined;
  // A type that is unknown is of no logicalType either.
  const ofType = dataType === 'UNKNOWN' ? undefined : logicalWord(dataType);
  setLogicalType(property, noted ?? (isRecord ? 'object' : ofType), noted, column.extension);
  setOrDelete(property, 'physicalType', writtenType({ ...column, dataType }, notedLogicalType(column)));
  if (dataType !== 'ARRAY') delete property.items;
  else if (column.arrayDataType !== undefined) setItemType(property, column.arrayDataType, column);
}

/** The type as the source writes it, else as a physicalType writes it; none where the logicalType alone is promised. */
function writtenType(
  column: ContractColumn & { readonly dataType: string },
  logical: string | undefined,
): string | undefined {
  const written = typeof column.dataTypeDisplay === 'string' ? column.dataTypeDisplay.trim() : '';
  if (written !== '') return written;
  return logical === undefined ? physicalWord(column) : undefined;
}

function setLogicalType(element: Json, logical: string | undefined, noted?: string, extension: Json = {}): void {
  const isOther = element.logicalType !== logical;
  if (isOther) delete element.logicalTypeOptions;
  removeCustomBounds(element);
  setOrDelete(element, 'logicalType', logical);
  // A copy: what an older version of the standard cannot say is repaired in place.
  if (noted !== undefined) setOrDelete(element, 'logicalTypeOptions', structuredClone(extension.logicalTypeOptions));
  // The word that an import replaced was that of the type before.
  setCustomProperty(element, 'logicalType', undefined);
}

function setItemType(property: Json, dataType: string, column: ContractColumn): void {
  const items = isObject(property.items) ? { ...property.items } : {};
  const extension = isObject(column.extension?.items) ? column.extension.items : {};
  const noted = isOfLogicalType({ dataType, extension }) ? (extension.logicalType as string) : undefined;
  // Of elements whose type is unknown nothing is promised.
  const ofType = dataType === 'UNKNOWN' ? undefined : logicalWord(dataType);
  setLogicalType(items, noted ?? (column.children?.length ? 'object' : ofType), noted, extension);
  const isByWord = notedItemType(column) !== undefined || dataType === 'UNKNOWN';
  setOrDelete(items, 'physicalType', isByWord ? undefined : dataType);
  setOrDelete(property, 'items', Object.keys(items).length > 0 ? items : undefined);
}

const FLAGS = { PRIMARY_KEY: 'primaryKey', UNIQUE: 'unique', NOT_NULL: 'required' } as const;

/** `required` of a key says nothing more, and stays as it is. */
function setConstraints(property: Json, stated: readonly Constraint[]): void {
  for (const word of CONSTRAINTS) {
    const flag = FLAGS[word];
    if (stated.includes(word)) property[flag] = true;
    else if (property[flag] === true && !(word === 'NOT_NULL' && stated[0] === 'PRIMARY_KEY')) property[flag] = false;
  }
}

function overlayTags(property: Json, before: ContractColumn, after: ContractColumn): void {
  const [old, now] = [tagNames(before), tagNames(after)];
  if (sameJson(old, now)) return;
  const given = Array.isArray(property.tags) ? property.tags : [];
  const left = given.filter((tag) => !old.includes(String(tag)) || now.includes(String(tag)));
  const tags = [...left, ...now.filter((tag) => !left.includes(tag))];
  if (tags.length || property.tags !== undefined) property.tags = tags;
}

function tagNames({ tags }: ContractColumn): string[] {
  return objectsOf(tags).map(({ tagFQN }) => String(tagFQN));
}

function overlayChildren(property: Json, before: Columns, after: ContractColumn): void {
  const children = after.children ?? [];
  if (sameJson(before, children)) return;
  const isNewArray = after.dataType === 'ARRAY' && columnElements(property).elements.length === 0;
  if (isNewArray && !isObject(property.items)) property.items = { logicalType: 'object' };
  // Only an object may have properties.
  const holder = after.dataType === 'ARRAY' ? property.items : property;
  if (children.length && isObject(holder)) setLogicalType(holder, 'object');
  overlayColumns(isNewArray ? (property.items as Json) : property, before, children);
}

/** A property that a column of ours becomes. */
function newProperty(column: ContractColumn): Json {
  const property: Json = { name: column.name };
  setType(property, column);
  const empty: ContractColumn = { name: column.name, dataType: column.dataType };
  const { enum: _list, ...extension } = column.extension ?? {};
  const before = { ...column, ...BLANK, extension, children: undefined, tags: undefined, name: empty.name };
  overlayProperty(property, before, column);
  return property;
}

/** A new property has its type, and nothing else yet. */
const BLANK = {
  constraint: undefined,
  constraints: undefined,
  description: undefined,
  displayName: undefined,
} as const;

/** Columns with the `dataTypeDisplay` of the asset's columns that they mean, where they have none and it says the same. */
export function withWrittenTypes(
  columns: Columns,
  ofAsset: readonly AssetColumn[],
  nameCase: NameCase = 'exact',
): ContractColumn[] {
  return columns.map((column) => {
    const known = columnNamed(ofAsset, column.name, nameCase).found;
    if (!known) return column;
    const { children } = column;
    const isSame = saysTheSame(known.dataTypeDisplay, { ...column, dataType: column.dataType ?? 'UNKNOWN' });
    return {
      ...column,
      ...(column.dataTypeDisplay === undefined && isSame && { dataTypeDisplay: String(known.dataTypeDisplay) }),
      ...(children && { children: withWrittenTypes(children, known.children ?? [], nameCase) }),
    };
  });
}
