import { join } from 'node:path';

/** What all workflows of one world have in common. */
export interface IngestedWorld {
  /** Of the service. */
  readonly url: string;
  /** Of the bot that ingests. */
  readonly token: string;
  /** Of the source, as its connector takes it. */
  readonly connection: object;
  /** For what a workflow keeps between its steps. */
  readonly folder: string;
}

/** The name of the database service in the catalog. */
export const SERVICE = 'warehouse';
export const DATABASE = `${SERVICE}.catalog`;
const OWN_SCHEMAS = { includes: ['^shop$', '^mart$', '^omop$'] };
const SINK = { sink: { type: 'metadata-rest', config: {} } };
const DBT = {
  dbtConfigType: 'local',
  dbtManifestFilePath: join(__dirname, 'dbt/manifest.json'),
  dbtCatalogFilePath: join(__dirname, 'dbt/catalog.json'),
  dbtRunResultsFilePath: join(__dirname, 'dbt/run_results.json'),
};

const testCase = (name: string, testDefinitionName: string, more: object = {}): object => ({
  ...{ name, testDefinitionName },
  ...more,
});

/** Tests of the shop's orders: the last one fails, since no order has a note. */
const TEST_CASES = [
  testCase('orders_are_some', 'tableRowCountToBeBetween', {
    parameterValues: [
      { name: 'minValue', value: '1' },
      { name: 'maxValue', value: '100000' },
    ],
  }),
  testCase('orders_are_told_apart', 'columnValuesToBeUnique', { columnName: 'order_id' }),
  testCase('orders_have_notes', 'columnValuesToBeNotNull', { columnName: 'note' }),
];

/** The source without `serviceConnection`: what the catalog has stored is used. */
function source({ connection }: IngestedWorld, type: string, config: object, stored = false): object {
  const how = stored ? {} : { serviceConnection: { config: connection } };
  return { source: { type, serviceName: SERVICE, ...how, sourceConfig: { config } } };
}

const METADATA = {
  type: 'DatabaseMetadata',
  ...{ markDeletedTables: true, includeStoredProcedures: true, includeDDL: true, schemaFilterPattern: OWN_SCHEMAS },
};

export type Workflow = (world: IngestedWorld) => readonly [command: string, configuration: object];

/** What the command line is given, by workflow: its command and the parts of its configuration. */
export const WORKFLOWS = {
  metadata: (world: IngestedWorld) => ['ingest', { ...source(world, 'postgres', METADATA), ...SINK }],
  storedConnection: (world: IngestedWorld) => ['ingest', { ...source(world, 'postgres', METADATA, true), ...SINK }],
  lineage: (world: IngestedWorld) => [
    'ingest',
    { ...source(world, 'postgres-lineage', { type: 'DatabaseLineage', queryLogDuration: 1 }), ...SINK },
  ],
  lineageOfOneQuery: () => [
    'lineage',
    { serviceName: SERVICE, query: 'insert into mart.country_sales select country from mart.order_facts' },
  ],
  usage: (world: IngestedWorld) => [
    'usage',
    {
      ...source(world, 'postgres-usage', { type: 'DatabaseUsage', queryLogDuration: 1 }),
      processor: { type: 'query-parser', config: {} },
      stage: { type: 'table-usage', config: { filename: join(world.folder, 'usage') } },
      bulkSink: { type: 'metadata-usage', config: { filename: join(world.folder, 'usage') } },
    },
  ],
  profile: (world: IngestedWorld) => [
    'profile',
    {
      ...source(world, 'postgres', { type: 'Profiler', schemaFilterPattern: { includes: ['^shop$'] } }),
      processor: { type: 'orm-profiler', config: {} },
      ...SINK,
    },
  ],
  test: ({ connection }: IngestedWorld) => [
    'test',
    {
      source: {
        ...{ type: 'TestSuite', serviceName: 'shop_tests' },
        sourceConfig: {
          config: {
            ...{ type: 'TestSuite', entityFullyQualifiedName: `${DATABASE}.shop.orders` },
            serviceConnections: [{ serviceName: SERVICE, serviceConnection: { config: connection } }],
          },
        },
      },
      processor: { type: 'orm-test-runner', config: { testCases: TEST_CASES } },
      ...SINK,
    },
  ],
  dbt: (world: IngestedWorld) => [
    'ingest',
    { ...source(world, 'dbt', { type: 'DBT', dbtConfigSource: DBT }, true), ...SINK },
  ],
} satisfies Record<string, Workflow>;

/** How each of them reaches the catalog. */
export function serverOf({ url, token }: IngestedWorld): object {
  const server = { hostPort: `${url}/api`, authProvider: 'openmetadata', securityConfig: { jwtToken: token } };
  return { workflowConfig: { loggerLevel: 'INFO', openMetadataServerConfig: server } };
}
