import { childPath, isObject, oncePer } from '@app/common';
import { logicalDataType } from '@app/datatypes';
import type { AssetColumn } from '../../document/asset-columns';
import type { ContractColumn } from '../../document/contract-document';
import { constraintsOf } from '../../promises/kinds/constraints';
import { enumFault } from '../../promises/kinds/enum';
import { optionFaults } from '../../promises/kinds/options';
import { type Json, customProperty, objectsOf, textOf } from '../document/json';
import { allowedWord } from '../strict/words';
import type { ReportWriter } from './report';
import { type ColumnType, physicalType } from './data-type';
import { enumOf } from './enum-rule';

/** Where the columns of one level stand, and what the asset has there. */
export interface ColumnLevel {
  /** Path of the element in the document, such as `schema[0]`. */
  readonly path: string;
  /** Path of the list in the contract: `schema`, `schema[2].children`. */
  readonly field: string;
  readonly existing: readonly AssetColumn[];
}

/** Collects while columns are read. */
export interface ColumnNotes {
  readonly report: ReportWriter;
  /** Path in the contract → path in the document. */
  readonly places: Map<string, string>;
}

/** The elements of an object, an array of objects or a nested property that become columns, in their order. */
export function columnElements(element: Json): ColumnElements {
  const isOfItems = isObject(element.items) && objectsOf(element.properties).length === 0;
  const holder = isOfItems ? (element.items as Json) : element;
  const elements = objectsOf(holder.properties).filter(isNamed);
  return { key: isOfItems ? 'items.properties' : 'properties', holder, elements };
}

export interface ColumnElements {
  /** The path from the element to the list that the elements stand in, and what has that list. */
  readonly key: string;
  readonly holder: Json;
  readonly elements: readonly Json[];
}

/** Columns that an element promises, in all depths. */
export function columnCount(element: Json): number {
  return columnElements(element).elements.reduce((count, inner) => count + 1 + columnCount(inner), 0);
}

function isNamed({ name }: Json): boolean {
  return textOf(name) !== undefined;
}

const byName = oncePer((columns: readonly AssetColumn[]) => new Map(columns.map((column) => [column.name, column])));

/** The column of that name; lists are looked up in at each of thousands of properties, so each is put in order once. */
export function columnNamed(columns: readonly AssetColumn[], name: string): AssetColumn | undefined {
  return byName(columns).get(name);
}

/** Where each item of a list of the document stands in it. */
export function placesIn(list: unknown): ReadonlyMap<unknown, number> {
  return new Map(Array.isArray(list) ? list.map((item: unknown, index) => [item, index] as const) : []);
}

/** physicalName if the asset has it, else name. */
export function columnName(property: Json, existing: readonly AssetColumn[]): string {
  const physical = textOf(property.physicalName);
  const isThere = physical !== undefined && columnNamed(existing, physical) !== undefined;
  return isThere ? physical : (property.name as string);
}

/** The columns that the properties of an element promise. */
export function readColumns(element: Json, level: ColumnLevel, notes: ColumnNotes): ContractColumn[] {
  const { key, holder, elements } = columnElements(element);
  const places = placesIn(holder.properties);
  return elements.map((property, index) => {
    const path = `${level.path}.${key}[${places.get(property)}]`;
    const field = `${level.field}[${index}]`;
    notes.places.set(field, path);
    return readColumn(property, { path, field, existing: level.existing }, notes);
  });
}

function readColumn(property: Json, { path, field, existing }: ColumnLevel, notes: ColumnNotes): ContractColumn {
  const { report } = notes;
  const name = columnName(property, existing);
  report.mapped(childPath(path, name === property.name ? 'name' : 'physicalName'));
  const asset = columnNamed(existing, name);
  const inside = { path, field: `${field}.children`, existing: asset?.children ?? [] };
  const children = readColumns(property, inside, notes);
  return {
    name,
    ...withEnum(
      withExportableWord(readType(property, path, asset, report), children.length > 0),
      property,
      path,
      report,
    ),
    ...taken(property, path, 'businessName', 'displayName', report),
    ...taken(property, path, 'description', 'description', report),
    ...readConstraint(property, path, report),
    ...(children.length ? { children } : {}),
  };
}

function taken(property: Json, path: string, key: string, ours: string, report: ReportWriter): Json {
  const text = textOf(property[key]);
  if (text === undefined) return {};
  report.mapped(`${path}.${key}`);
  return { [ours]: text };
}

/** The members of a column that say its type: as the document writes it in `dataTypeDisplay`, its logicalTypes in `extension`. */
type ReadType = ColumnType & Pick<ContractColumn, 'dataTypeDisplay' | 'extension'>;

/**
 * The type of a property. `dataType` is that of the physicalType where it is known here, else of the logicalType; both words are kept as
 * they are written, and decide. A property that says neither promises what the asset has.
 */
