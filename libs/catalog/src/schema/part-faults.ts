import type { ErrorDetail } from '@app/common';
import type { EntityType } from '../definition/entity-type';
import { partNameFault } from '../fqn/entity-name';
import { partLists } from './named-parts';
import type { NamedPart } from './named-parts';

/** What a schema cannot say of columns and other parts: names unique among siblings, an array's element type. */
export function partFaults(entityType: EntityType, document: Readonly<Record<string, unknown>>): ErrorDetail[] {
  return partLists(entityType, document).flatMap(({ path, parts, columns }) => faultsAmong(parts, path, columns));
}

function faultsAmong(parts: readonly NamedPart[], path: string, columns: boolean): ErrorDetail[] {
  const first = new Map<string, number>();
  return parts.flatMap((part, i) => {
    const at = `${path}[${i}]`;
    const faults: ErrorDetail[] = [];
    const name = part.name ?? '';
    const fault = partNameFault(name);
    if (part.name !== undefined && fault) faults.push({ field: `${at}.name`, message: fault });
    const twin = first.get(name);
    if (part.name !== undefined && twin !== undefined) {
      faults.push({ field: `${at}.name`, message: `"${name}" is already the name of ${path}[${twin}]` });
    } else first.set(name, i);
    if (columns && part.dataType === 'ARRAY' && part.arrayDataType === undefined) {
      faults.push({ field: `${at}.arrayDataType`, message: 'is required for the dataType ARRAY' });
    }
    return [...faults, ...faultsAmong(part.children ?? [], `${at}.children`, columns)];
  });
}
