/**
 * The fields of search documents, the same on every engine. A field that is not listed here (an unmapped one) finds nothing,
 * without an error.
 */
export type SearchField = TextField | ValueField;

/** parts: the parts analyzer; stem: the same with Porter's stemmer behind it. */
export type Analysis = 'parts' | 'stem';

export interface TextField {
  readonly kind: 'text';
  /** The path in the document whose text is analysed. */
  readonly source: string;
  readonly analysis: Analysis;
  /** Its weight for a word without a field; absent: such a word does not look here. */
  readonly weight: number;
  /** Short name of the field in the lexemes of the PostgreSQL index. */
  readonly code: string;
}

/** keyword: compared lower-cased, NFC, not folded; number; date: epoch ms; boolean. */
export interface ValueField {
  readonly kind: 'keyword' | 'number' | 'date' | 'boolean';
  readonly source: string;
}

const text = (source: string, analysis: Analysis, weight: number, code: string): TextField => ({
  kind: 'text',
  source,
  analysis,
  weight,
  code,
});
const value = (kind: ValueField['kind'], source: string): ValueField => ({ kind, source });

const keywords = (...sources: string[]): Record<string, ValueField> =>
  Object.fromEntries(sources.map((source) => [source, value('keyword', source)]));

/** By the name that queries use. */
export const SEARCH_FIELDS: Readonly<Record<string, SearchField>> = {
  name: text('name', 'parts', 10, 'n'),
  'name.stem': text('name', 'stem', 4, 'ns'),
  'name.keyword': value('keyword', 'name'),
  displayName: text('displayName', 'parts', 10, 'm'),
  'displayName.stem': text('displayName', 'stem', 4, 'ms'),
  'displayName.keyword': value('keyword', 'displayName'),
  fullyQualifiedName: text('fullyQualifiedName', 'parts', 2, 'f'),
  'fullyQualifiedName.keyword': value('keyword', 'fullyQualifiedName'),
  'columns.name': text('columns.name', 'parts', 2, 'c'),
  'columns.name.stem': text('columns.name', 'stem', 0.8, 'cs'),
  'columns.name.keyword': value('keyword', 'columns.name'),
  'children.name': text('children.name', 'parts', 2, 'h'),
  'children.name.stem': text('children.name', 'stem', 0.8, 'hs'),
  'children.name.keyword': value('keyword', 'children.name'),
  description: text('description', 'stem', 1, 'd'),
  'columns.description': text('columns.description', 'stem', 0.5, 'cd'),
  'children.description': text('children.description', 'stem', 0.5, 'hd'),
  ...keywords(
    'id',
    'entityType',
    'service.name',
    'service.type',
    'serviceType',
    'database.name',
    'databaseSchema.name',
    'tags.tagFQN',
    'tier.tagFQN',
    'owners.id',
    'owners.name',
    'owners.type',
    'domains.name',
    'domains.fullyQualifiedName',
    'dataProducts.name',
    'dataProducts.fullyQualifiedName',
    'columns.dataType',
    'columns.tags.tagFQN',
    'entityStatus',
    'contract.name',
    'contract.entityStatus',
    'contract.latestStatus',
    'followers',
    'tableType',
    'email',
    // Clients query which views have one.
    'schemaDefinition',
  ),
  // Names under which known clients ask for them.
  'columns.tags': value('keyword', 'columns.tags.tagFQN'),
  'service.name.keyword': value('keyword', 'service.name'),
  'email.keyword': value('keyword', 'email'),
  isBot: value('boolean', 'isBot'),
  deleted: value('boolean', 'deleted'),
  updatedAt: value('date', 'updatedAt'),
  totalVotes: value('number', 'totalVotes'),
};

/** The objects of which an array's elements can be asked for as a whole (nested queries and aggregations). */
export const NESTED_PATHS = ['owners', 'tags', 'columns'] as const;
export type NestedPath = (typeof NESTED_PATHS)[number];
