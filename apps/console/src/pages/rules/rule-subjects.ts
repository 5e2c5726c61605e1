import { OPERATORS, type FieldKind, type Operator } from './rule-operators';

/** A field of an asset that conditions ask about. */
export interface Subject {
  readonly label: string;
  readonly kind: FieldKind;
  /** The types of assets that have it; absent: all. */
  readonly types?: readonly string[];
}

const OF_TABLES = ['table'];
const OF_TOPICS = ['topic'];

/** Fields by their places in the asset's JSON; `tier` stands for the tags of that classification. */
export const SUBJECTS: Readonly<Record<string, Subject>> = {
  owners: { label: 'Owners', kind: 'owners' },
  description: { label: 'Description', kind: 'text' },
  tier: { label: 'Tier', kind: 'tier' },
  tags: { label: 'Tags', kind: 'tags' },
  domains: { label: 'Domains', kind: 'references' },
  dataProducts: { label: 'Data products', kind: 'references' },
  reviewers: { label: 'Reviewers', kind: 'reviewers' },
  name: { label: 'Name', kind: 'text' },
  displayName: { label: 'Display name', kind: 'text' },
  updatedAt: { label: 'The last change', kind: 'updated' },
  columns: { label: 'Columns', kind: 'columns', types: OF_TABLES },
  tableType: { label: 'Type of table', kind: 'text', types: OF_TABLES },
  retentionPeriod: { label: 'Retention period', kind: 'text', types: OF_TABLES },
  'database.name': { label: 'Database', kind: 'text', types: OF_TABLES },
  'databaseSchema.name': { label: 'Schema', kind: 'text', types: OF_TABLES },
  partitions: { label: 'Partitions', kind: 'number', types: OF_TOPICS },
  replicationFactor: { label: 'Replication factor', kind: 'number', types: OF_TOPICS },
  serviceType: { label: 'Type of service', kind: 'text' },
  deleted: { label: 'Deleted', kind: 'flag' },
};

const PROPERTY = 'extension.';

/** The field of a custom property. */
export const propertyField = (name: string): string => `${PROPERTY}${name}`;

/** A field by its name; undefined where conditions do not ask about it. A custom property needs no declaration. */
export function subjectOf(field: string): Subject | undefined {
  if (Object.hasOwn(SUBJECTS, field)) return SUBJECTS[field];
  if (!field.startsWith(PROPERTY) || field.length === PROPERTY.length) return undefined;
  return { label: field.slice(PROPERTY.length), kind: 'property' };
}

/** The operators of a field; none of a field that conditions do not ask about. */
export function operatorsOf(field: string): Readonly<Record<string, Operator>> {
  const subject = subjectOf(field);
  return subject ? OPERATORS[subject.kind] : {};
}

/** Fields that an asset of this type has, custom properties aside. */
export const fieldsOf = (type: string): readonly string[] =>
  Object.keys(SUBJECTS).filter((field) => SUBJECTS[field]?.types?.includes(type) ?? true);
