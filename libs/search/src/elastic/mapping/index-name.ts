/** The interface's index names with the type each of them shows. */
const TYPE_ALIASES: Readonly<Record<string, string>> = {
  table_search_index: 'table',
  topic_search_index: 'topic',
  dashboard_search_index: 'dashboard',
  pipeline_search_index: 'pipeline',
  mlmodel_search_index: 'mlmodel',
  container_search_index: 'container',
  search_entity_search_index: 'searchIndex',
  glossary_term_search_index: 'glossaryTerm',
  tag_search_index: 'tag',
  user_search_index: 'user',
  team_search_index: 'team',
  domain_search_index: 'domain',
  data_product_search_index: 'dataProduct',
};

/** The names of one installation's indices and aliases; the prefix keeps apart those that share a server. */
export class IndexNames {
  /** What is searched and written. */
  readonly main: string;
  /** What is being built beside it; there only during a rebuild. */
  readonly next: string;
  /** The index that the first start makes. */
  readonly first: string;
  readonly template: string;
  readonly analysisTemplate: string;
  /** Every index of this installation. */
  readonly pattern: string;

  constructor(private readonly prefix: string) {
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
    return Object.entries(TYPE_ALIASES).map(([alias, type]) => ({ alias: this.prefix + alias, type }));
  }
}
