/** A parameter whose text is read further, with its name as the caller spelt it: errors name it so. */
export interface NamedText {
  readonly parameter: string;
  readonly text: string;
}

/** A search as it is asked, before anything in it is read as language. */
export interface SearchQuestion {
  /** The query text; empty or `*`: everything. */
  readonly q: string;
  /** Entity types to search; at least one. */
  readonly types: readonly string[];
  /** Whether soft-deleted ones are found too. */
  readonly deleted: boolean;
  readonly from: number;
  readonly size: number;
  /** By which value; absent: by relevance. */
  readonly sortField?: NamedText;
  readonly sortOrder: 'asc' | 'desc';
  /** true: all are counted; a number: up to it; false: none. */
  readonly totals: boolean | number;
  /** Whether hits show their documents; a list: these paths of them. */
  readonly source: boolean | readonly string[];
  readonly queryFilter?: NamedText;
  readonly postFilter?: NamedText;
  /** Instead of the usual ones. */
  readonly aggregations?: NamedText;
  readonly includeAggregations: boolean;
  /** The `sort` of the last hit: one text of JSON, or a text for each of its values. */
  readonly searchAfter?: readonly string[];
  /** See SearchRequest. */
  readonly askedBy?: string;
}
