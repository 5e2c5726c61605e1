import { type Platform, relateStates, type TypedColumn } from '@app/datatypes';
import type { EntityType } from '../definition/entity-type';
import { partLists, type NamedPart } from '../schema/named-parts';
import type { EntityDocument } from '../definition/entity-document';
import { assetPlatform } from '../types/asset-platform';

const PROMISES = new Set(['NOT_NULL', 'UNIQUE', 'PRIMARY_KEY']);

/**
 * Whether a change of columns breaks readers or writers of the asset: a column removed or renamed, its type no longer holding what it
 * contained, as its platform means both words, its length shortened, NOT_NULL, UNIQUE or PRIMARY_KEY added.
 */
export function breaksColumns(entityType: EntityType, previous: EntityDocument, next: EntityDocument): boolean {
  const after = new Map(partLists(entityType, next).map(({ path, parts }) => [path, parts]));
  // The service cannot change, and only a document that was read names its type.
  const platform = assetPlatform(previous);
  const columns = partLists(entityType, previous).some(
    ({ path, parts, fields }) => fields && breaksParts(parts, after.get(path) ?? [], platform),
  );
  return columns || addsTableConstraint(previous, next);
}

function breaksParts(before: readonly NamedPart[], after: readonly NamedPart[], platform: Platform): boolean {
  if (before === after) return false;
  const byName = new Map(after.map((part) => [part.name, part]));
  return before.some((part) => {
    const now = byName.get(part.name);
    return !now || breaksPart(part, now, platform) || breaksParts(part.children ?? [], now.children ?? [], platform);
  });
}

function breaksPart(before: NamedPart, after: NamedPart, platform: Platform): boolean {
  if (before === after) return false;
  if (relateStates(typeOf(before), typeOf(after), platform).outcome === 'broken') return true;
  return after.constraint !== before.constraint && PROMISES.has(String(after.constraint));
}

/** The body has already been validated against the schema of its type. */
function typeOf(part: NamedPart): TypedColumn {
  return part as TypedColumn;
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
