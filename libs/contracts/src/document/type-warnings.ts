import type { ErrorDetail } from '@app/common';
import {
  columnNamed,
  lossText,
  type Platform,
  platformOf,
  relateExactly,
  relateFound,
  typeFamily,
} from '@app/datatypes';
import { type AssetColumn, assetColumns } from './asset-columns';
import type { ContractColumn, ContractDocument } from './contract-document';
import { parseSchemaPolicy, type SchemaPolicy } from './extension';

type Comparison = Pick<SchemaPolicy, 'types'> & { readonly platform: Platform };

/** Columns of a contract whose types the asset does not meet now: such a contract is valid, and fails. */
export function typeWarnings(
  { schema = [], extension }: ContractDocument,
  assetType: string,
  asset: Readonly<Record<string, unknown>>,
): ErrorDetail[] {
  const columns = assetColumns(assetType, asset);
  if (!columns || columns.presenceOnly) return [];
  const { types } = parseSchemaPolicy(extension).policy;
  return warningsOf(schema, columns.columns, 'schema', { types, platform: columns.platform ?? platformOf() });
}

function warningsOf(
  columns: readonly ContractColumn[],
  found: readonly AssetColumn[],
  field: string,
  comparison: Comparison,
): ErrorDetail[] {
  return columns.flatMap((column, index) => {
    const own = columnNamed(found, column.name, comparison.platform.names.columns).found;
    if (!own) return [];
    const at = `${field}[${index}]`;
    const message = mismatch(column, own, comparison);
    return [
      ...(message === undefined ? [] : [{ field: `${at}.dataType`, message: `${column.name} ${message}` }]),
      ...warningsOf(column.children ?? [], own.children ?? [], `${at}.children`, comparison),
    ];
  });
}

function mismatch(column: ContractColumn, found: AssetColumn, { types, platform }: Comparison): string | undefined {
  const [promised, own] = [column.dataType?.toUpperCase(), found.dataType?.toUpperCase()];
  if (promised === undefined || own === undefined) return undefined;
  if (types === 'family')
    return typeFamily(promised) === typeFamily(own)
      ? undefined
      : `is ${own} in the asset, expected ${promised} or its family`;
  const relation = (types === 'exact' ? relateExactly : relateFound)(column, found, platform);
  return relation.outcome === 'broken' ? lossText(column, found, platform, relation) : undefined;
}
