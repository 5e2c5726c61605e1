import { isObject } from '@app/common';
import type { ComparedColumn } from './contract-document';

/** One column (field) of the asset; further members are ignored. */
export interface AssetColumn extends ComparedColumn {
  readonly fullyQualifiedName?: string;
  readonly children?: readonly AssetColumn[];
}

/** A constraint over columns of a table; `columns` holds names, paths or FQNs. */
export interface TableConstraint {
  readonly constraintType?: string;
  readonly columns?: readonly string[];
}

/** What a contract's schema is validated against, for any asset type. */
export interface AssetColumns {
  readonly columns: readonly AssetColumn[];
  readonly tableConstraints: readonly TableConstraint[];
  /** True if the types are not column types (search index): only presence, extra columns and order are checked. */
  readonly presenceOnly: boolean;
}

type Json = Readonly<Record<string, unknown>>;

/** The asset types whose contract can have a schema, and where each keeps its columns. */
const SOURCES: Readonly<Record<string, (asset: Json) => AssetColumns>> = {
  table: (asset) => ({ ...compared(columnsAt(asset, 'columns')), tableConstraints: objects(asset.tableConstraints) }),
  topic: (asset) => compared(withoutRecord(columnsAt(asset, 'messageSchema', 'schemaFields'))),
  apiEndpoint: (asset) => compared(requestAndResponse(asset)),
  dashboardDataModel: (asset) => compared(columnsAt(asset, 'columns')),
  container: (asset) => compared(columnsAt(asset, 'dataModel', 'columns')),
  searchIndex: (asset) => ({ ...compared(columnsAt(asset, 'fields')), presenceOnly: true }),
};

export const TYPES_WITH_COLUMNS: readonly string[] = Object.keys(SOURCES);

/** The columns of an asset from its full JSON; undefined for a type without columns. Malformed data counts as absent. */
export function assetColumns(assetType: string, asset: Json): AssetColumns | undefined {
  return Object.hasOwn(SOURCES, assetType) ? SOURCES[assetType]?.(asset) : undefined;
}

function compared(columns: readonly AssetColumn[]): AssetColumns {
  return { columns, tableConstraints: [], presenceOnly: false };
}

function columnsAt(asset: Json, ...path: string[]): AssetColumn[] {
  let value: unknown = asset;
  for (const key of path) value = isObject(value) ? value[key] : undefined;
  return objects(value).filter((column): column is Json & AssetColumn => typeof column.name === 'string');
}

/** A message schema that is a single record (as in Avro) has that record's fields as columns. */
function withoutRecord(fields: AssetColumn[]): readonly AssetColumn[] {
  const [only, second] = fields;
  const isRecord = only !== undefined && second === undefined && only.dataType?.toUpperCase() === 'RECORD';
  return isRecord ? (only.children ?? []) : fields;
}

/** Request and response fields combined; a name in both has its position in the request and its definition in the response. */
function requestAndResponse(asset: Json): AssetColumn[] {
  const request = columnsAt(asset, 'requestSchema', 'schemaFields');
  const response = columnsAt(asset, 'responseSchema', 'schemaFields');
  const answered = new Map(response.map((column) => [column.name, column]));
  const asked = new Set(request.map(({ name }) => name));
  return [
    ...request.map((column) => answered.get(column.name) ?? column),
    ...response.filter(({ name }) => !asked.has(name)),
  ];
}

function objects(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
