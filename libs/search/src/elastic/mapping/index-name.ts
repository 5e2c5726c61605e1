/** The names of one installation's indices and aliases; the prefix separates installations that share a server. */
export class IndexNames {
  /** The index that is searched and written. */
  readonly main: string;
  /** The index that is being built beside it; there only during a rebuild. */
  readonly next: string;
  /** The index that the first start makes. */
  readonly first: string;
  readonly template: string;
  readonly analysisTemplate: string;
  /** Every index of this installation. */
  readonly pattern: string;

  /** @param indexes names of indexes in requests, each with the type that it shows */
  constructor(
    private readonly prefix: string,
    private readonly indexes: ReadonlyMap<string, string> = new Map(),
  ) {
    this.main = `${prefix}all_search_index`;
    this.next = `${prefix}next_search_index`;
    this.first = `${prefix}catalog_search-first`;
    this.template = `${prefix}catalog_search`;
    this.analysisTemplate = `${prefix}catalog_search_analysis`;
    this.pattern = `${prefix}catalog_search-*`;
  }

  /** A name that was never used before. */
  fresh(now: Date, random: string): string {
    return `${this.prefix}catalog_search-${now.toISOString().slice(0, 19).replace(/\D/g, '')}-${random}`;
  }

  /** The aliases of the main index beside its own: one per type, filtered. */
  typeAliases(): readonly { readonly alias: string; readonly type: string }[] {
    return [...this.indexes].map(([alias, type]) => ({ alias: this.prefix + alias, type }));
  }
}
