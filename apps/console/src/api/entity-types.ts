/** Where the entities of a type are read, and what they are called. */
interface TypeInfo {
  readonly collection: string;
  readonly label: string;
  /** Whether lineage goes through it. */
  readonly lineage?: true;
  /** Whether contracts can be about it. */
  readonly promises?: true;
}

const asset = (collection: string, label: string): TypeInfo => ({ collection, label, lineage: true, promises: true });
const other = (collection: string, label: string): TypeInfo => ({ collection, label });

export const ENTITY_TYPES: Readonly<Record<string, TypeInfo>> = {
  table: asset('tables', 'Table'),
  topic: asset('topics', 'Topic'),
  container: asset('containers', 'Container'),
  searchIndex: asset('searchIndexes', 'Search index'),
  dashboard: asset('dashboards', 'Dashboard'),
  dashboardDataModel: asset('dashboard/datamodels', 'Data model'),
  mlmodel: asset('mlmodels', 'ML model'),
  storedProcedure: asset('storedProcedures', 'Stored procedure'),
  apiEndpoint: asset('apiEndpoints', 'API endpoint'),
  pipeline: asset('pipelines', 'Pipeline'),
  chart: { collection: 'charts', label: 'Chart', lineage: true },
  apiCollection: other('apiCollections', 'API collection'),
  database: other('databases', 'Database'),
  databaseSchema: other('databaseSchemas', 'Schema'),
  databaseService: other('services/databaseServices', 'Database service'),
  messagingService: other('services/messagingServices', 'Messaging service'),
  dashboardService: other('services/dashboardServices', 'Dashboard service'),
  pipelineService: other('services/pipelineServices', 'Pipeline service'),
  mlmodelService: other('services/mlmodelServices', 'ML model service'),
  storageService: other('services/storageServices', 'Storage service'),
  searchService: other('services/searchServices', 'Search service'),
  apiService: other('services/apiServices', 'API service'),
  domain: other('domains', 'Domain'),
  dataProduct: { collection: 'dataProducts', label: 'Data product', promises: true },
  glossary: other('glossaries', 'Glossary'),
  glossaryTerm: other('glossaryTerms', 'Glossary term'),
  classification: other('classifications', 'Classification'),
  tag: other('tags', 'Tag'),
  testDefinition: other('dataQuality/testDefinitions', 'Test definition'),
  testSuite: other('dataQuality/testSuites', 'Test suite'),
  testCase: other('dataQuality/testCases', 'Test case'),
  query: other('queries', 'Query'),
  user: other('users', 'User'),
  team: other('teams', 'Team'),
  dataContract: other('dataContracts', 'Data contract'),
};

/** Search answers with values in lower case. */
const BY_LOWER_CASE = new Map(Object.keys(ENTITY_TYPES).map((type) => [type.toLowerCase(), type]));

/** The type as the API writes it, of a name in any case. */
export function entityTypeOf(name: string): string {
  return BY_LOWER_CASE.get(name.toLowerCase()) ?? name;
}

export function typeLabel(name: string): string {
  return ENTITY_TYPES[entityTypeOf(name)]?.label ?? name;
}
