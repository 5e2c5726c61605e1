/**
 * Members of search documents defined by dependent libraries: property → SQL on `e` (the entity) that returns its value as jsonb,
 * null if there is none. Changes to the tables it reads must add the entity to the dirty set (search-marks of libs/database).
 */
class SearchContributions {
  private readonly byProperty = new Map<string, string>();

  register(property: string, sql: string): void {
    if (this.byProperty.has(property)) throw new Error(`Two libraries add ${property} to search documents`);
    this.byProperty.set(property, sql);
  }

  all(): ReadonlyMap<string, string> {
    return this.byProperty;
  }
}

export const searchContributions = new SearchContributions();
