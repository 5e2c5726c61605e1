import { MOST_FAULTS, partNameFault, type ErrorDetail } from '@app/common';
import type { EntityType } from '../definition/entity-type';
import { partLists, type NamedPart } from './named-parts';

/** Rules for columns and other parts that a schema cannot express: names unique among siblings, an array's element type. */
export function partFaults(entityType: EntityType, document: Readonly<Record<string, unknown>>): ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  for (const { path, parts, columns } of partLists(entityType, document)) findAmong(parts, path, columns, faults);
  return faults;
}

/** Stops at one fault more than is returned. */
function findAmong(parts: readonly NamedPart[], path: string, columns: boolean, faults: ErrorDetail[]): void {
  const first = new Map<string, number>();
  for (const [i, part] of parts.entries()) {
    if (faults.length > MOST_FAULTS) return;
    const at = (): string => `${path}[${i}]`;
    const name = part.name ?? '';
    const fault = partNameFault(name);
    if (part.name !== undefined && fault) faults.push({ field: `${at()}.name`, message: fault });
    const twin = first.get(name);
    if (part.name !== undefined && twin !== undefined) {
      faults.push({ field: `${at()}.name`, message: `"${name}" is already the name of ${path}[${twin}]` });
    } else first.set(name, i);
    if (columns && part.dataType === 'ARRAY' && part.arrayDataType === undefined) {
      faults.push({ field: `${at()}.arrayDataType`, message: 'is required for the dataType ARRAY' });
    }
    if (part.children) findAmong(part.children, `${at()}.children`, columns, faults);
  }
}