function readType(property: Json, path: string, asset: AssetColumn | undefined, report: ReportWriter): ReadType {
  const physical = physicalType(property.physicalType);
  const given = logicalWordOf(property);
  const logical = logicalDataType(given);
  const written = textOf(property.physicalType);
  if (logical !== undefined) report.mapped(`${path}.logicalType`);
  if (physical || (written !== undefined && logical !== undefined)) report.mapped(`${path}.physicalType`);
  else if (property.physicalType !== undefined)
    report.notUnderstood(`${path}.physicalType`, 'is no type that is known here');
  const options = logical === undefined ? {} : readOptions(property, path, report);
  const type = physical ?? (logical === undefined ? typeOfAsset(asset) : { dataType: logical });
  const read = { ...type, ...(written !== undefined && { dataTypeDisplay: written }) };
  const words = logical === undefined ? {} : { logicalType: given, ...options };
  if (type.dataType !== 'ARRAY') return withExtension(read, words);
  const items = isObject(property.items) ? property.items : {};
  const { arrayDataType, word } = itemType(items, type);
  return withExtension({ ...read, arrayDataType }, { ...words, ...(word && { items: word }) });
}

function typeOfAsset(asset: AssetColumn | undefined): ReadType {
  const { dataType = 'UNKNOWN', dataTypeDisplay, arrayDataType } = asset ?? {};
  return {
    dataType,
    ...(dataTypeDisplay !== undefined && { dataTypeDisplay }),
    ...(arrayDataType !== undefined && { arrayDataType }),
  };
}

/** The options of a property, without those of a wrong shape. */
function readOptions({ logicalTypeOptions: options }: Json, path: string, report: ReportWriter): Json {
  if (!isObject(options)) return {};
  const faults = optionFaults(options);
  if (faults.length === 0) report.mapped(`${path}.logicalTypeOptions`);
  for (const { option = '', message } of faults)
    report.notUnderstood(childPath(`${path}.logicalTypeOptions`, option), message);
  const wrong = new Set(faults.map(({ option }) => option));
  const read = Object.entries(options).filter(([option]) => !wrong.has(option));
  if (faults.length > 0) report.mapped(...read.map(([option]) => childPath(`${path}.logicalTypeOptions`, option)));
  return { logicalTypeOptions: Object.fromEntries(read) };
}

/** The words of the logicalType of an element for an extension. */
function wordsOf(logicalType: unknown, { logicalTypeOptions }: Json): Json {
  return { logicalType, ...(isObject(logicalTypeOptions) && { logicalTypeOptions }) };
}

/**
 * The logicalType as it was written: a word that the standard lacks (long, float) was replaced by the one for its kind, and kept as
 * a custom property; it counts as long as the two agree.
 */
function logicalWordOf(element: Json): unknown {
  const written = customProperty(element, 'logicalType');
  const agree = allowedWord('logicalType', written, [element.logicalType]) !== undefined;
  return agree && logicalDataType(written) !== undefined ? written : element.logicalType;
}

/** Only an object may have properties: the word of another type that has some could not be exported, so the column has a type instead. */
function withExportableWord(column: ReadType, hasChildren: boolean): ReadType {
  if (!hasChildren) return column;
  const { extension, ...type } = column;
  if (type.dataType === 'UNKNOWN') return { ...type, dataType: 'STRUCT', extension: { logicalType: 'object' } };
  const { items, ...words } = extension ?? {};
  const isFree = (word: unknown): boolean => ['STRUCT', 'ARRAY'].includes(logicalDataType(word) ?? '');
  const ofItems = isObject(items) && logicalDataType(items.logicalType) === 'STRUCT';
  return withExtension(type, { ...(isFree(words.logicalType) ? words : {}), ...(ofItems && { items }) });
}

function withExtension(type: Omit<ReadType, 'extension'>, extension: Json): ReadType {
  return Object.keys(extension).length ? { ...type, extension } : type;
}

/** A list that does not say what its elements are promises nothing of them. */
function itemType(
  items: Json,
  { arrayDataType }: ColumnType,
): { readonly arrayDataType: string; readonly word?: Json } {
  const known = arrayDataType === 'UNKNOWN' ? undefined : arrayDataType;
  const physical = known ?? physicalType(items.physicalType)?.dataType;
  const word = logicalWordOf(items);
  const logical = logicalDataType(word);
  return {
    arrayDataType: physical ?? logical ?? 'UNKNOWN',
    ...(logical !== undefined && { word: wordsOf(word, items) }),
  };
}

const CONSTRAINTS = [
  ['primaryKey', 'PRIMARY_KEY'],
  ['unique', 'UNIQUE'],
  ['required', 'NOT_NULL'],
] as const;

/** The constraints that a property states: `required` of a key says nothing more. */
function readConstraint(
  property: Json,
  path: string,
  report: ReportWriter,
): Pick<ContractColumn, 'constraint' | 'constraints'> {
  const said = CONSTRAINTS.filter(([key]) => property[key] === true);
  report.mapped(...said.map(([key]) => `${path}.${key}`));
  const [constraint, ...others] = constraintsOf({ name: '', constraints: said.map(([, word]) => word) });
  if (constraint === undefined) return {};
  return { constraint, ...(others.length > 0 && { constraints: [constraint, ...others] }) };
}

/** The list of values of a property: `enum` of 3.2, or the rule that an export of ours writes for older versions. */
function withEnum(column: ReadType, property: Json, path: string, report: ReportWriter): ReadType {
  const found = enumOf(property);
  if (!found) return column;
  const at = `${path}.${found.at}`;
  const fault = enumFault(found.values);
  if (fault !== undefined) report.notUnderstood(at, fault);
  else report.mapped(at);
  return fault === undefined ? { ...column, extension: { ...column.extension, enum: found.values } } : column;
}
