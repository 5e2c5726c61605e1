/**
 * Members of search documents that libraries above the catalog know: property → SQL on `e` (the entity) that gives its value as
 * jsonb, null where there is none. What it reads has to leave marks when it changes (search-marks of libs/database).
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
