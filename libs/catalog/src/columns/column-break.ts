import type { EntityType } from '../definition/entity-type';
import { partLists, type NamedPart } from '../schema/named-parts';
import type { EntityDocument } from '../write/entity-behaviour';
import { isNarrowed } from './data-type';
import type { ColumnType } from './type-values';

const PROMISES = new Set(['NOT_NULL', 'UNIQUE', 'PRIMARY_KEY']);

/**
 * Whether a change of columns breaks readers or writers of the asset: a column removed or renamed, its type narrowed or changed to
 * another family, its length shortened, NOT_NULL, UNIQUE or PRIMARY_KEY added.
 */
export function breaksColumns(entityType: EntityType, previous: EntityDocument, next: EntityDocument): boolean {
  const after = new Map(partLists(entityType, next).map(({ path, parts }) => [path, parts]));
  const columns = partLists(entityType, previous).some(
    ({ path, parts, fields }) => fields && breaksParts(parts, after.get(path) ?? []),
  );
  return columns || addsTableConstraint(previous, next);
}

function breaksParts(before: readonly NamedPart[], after: readonly NamedPart[]): boolean {
  if (before === after) return false;
  const byName = new Map(after.map((part) => [part.name, part]));
  return before.some((part) => {
    const now = byName.get(part.name);
    return !now || breaksPart(part, now) || breaksParts(part.children ?? [], now.children ?? []);
  });
}

function breaksPart(before: NamedPart, after: NamedPart): boolean {
  if (isNarrowed(typeOf(before), typeOf(after))) return true;
  const [from, to] = [before.arrayDataType, after.arrayDataType];
  if (from !== undefined && isNarrowed({ dataType: String(from) }, { dataType: String(to) })) return true;
  if (isShorter(before.dataLength, after.dataLength)) return true;
  return after.constraint !== before.constraint && PROMISES.has(String(after.constraint));
}

/** The body has already been validated against the schema of its type. */
function typeOf(part: NamedPart): ColumnType {
  return part as ColumnType;
}

function isShorter(before: unknown, after: unknown): boolean {
  return typeof after === 'number' && (typeof before !== 'number' || after < before);
}

interface TableConstraint {
  readonly constraintType?: string;
  readonly columns?: readonly string[];
}

function addsTableConstraint(previous: EntityDocument, next: EntityDocument): boolean {
  const promised = (document: EntityDocument): string[] =>
    ((document.tableConstraints as TableConstraint[] | undefined) ?? [])
      .filter(({ constraintType }) => PROMISES.has(String(constraintType)))
      .map(({ constraintType, columns }) => `${constraintType} ${(columns ?? []).join()}`);
  const before = new Set(promised(previous));
  return promised(next).some((constraint) => !before.has(constraint));
}
