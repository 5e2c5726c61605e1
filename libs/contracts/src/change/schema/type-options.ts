import { isObject } from '@app/common';
import type { ContractColumn } from '../../document/contract-document';
import { isTypeOption } from '../../promises/kinds/options';

/** Extension of a column without its promises about values. */
export function typeExtension(column: ContractColumn): unknown {
  const { extension } = column;
  if (extension === undefined) return undefined;
  const { enum: _values, logicalTypeOptions: options, ...rest } = extension;
  const typed = isObject(options) ? Object.entries(options).filter(([option]) => isTypeOption(option, column)) : [];
  const kept = { ...rest, ...(typed.length > 0 && { logicalTypeOptions: Object.fromEntries(typed) }) };
  return Object.keys(kept).length > 0 ? kept : undefined;
}
