import { type Platform, relatePromises } from '@app/datatypes';
import { type ContractColumn, TYPE_MEMBERS } from './contract-document';

type Columns = readonly ContractColumn[];

/**
 * Columns without displays that a change of the type left behind: where another dataType or size is sent beside the display that was there
 * before, and the display would decide that nothing has changed, the change counts.
 */
export function withoutStaleDisplays(columns: Columns, previous: Columns, platform: Platform): ContractColumn[] {
  const before = new Map(previous.map((column) => [column.name, column]));
  return columns.map((column) => {
    const was = before.get(column.name);
    if (!was) return column;
    const { dataTypeDisplay: _stale, ...typed } = column;
    const own = (isStale(was, column, platform) ? typed : column) as ContractColumn;
    const children = column.children && withoutStaleDisplays(column.children, was.children ?? [], platform);
    return children ? { ...own, children } : own;
  });
}

function isStale(before: ContractColumn, after: ContractColumn, platform: Platform): boolean {
  if (after.dataTypeDisplay === undefined || after.dataTypeDisplay !== before.dataTypeDisplay) return false;
  const isChanged = TYPE_MEMBERS.some((member) => before[member] !== after[member]);
  return isChanged && relatePromises(before, after, platform).outcome === 'same';
}
