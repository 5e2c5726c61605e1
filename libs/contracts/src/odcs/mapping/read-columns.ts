import { childPath, isObject } from '@app/common';
import { columnNamed, logicalDataType, type NameCase } from '@app/datatypes';
import type { AssetColumn } from '../../document/asset-columns';
import type { ContractColumn } from '../../document/contract-document';
import { constraintsOf } from '../../promises/constraints';
import { enumFault } from '../../promises/enum';
import { optionFaults } from '../../promises/options';
import { type Json, customProperty, objectsOf, textOf } from '../../document/json';
import { allowedWord } from '../strict/words';
import type { MappingNotes, ReportWriter } from './report';
import { type ColumnType, physicalType } from './data-type';
import { enumOf } from './enum-rule';
import { optionsOf } from './exclusive-bounds';

export interface AssetLevel {
  readonly existing: readonly AssetColumn[];
  /** How its platform compares their names. */
  readonly nameCase: NameCase;
}

/** Where the columns of one level stand, and what the asset has there. */
export interface ColumnLevel extends AssetLevel {
  /** Path of the element in the document, such as `schema[0]`. */
  readonly path: string;
  /** Path of the list in the contract: `schema`, `schema[2].children`. */
  readonly field: string;
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

/** Where each item of a list of the document stands in it. */
export function placesIn(list: unknown): ReadonlyMap<unknown, number> {
  return new Map(Array.isArray(list) ? list.map((item: unknown, index) => [item, index] as const) : []);
}

/** physicalName if the asset has it, else name. */
export function columnName(property: Json, { existing, nameCase }: AssetLevel): string {
  const physical = textOf(property.physicalName);
  const isThere = physical !== undefined && columnNamed(existing, physical, nameCase).found !== undefined;
  return isThere ? physical : (property.name as string);
}

/** The columns that the properties of an element promise. */
export function readColumns(element: Json, level: ColumnLevel, notes: MappingNotes): ContractColumn[] {
  const { key, holder, elements } = columnElements(element);
  const places = placesIn(holder.properties);
  return elements.map((property, index) => {
    const path = `${level.path}.${key}[${places.get(property)}]`;
    const field = `${level.field}[${index}]`;
    notes.places.set(field, path);
    return readColumn(property, { ...level, path, field }, notes);
  });
}

function readColumn(property: Json, level: ColumnLevel, notes: MappingNotes): ContractColumn {
  const { report } = notes;
  const { path, field, existing, nameCase } = level;
  const name = columnName(property, level);
  report.mapped(childPath(path, name === property.name ? 'name' : 'physicalName'));
  const asset = columnNamed(existing, name, nameCase).found;
  const inside = { path, field: `${field}.children`, existing: asset?.children ?? [], nameCase };
  const children = readColumns(property, inside, notes);
  return {
    name,
    ...withEnum(
      withExportableWord(readType(property, path, asset, report), children.length > 0),
      property,
      { path, field },
      notes,
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
 * The type of a property. `dataType` is that of the physicalType where it is known here, else of the logicalType; both words are stored as
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
function readOptions(property: Json, path: string, report: ReportWriter): Json {
  const { options, custom = [] } = optionsOf(property) ?? {};
  if (!options) return {};
  const faults = optionFaults(options);
  const customPaths = objectsOf(property.customProperties).flatMap((one, index) =>
    custom.includes(String(one.property)) ? [`${path}.customProperties[${index}]`] : [],
  );
  report.mapped(...customPaths);
  if (faults.length === 0) report.mapped(`${path}.logicalTypeOptions`);
  for (const { option = '', message } of faults)
    report.notUnderstood(childPath(`${path}.logicalTypeOptions`, option), message);
  const wrong = new Set(faults.map(({ option }) => option));
  const read = Object.entries(options).filter(([option]) => !wrong.has(option));
  if (faults.length > 0) report.mapped(...read.map(([option]) => childPath(`${path}.logicalTypeOptions`, option)));
  return { logicalTypeOptions: Object.fromEntries(read) };
}

/** The words of the logicalType of an element for an extension. */
function wordsOf(logicalType: unknown, element: Json): Json {
  const { options } = optionsOf(element) ?? {};
  return { logicalType, ...(options && { logicalTypeOptions: options }) };
}

/**
 * The logicalType as it was written: a word that the standard lacks (long, float) was replaced by the one for its kind, and stored as
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

/**
 * The type of the elements of a list; one that does not say what they are promises nothing of them. A physicalType that is known is the
 * promise: beside it a logicalType without options that becomes the same dataType would stand for a whole class of types.
 */
function itemType(
  items: Json,
  { arrayDataType: stated }: ColumnType,
): { readonly arrayDataType: string; readonly word?: Json } {
  const known = stated === 'UNKNOWN' ? undefined : stated;
  const physical = known ?? physicalType(items.physicalType)?.dataType;
  const word = logicalWordOf(items);
  const logical = logicalDataType(word);
  const arrayDataType = physical ?? logical ?? 'UNKNOWN';
  if (logical === undefined) return { arrayDataType };
  const words = wordsOf(word, items);
  const isPhysical = logical === arrayDataType && physicalType(items.physicalType) !== undefined;
  return { arrayDataType, ...(!(isPhysical && words.logicalTypeOptions === undefined) && { word: words }) };
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
function withEnum(
  column: ReadType,
  property: Json,
  { path, field }: Pick<ColumnLevel, 'path' | 'field'>,
  { report, places }: MappingNotes,
): ReadType {
  const found = enumOf(property);
  if (!found) return column;
  const at = `${path}.${found.at}`;
  const fault = enumFault(found.values);
  if (fault !== undefined) {
    report.notUnderstood(at, fault);
    return column;
  }
  report.mapped(at);
  places.set(`${field}.extension.enum`, at);
  return { ...column, extension: { ...column.extension, enum: found.values } };
}
