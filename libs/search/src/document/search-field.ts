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
    'checksum',
  ),
  // Names under which known clients ask for them.
  'columns.tags': value('keyword', 'columns.tags.tagFQN'),
  'service.name.keyword': value('keyword', 'service.name'),
  'email.keyword': value('keyword', 'email'),
  isBot: value('boolean', 'isBot'),
  // Ingestion asks which queries and views it need not read again.
  processedLineage: value('boolean', 'processedLineage'),
  deleted: value('boolean', 'deleted'),
  updatedAt: value('date', 'updatedAt'),
  totalVotes: value('number', 'totalVotes'),
};

/** The objects of which an array's elements can be asked for as a whole (nested queries and aggregations). */
export const NESTED_PATHS = ['owners', 'tags', 'columns'] as const;
export type NestedPath = (typeof NESTED_PATHS)[number];

/** A field to look in, and how much a match there counts. */
export interface WeightedField {
  readonly field: string;
  readonly weight: number;
}

export const TEXT_FIELDS: readonly (readonly [name: string, field: TextField])[] = Object.entries(
  SEARCH_FIELDS,
).flatMap(([name, field]): [string, TextField][] => (field.kind === 'text' ? [[name, field]] : []));

export const VALUE_FIELDS: readonly (readonly [name: string, field: ValueField])[] = Object.entries(
  SEARCH_FIELDS,
).flatMap(([name, field]): [string, ValueField][] => (field.kind === 'text' ? [] : [[name, field]]));

/** Where a word without a field looks. */
export const BARE_FIELDS: readonly WeightedField[] = TEXT_FIELDS.flatMap(([field, { weight }]) =>
  weight > 0 ? [{ field, weight }] : [],
);

/** The fields with few values that an answer counts unasked, by the name that it gives them. */
export const FACETS: Readonly<Record<string, string>> = {
  entityType: 'entityType',
  serviceType: 'serviceType',
  'service.name': 'service.name',
  'tags.tagFQN': 'tags.tagFQN',
  'tier.tagFQN': 'tier.tagFQN',
  'owners.name': 'owners.name',
  domains: 'domains.fullyQualifiedName',
  entityStatus: 'entityStatus',
  'contract.latestStatus': 'contract.latestStatus',
};

const BY_NAME: ReadonlyMap<string, SearchField> = new Map(Object.entries(SEARCH_FIELDS));

/** undefined for a field that is not mapped: it finds nothing. */
export function fieldOf(name: string): SearchField | undefined {
  return BY_NAME.get(name);
}

/** The field of that name, if it is an analysed text. */
export function textField(name: string): TextField | undefined {
  const field = fieldOf(name);
  return field?.kind === 'text' ? field : undefined;
}

/** The field of that name, if its values are compared whole. */
export function valueField(name: string): ValueField | undefined {
  const field = fieldOf(name);
  return field?.kind === 'text' ? undefined : field;
}

const KEYWORD = '.keyword';

/** Short names that people write, each with the field that it stands for. None is a field, or a member of a document. */
export const FIELD_ALIASES: Readonly<Record<string, string>> = {
  owner: 'owners.name',
  tag: 'tags.tagFQN',
  column: 'columns.name',
  domain: 'domains.name',
  dataProduct: 'dataProducts.name',
  schema: 'databaseSchema.name',
  type: 'entityType',
  fqn: 'fullyQualifiedName',
};

/** Members of documents that are objects, each with the field that a value which is asked of it is compared with. */
const VALUE_OF_OBJECT: Readonly<Record<string, string>> = {
  owners: 'owners.name',
  tags: 'tags.tagFQN',
  tier: 'tier.tagFQN',
  columns: 'columns.name',
  children: 'children.name',
  domains: 'domains.name',
  dataProducts: 'dataProducts.name',
  service: 'service.name',
  database: 'database.name',
  databaseSchema: 'databaseSchema.name',
  contract: 'contract.name',
};

const own = (names: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(names, name) ? names[name] : undefined;

/** The name as the mapping has it: of an alias its field; `tags.tagFQN.keyword` is `tags.tagFQN`, a keyword itself. */
export function mappedName(name: string): string {
  if (fieldOf(name)) return name;
  const meant = own(FIELD_ALIASES, name);
  if (meant !== undefined) return meant;
  const plain = name.endsWith(KEYWORD) ? name.slice(0, -KEYWORD.length) : name;
  return fieldOf(plain)?.kind === 'keyword' ? plain : name;
}

/** The same where a value is compared: `tier:Tier.Tier1` asks for `tier.tagFQN`. */
export function comparedName(name: string): string {
  return own(VALUE_OF_OBJECT, name) ?? mappedName(name);
}

/** The field in which values are compared whole: for a text its keyword form, where it has one. */
export function wholeName(name: string): string {
  const mapped = mappedName(name);
  return fieldOf(mapped)?.kind === 'text' && fieldOf(mapped + KEYWORD) ? mapped + KEYWORD : mapped;
}

/** The sources whose values a name stands for: its own, or those of the leaves of an object; each once. */
export function leavesOf(name: string): string[] {
  const own = fieldOf(name);
  if (own) return [own.source];
  const below = Object.values(SEARCH_FIELDS).filter(({ source }) => source.startsWith(`${name}.`));
  return [...new Set(below.map(({ source }) => source))];
}
