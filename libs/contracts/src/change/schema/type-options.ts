import { isObject } from '@app/common';
import { logicalDataType, typeFamily } from '@app/datatypes';
import type { ContractColumn } from '../../document/contract-document';

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'decimal']);

/** Whether an option says the type of the column more exactly: the comparison of types judges it. */
export function isTypeOption(option: string, { dataType = '', extension }: ContractColumn): boolean {
  if (option === 'timezone') return true;
  const word = logicalDataType(extension?.logicalType) ?? dataType.toUpperCase();
  return option === 'format' && NUMBERS.has(typeFamily(word));
}

/** Extension of a column without its promises about values. */
export function typeExtension(column: ContractColumn): unknown {
  const { extension } = column;
  if (extension === undefined) return undefined;
  const { enum: _values, logicalTypeOptions: options, ...rest } = extension;
  const typed = isObject(options) ? Object.entries(options).filter(([option]) => isTypeOption(option, column)) : [];
  const kept = { ...rest, ...(typed.length > 0 && { logicalTypeOptions: Object.fromEntries(typed) }) };
  return Object.keys(kept).length > 0 ? kept : undefined;
}
