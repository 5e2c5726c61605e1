// Apart from visibility.ts, because the export thread loads it, and shall not load the catalog.
import type { Visibility } from './visibility';

/** Whether any asset is hidden from the caller: only then do statements need the condition. */
export function isRestricted({ closed, partly }: Visibility): boolean {
  return closed.length + partly.length > 0;
}

/**
 * SQL for whether the caller may view the entity `e`; `visibleValues` are its parameters from `$first` on. The types are compared
 * before the line of an entity is walked, since most are of types that are visible as a whole.
 */
export function visibleSql(e: string, first: number): string {
  return `not (${e}.type = any($${first}::text[])
        or (${e}.type = any($${first + 1}::text[]) and not sees(${e}.node, $${first + 2}::jsonb)))`;
}

/** None if the caller may view everything: then the statement needs no condition. */
export function visibleValues(visibility: Visibility): unknown[] {
  const { closed, partly, sight } = visibility;
  return isRestricted(visibility) ? [closed, partly, sight] : [];
}
