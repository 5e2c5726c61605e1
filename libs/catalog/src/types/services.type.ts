import {
  answered,
  array,
  base,
  boolean,
  byRequest,
  connection,
  defineEntityType,
  integer,
  oneOf,
  part,
  readOnly,
  text,
  word,
} from '../definition/build';
import type { Attribute, EntityType } from '../definition/entity-type';
import type { JsonSchema } from '../definition/json-schema';

interface Service {
  readonly type: string;
  readonly description: string;
  /** The available kinds: `Postgres`, `Kafka` … */
  readonly kinds: JsonSchema;
  readonly attributes?: Readonly<Record<string, Attribute>>;
  readonly example: Readonly<Record<string, unknown>>;
}

const snakeCase = (type: string): string => type.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** States whether the list is closed, which differs between types. */
function kindOfService(kinds: JsonSchema, { serviceType }: Service['example']): string {
  const rule = kinds.enum
    ? 'The list is closed.'
    : `${kinds.description} Written as vendors write it, such as ${String(serviceType)}.`;
  return `The kind of the service. ${rule}`;
}

/** An answered object that is one component of the API document for all types of services. */
const titled = (title: string, ...parts: Parameters<typeof answered>): JsonSchema => ({ title, ...answered(...parts) });

const STEP = titled(
  'StoredConnectionTestStep',
  {
    name: oneOf('Reach', 'LogIn', 'List', 'Read'),
    mandatory: boolean,
    passed: boolean,
    message: text,
    reason: text,
    field: text,
    cure: text,
    durationMs: integer,
  },
  ['name', 'mandatory', 'passed', 'message'],
);

const TEST_RESULT = titled(
  'StoredConnectionTest',
  {
    lastUpdatedAt: { type: 'integer', description: 'Epoch milliseconds' },
    status: oneOf('Successful', 'Failed', 'Running'),
    steps: { type: 'array', items: STEP },
  },
  ['lastUpdatedAt', 'status', 'steps'],
);

/** Steps of a connection test as OpenMetadata has them. */
function withSharedSteps(result: { readonly steps?: readonly Readonly<Record<string, unknown>>[] }): object {
  const steps = (result.steps ?? []).map(({ name, mandatory, passed, message }) => ({
    name,
    mandatory,
    passed,
    message,
  }));
  return { ...result, steps };
}

/** A service: the root of its assets. Its collection is `services/<type>s`. */
function defineService({ type, description, kinds, attributes, example }: Service): EntityType {
  return defineEntityType({
    type,
    collection: `services/${type}s`,
    traits: { service: true },
    description,
    attributes: {
      serviceType: base({ ...kinds, description: kindOfService(kinds, example) }),
      connection,
      ingestionRunner: byRequest(part('EntityReference')),
      pipelines: readOnly(byRequest(array(part('EntityReference')))),
      testConnectionResult: readOnly(byRequest(TEST_RESULT)),
      ...attributes,
    },
    compatible: {
      without: ['reviewers', 'extension', 'lifeCycle', 'scheduleInterval'],
      always: ['connection'],
      members: { testConnectionResult: withSharedSteps },
    },
    required: ['serviceType'],
    search: { index: `${snakeCase(type)}_search_index` },
    example,
  });
}

export const databaseServiceType = defineService({
  type: 'databaseService',
  description: 'A database server or warehouse: the root of its databases, schemas and tables.',
  kinds: word,
  example: { name: 'shop_postgres', serviceType: 'Postgres', description: 'The shop’s operational database' },
});

export const messagingServiceType = defineService({
  type: 'messagingService',
  description: 'A message broker: the root of its topics.',
  kinds: oneOf('Kafka', 'Redpanda', 'Kinesis', 'CustomMessaging'),
  example: { name: 'shop_kafka', serviceType: 'Kafka', description: 'Events of the shop' },
});

export const dashboardServiceType = defineService({
  type: 'dashboardService',
  description: 'A reporting tool: the root of its dashboards, charts and data models.',
  kinds: word,
  example: { name: 'shop_superset', serviceType: 'Superset', description: 'Reports of the shop' },
});

export const pipelineServiceType = defineService({
  type: 'pipelineService',
  description: 'A scheduler or an integration tool: the root of its pipelines.',
  kinds: word,
  attributes: { scheduleInterval: byRequest(text) },
  example: { name: 'shop_airflow', serviceType: 'Airflow', description: 'Loads and transformations' },
});

export const mlmodelServiceType = defineService({
  type: 'mlmodelService',
  description: 'A registry of models: the root of its models.',
  kinds: oneOf('Mlflow', 'Sklearn', 'CustomMlModel', 'SageMaker', 'VertexAI'),
  example: { name: 'shop_mlflow', serviceType: 'Mlflow', description: 'Models of the shop' },
});

export const storageServiceType = defineService({
  type: 'storageService',
  description: 'An object store: the root of its containers.',
  kinds: oneOf('S3', 'ADLS', 'GCS', 'CustomStorage'),
  example: { name: 'shop_s3', serviceType: 'S3', description: 'Files of the shop' },
});

export const searchServiceType = defineService({
  type: 'searchService',
  description: 'A search engine: the root of its indexes.',
  kinds: oneOf('ElasticSearch', 'OpenSearch', 'CustomSearch'),
  example: { name: 'shop_elastic', serviceType: 'ElasticSearch', description: 'What the shop’s visitors search' },
});

export const apiServiceType = defineService({
  type: 'apiService',
  description: 'A service that answers requests: the root of its collections of endpoints.',
  kinds: oneOf('Rest', 'WEBHOOK'),
  example: { name: 'shop_api', serviceType: 'Rest', description: 'The shop’s public interface' },
});
