/** A type that is copied, and the path of its collection, which both services have. */
export interface Copied {
  readonly type: string;
  readonly collection: string;
  /** Members that are not sent: written from their other end, or by the catalog itself. */
  readonly without?: readonly string[];
  /** Entities of it that the catalog has or makes by itself. */
  readonly skips?: (document: Document) => boolean;
  /** Its entities can have edges of lineage. */
  readonly lineage?: true;
}

/** An entity as a service answers it. */
export type Document = Readonly<Record<string, unknown>>;

/** The members of these names that are there. */
export function picked(document: Document, names: readonly string[]): Record<string, unknown> {
  const there = names.filter((name) => document[name] !== undefined && document[name] !== null);
  return Object.fromEntries(there.map((name) => [name, document[name]]));
}

const service = (kind: string): Copied => ({
  type: `${kind}Service`,
  collection: `services/${kind}Services`,
  // Secrets in it are masked: the masks would be taken for passwords.
  without: ['connection'],
});
const isShipped = ({ provider }: Document): boolean => provider === 'system';

/** Every type, so that most of what an entity refers to comes before it. */
export const COPIED: readonly Copied[] = [
  { type: 'policy', collection: 'policies', skips: isShipped },
  { type: 'role', collection: 'roles', skips: isShipped },
  { type: 'team', collection: 'teams', without: ['users', 'children'] },
  { type: 'user', collection: 'users' },
  { type: 'classification', collection: 'classifications' },
  { type: 'tag', collection: 'tags' },
  { type: 'glossary', collection: 'glossaries' },
  { type: 'glossaryTerm', collection: 'glossaryTerms' },
  { type: 'domain', collection: 'domains' },
  { type: 'dataProduct', collection: 'dataProducts', without: ['assets', 'providesTo'] },
  service('database'),
  service('messaging'),
  service('dashboard'),
  service('pipeline'),
  service('mlmodel'),
  service('storage'),
  service('search'),
  service('api'),
  { type: 'database', collection: 'databases' },
  { type: 'databaseSchema', collection: 'databaseSchemas' },
  { type: 'table', collection: 'tables', lineage: true },
  { type: 'storedProcedure', collection: 'storedProcedures', lineage: true },
  { type: 'topic', collection: 'topics', lineage: true },
  { type: 'chart', collection: 'charts', lineage: true },
  { type: 'dashboardDataModel', collection: 'dashboard/datamodels', lineage: true },
  { type: 'dashboard', collection: 'dashboards', lineage: true },
  { type: 'pipeline', collection: 'pipelines', lineage: true },
  { type: 'mlmodel', collection: 'mlmodels', lineage: true },
  { type: 'container', collection: 'containers', lineage: true },
  { type: 'searchIndex', collection: 'searchIndexes', lineage: true },
  { type: 'apiCollection', collection: 'apiCollections' },
  { type: 'apiEndpoint', collection: 'apiEndpoints', lineage: true },
  { type: 'query', collection: 'queries' },
  { type: 'testDefinition', collection: 'dataQuality/testDefinitions', skips: isShipped },
  // That of a table comes with its test cases.
  {
    type: 'testSuite',
    collection: 'dataQuality/testSuites',
    skips: ({ basic, executable }) => basic === true || executable === true,
  },
  { type: 'testCase', collection: 'dataQuality/testCases' },
  { type: 'dataContract', collection: 'dataContracts' },
];
