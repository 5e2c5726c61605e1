import type { AssetColumns } from '@app/contracts';

/** Column attributes that a contract's schema is validated against; descriptions and tags of columns are excluded. */
const COMPARED: ReadonlySet<string> = new Set([
  'columns',
  'children',
  'name',
  'dataType',
  'arrayDataType',
  'dataLength',
  'precision',
  'scale',
  'constraint',
  'tableConstraints',
  'constraintType',
]);

/** Whether columns differ in attributes relevant to contracts, including their order. */
export function changesColumns(was: AssetColumns | undefined, is: AssetColumns | undefined): boolean {
  return JSON.stringify(compared(was)) !== JSON.stringify(compared(is));
}

/** Normalises the order of object keys. */
function compared(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compared);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name, member]) => COMPARED.has(name) && member !== undefined);
  return Object.fromEntries(
    members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, compared(member)]),
  );
}
