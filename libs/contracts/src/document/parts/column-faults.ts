import type { ErrorDetail } from '@app/common';
import type { ContractColumn } from '../contract-document';
import { childPath } from './column-path';

/** Columns with upper-case closed values, and without the FQN of the asset's column, which a rename would invalidate. */
export function normalColumns(columns: readonly ContractColumn[]): ContractColumn[] {
  return columns.map(({ fullyQualifiedName: _readOnly, ...column }) => ({
    ...column,
    ...capitals(column, 'dataType'),
    ...capitals(column, 'arrayDataType'),
    ...capitals(column, 'constraint'),
    ...(column.children ? { children: normalColumns(column.children) } : {}),
  }));
}

function capitals(column: ContractColumn, key: 'dataType' | 'arrayDataType' | 'constraint'): Partial<ContractColumn> {
  const word = column[key];
  return typeof word === 'string' ? { [key]: word.toUpperCase() } : {};
}

/** Duplicate columns among siblings, and arrays without an element type. */
export function columnFaults(columns: readonly ContractColumn[], field = 'schema', parent = ''): ErrorDetail[] {
  const firstAt = new Map<string, number>();
  return columns.flatMap((column, index) => {
    const at = `${field}[${index}]`;
    const path = childPath(parent, column.name);
    const first = firstAt.get(column.name);
    firstAt.set(column.name, first ?? index);
    const twice =
      first === undefined
        ? []
        : [{ field: `${at}.name`, message: `the column ${path} is there twice, see ${field}[${first}]` }];
    return [...twice, ...arrayFault(column, at), ...columnFaults(column.children ?? [], `${at}.children`, path)];
  });
}

function arrayFault(column: ContractColumn, at: string): ErrorDetail[] {
  if (column.dataType !== 'ARRAY' || column.arrayDataType !== undefined) return [];
  return [{ field: `${at}.arrayDataType`, message: 'is required where dataType is ARRAY' }];
}
