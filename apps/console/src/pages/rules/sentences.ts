import { valuesIn, type Sentence, type Values } from './sentence';

const TAG = { label: 'Tag', kind: 'tag', example: 'PII.Sensitive' } as const;
const COLUMN = { label: 'Column', kind: 'column', example: 'updated_at' } as const;
const isThere = (member: string) => ({ '!!': { var: member } });

/** Ready sentences. Where a rule is two of them, the first one is shown. */
export const SENTENCES: readonly Sentence[] = [
  { name: 'has_owner', text: 'It has an owner', values: {}, rule: isThere('owners'), known: 'hasOwner' },
  {
    name: 'has_owners',
    text: 'It has at least {count} owners',
    values: { count: { label: 'Owners at least', kind: 'count', example: '2' } },
    rule: { '>=': [{ length: { var: 'owners' } }, '{count}'] },
  },
  {
    name: 'has_description',
    text: 'It has a description',
    values: {},
    rule: isThere('description'),
    known: 'hasDescription',
  },
  {
    name: 'has_long_description',
    text: 'Its description has at least {count} characters',
    values: { count: { label: 'Characters at least', kind: 'count', example: '20' } },
    rule: { '>=': [{ length: { var: 'description' } }, '{count}'] },
  },
  { name: 'has_display_name', text: 'It has a display name', values: {}, rule: isThere('displayName') },
  {
    name: 'name_matches',
    text: 'Its name matches {pattern}',
    values: { pattern: { label: 'Pattern of the name', kind: 'pattern', example: '^(dim|fact)_[a-z0-9_]+$' } },
    rule: { matchesRegex: [{ var: 'name' }, '{pattern}'] },
  },
  { name: 'has_domain', text: 'It belongs to a domain', values: {}, rule: isThere('domains'), known: 'hasDomain' },
  {
    name: 'belongs_to_domain',
    text: 'It belongs to the domain {domain}',
    values: { domain: { label: 'Domain', kind: 'domain', example: 'sales' } },
    rule: { contains: [{ var: 'domains' }, '{domain}'] },
  },
  { name: 'has_tag', text: 'It has a tag', values: {}, rule: isThere('tags'), known: 'hasTags' },
  {
    name: 'has_tier',
    text: 'It has a tier',
    values: {},
    rule: { some: [{ var: 'tags' }, { matchesRegex: [{ var: 'tagFQN' }, '^Tier\\.'] }] },
    known: 'hasTier',
  },
  {
    name: 'has_the_tier',
    text: 'It has the tier {tier}',
    values: { tier: { label: 'Tier', kind: 'text', example: 'Tier1' } },
    rule: { contains: [{ var: 'tags' }, 'Tier.{tier}'] },
  },
  {
    name: 'has_the_tag',
    text: 'It has the tag {tag}',
    values: { tag: TAG },
    rule: { contains: [{ var: 'tags' }, '{tag}'] },
  },
  { name: 'has_data_product', text: 'It has a data product', values: {}, rule: isThere('dataProducts') },
  {
    name: 'has_retention',
    text: 'It has a retention period',
    values: {},
    rule: isThere('retentionPeriod'),
    isOfTables: true,
  },
  {
    name: 'is_updated',
    text: 'It was updated within {days} days',
    values: { days: { label: 'Days', kind: 'count', example: '90' } },
    rule: { isUpdatedAfter: 'P{days}D' },
  },
  {
    name: 'columns_described',
    text: 'Each column has a description',
    values: {},
    rule: { all: [{ var: 'columns' }, { '!!': { var: 'description' } }] },
    isOfTables: true,
  },
  {
    name: 'column_exists',
    text: 'Column {column} exists',
    values: { column: COLUMN },
    rule: { some: [{ var: 'columns' }, { '==': [{ var: 'name' }, '{column}'] }] },
    isOfTables: true,
  },
  {
    name: 'column_has_type',
    text: 'Column {column} is of type {type}',
    values: { column: COLUMN, type: { label: 'Type', kind: 'type', example: 'TIMESTAMP' } },
    rule: {
      some: [
        { var: 'columns' },
        { and: [{ '==': [{ var: 'name' }, '{column}'] }, { '==': [{ var: 'dataType' }, '{type}'] }] },
      ],
    },
    isOfTables: true,
  },
  {
    name: 'no_column_tagged',
    text: 'No column is tagged {tag}',
    values: { tag: TAG },
    rule: { none: [{ var: 'columns' }, { contains: [{ var: 'tags' }, '{tag}'] }] },
    isOfTables: true,
  },
];

export const sentencesFor = (type: string): readonly Sentence[] =>
  SENTENCES.filter(({ isOfTables }) => type === 'table' || !isOfTables);

/** A rule in words. */
export interface SaidRule {
  readonly sentence: Sentence;
  readonly values: Values;
}

/** The sentence that a rule is, by its JSON-logic, or by its name where it has none; undefined where no sentence says it. */
export function saidBy(name: string, logic: unknown): SaidRule | undefined {
  for (const sentence of SENTENCES) {
    if (logic === undefined) {
      if (sentence.known === name) return { sentence, values: {} };
      continue;
    }
    const values = valuesIn(sentence, logic);
    if (values) return { sentence, values };
  }
  return undefined;
}
