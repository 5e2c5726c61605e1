import type { AssetColumns } from '@app/contracts';

/** What a contract's schema is held against; a description or a tag of a column is none of it. */
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

/** Whether columns differ in what contracts speak of, their order included. */
export function changesColumns(was: AssetColumns | undefined, is: AssetColumns | undefined): boolean {
  return JSON.stringify(compared(was)) !== JSON.stringify(compared(is));
}

/** In one order of members, whatever order a document has them in. */
function compared(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compared);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name, member]) => COMPARED.has(name) && member !== undefined);
  return Object.fromEntries(
    members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, compared(member)]),
  );
}
