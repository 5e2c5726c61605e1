import { DATA_SETTINGS } from './data-settings';
import { outsideIssuers } from './outside-issuers';
import { cloudId, postgresUrl, redisUrl, searchUrls, serverUrl } from './server-urls';
import type { SettingList, ValueType } from './setting';
import {
  addressRange,
  duration,
  durationOrCount,
  emailDomain,
  filePath,
  hostName,
  indexPrefix,
  linkBase,
  listOf,
  oneOf,
  origin,
  port,
  processCount,
  recordOf,
  someOf,
  wholeNumber,
  word,
} from './value-types';

const KIB = 1024;
const MIB = 1024 * KIB;

const logLevel = oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace');

/** Every setting there is. `.env.example` is made from this list. */
export const SETTINGS = {
  host: {
    name: 'HOST',
    meaning: 'Address that the API listens on; 0.0.0.0 for all interfaces.',
    fallback: '127.0.0.1',
    example: '0.0.0.0',
    type: hostName,
  },
  port: {
    name: 'PORT',
    meaning: 'Port that the API listens on.',
    fallback: '8585',
    example: '8080',
    type: port,
  },
  apiProcesses: {
    name: 'API_PROCESSES',
    meaning: 'Processes by which one API serves its port: one for each processor that it shall use, or auto for all.',
    unit: 'processes',
    fallback: '1',
    example: 'auto',
    type: processCount,
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    meaning: 'Where links begin when clients reach the service under another address; unset: http://HOST:PORT.',
    example: 'https://catalog.example.org',
    type: linkBase,
  },
  dataDir: {
    name: 'DATA_DIR',
    meaning: 'Folder of the embedded database, the signing key and the state files.',
    fallback: '.data',
    example: '/var/lib/metadata-catalog',
    type: filePath,
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    meaning: 'A PostgreSQL server of your own (14 or newer); unset: the embedded one.',
    example: 'postgres://catalog:secret@db.example.org:5432/catalog',
    secret: true,
    type: postgresUrl,
  },
  databaseDirectUrl: {
    name: 'DATABASE_DIRECT_URL',
    meaning:
      'The same database past the pooler that DATABASE_URL leads to, for notifications and migrations; unset: by DATABASE_URL.',
    example: 'postgres://catalog:secret@db.example.org:5432/catalog',
    secret: true,
    type: postgresUrl,
  },
  databasePoolSize: {
    name: 'DATABASE_POOL_SIZE',
    meaning: 'Most connections to the database per process.',
    unit: 'connections',
    fallback: '10',
    example: '20',
    type: wholeNumber(2, 500),
  },
  databaseCommitWaitMs: {
    name: 'DATABASE_COMMIT_WAIT_MS',
    meaning:
      'How long a write waits for its commit to be confirmed (a synchronous standby that is lost, a server that is frozen) before it is answered 503.',
    unit: 'ms',
    fallback: '8000',
    example: '5000',
    type: wholeNumber(4_000, 10_000),
  },
  migrateOnStart: {
    name: 'MIGRATE_ON_START',
    meaning:
      'on: an API or worker that starts makes the tables that are missing, as db:migrate does; off: it waits until they are there.',
    fallback: 'off',
    example: 'on',
    type: oneOf('on', 'off'),
  },
  redisUrl: {
    name: 'REDIS_URL',
    meaning:
      'A Redis (6.2 or newer) for the queue: one server, the Sentinels of one, or a Redis Cluster; unset: the queue lives in PostgreSQL.',
    example: 'redis-sentinel://:secret@a.example.org:26379,b.example.org:26379/primary/0',
    secret: true,
    type: redisUrl,
  },
  redisCaFile: {
    name: 'REDIS_CA_FILE',
    meaning: 'PEM file of the authorities whose certificates Redis may have; unset: those of Node.js.',
    example: '/run/secrets/redis-ca.pem',
    type: filePath,
  },
  queuePrefix: {
    name: 'QUEUE_PREFIX',
    meaning:
      'What the keys of the queue in Redis begin with, in a Redis Cluster in braces: installations that share a Redis need one each.',
    fallback: 'metadata-catalog',
    example: 'catalog-staging',
    type: word('1 to 64 printable characters without blanks', 64),
  },
  elasticsearchUrl: {
    name: 'ELASTICSEARCH_URL',
    meaning:
      'An Elasticsearch or OpenSearch for search, with its login if it has one: one node, or several with commas between; unset: search lives in PostgreSQL.',
    example: 'https://catalog:secret@a.example.org:9200,https://b.example.org:9200',
    secret: true,
    type: searchUrls,
  },
  elasticsearchCloudId: {
    name: 'ELASTICSEARCH_CLOUD_ID',
    meaning: 'A deployment of Elastic Cloud in place of ELASTICSEARCH_URL, with ELASTICSEARCH_API_KEY.',
    example: 'catalog:ZXUuZXhhbXBsZS5vcmckOGUzYSQ1YmQy',
    type: cloudId,
  },
  elasticsearchApiKey: {
    name: 'ELASTICSEARCH_API_KEY',
    meaning: 'API key for that server, encoded as shown when it is created; has precedence over a login in the URL.',
    example: 'VnVhQ2ZHY0JDZGJrUW0tZTVhT3g6dWkybHAyYXhUTm1zeWFrdzl0dk5udw==',
    secret: true,
    type: word('1 to 1000 printable characters without blanks', 1000),
  },
  elasticsearchCaFile: {
    name: 'ELASTICSEARCH_CA_FILE',
    meaning: 'PEM file of the authorities whose certificates that server may have; unset: those of Node.js.',
    example: '/run/secrets/search-ca.pem',
    type: filePath,
  },
  elasticsearchPrefix: {
    name: 'ELASTICSEARCH_PREFIX',
    meaning: 'What the names of the indices begin with: installations that share an Elasticsearch need one each.',
    example: 'staging_',
    type: indexPrefix,
  },
  elasticsearchShards: {
    name: 'ELASTICSEARCH_SHARDS',
    meaning: 'Shards of an index that is made; unset: 1. One that exists has as many after `search rebuild`.',
    unit: 'shards',
    example: '3',
    type: wholeNumber(1, 32),
  },
  elasticsearchReplicas: {
    name: 'ELASTICSEARCH_REPLICAS',
    meaning:
      'Copies of each shard beside it, of an index that exists too; unset: 1 where there are several nodes, else 0.',
    unit: 'copies',
    example: '1',
    type: wholeNumber(0, 8),
  },
  searchTimeoutMs: {
    name: 'SEARCH_TIMEOUT_MS',
    meaning: 'How long a statement of a search may take on PostgreSQL before it is given up.',
    unit: 'milliseconds',
    fallback: '2000',
    example: '5000',
    type: wholeNumber(100, 60_000),
  },
  cacheMegabytes: {
    name: 'CACHE_MB',
    meaning:
      'What each process caches, all together: entities, answers of searches on PostgreSQL, lineage around assets, rights of callers. What is asked for most stays. 0 caches nothing.',
    unit: 'MB',
    fallback: '96',
    example: '256',
    type: wholeNumber(0, 16_384),
  },
  failpoints: {
    name: 'FAILPOINTS',
    meaning: 'Faults for chaos tests, such as after-claim=kill; never set it in production.',
    example: 'after-claim=kill,after-commit-before-ack=stop@3',
    type: word('1 to 1000 printable characters without blanks', 1000),
  },
  workerConcurrency: {
    name: 'WORKER_CONCURRENCY',
    meaning: 'Jobs that one worker runs at a time. Concurrent jobs share statements and commits.',
    unit: 'jobs',
    fallback: '32',
    example: '16',
    type: wholeNumber(1, 256),
  },
  workerQueues: {
    name: 'WORKER_QUEUES',
    meaning:
      'Lanes that one worker serves: urgent (someone waits), batch (batches, schedules, schema changes), data (reads sources).',
    fallback: 'urgent,batch,data',
    example: 'urgent',
    type: someOf(oneOf('urgent', 'batch', 'data')),
  },
  ...DATA_SETTINGS,
  workerPort: {
    name: 'WORKER_PORT',
    meaning: "Port of the worker's health and metrics; unset: a free one.",
    example: '8586',
    type: port,
  },
  metricsPort: {
    name: 'METRICS_PORT',
    meaning: "Port of the API's /metrics where HOST is not loopback (there it is on PORT); unset: no metrics.",
    example: '9464',
    type: port,
  },
  stopDelayMs: {
    name: 'STOP_DELAY_MS',
    meaning: 'How long a stopping API still accepts connections, not ready, in ms: the time in which balancers notice.',
    fallback: '0',
    example: '2000',
    type: wholeNumber(0, 60_000),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    meaning: 'The least important line that is still written.',
    fallback: 'info',
    example: 'debug',
    type: logLevel,
  },
  logLevels: {
    name: 'LOG_LEVELS',
    meaning: 'Levels of single parts in place of LOG_LEVEL; a part is the context of its lines, in any case.',
    fallback: '',
    example: 'search=debug,request=warn',
    type: recordOf(word('a part', 64), logLevel),
  },
  signingKeyFile: {
    name: 'SIGNING_KEY_FILE',
    meaning: 'PEM file of the RSA key that signs our tokens; unset: DATA_DIR/signing-key.pem, made at first use.',
    example: '/run/secrets/signing-key.pem',
    type: filePath,
  },
  jwtAudience: {
    name: 'JWT_AUDIENCE',
    meaning: 'Value that the claim aud of a token must contain.',
    fallback: 'metadata-catalog',
    example: 'https://catalog.example.org',
    type: word('1 to 255 printable characters without blanks', 255),
  },
  jwtIssuers: {
    name: 'JWT_ISSUERS',
    meaning:
      'Other issuers whose tokens are taken, with the address of their keys. claims.name: the claim that names a user; unset: only an e-mail address does. admin: whether it may speak for administrators. signIn: people sign in to the console by it.',
    fallback: '[]',
    example: '[{"issuer":"https://login.example.org","jwksUri":"https://login.example.org/keys"}]',
    secret: true,
    type: outsideIssuers,
  },
  jwtEmailDomains: {
    name: 'JWT_EMAIL_DOMAINS',
    meaning: 'Domains of the e-mail addresses by which other issuers name users; empty: any.',
    fallback: '',
    example: 'example.org,example.com',
    type: listOf(emailDomain),
  },
  accessTokenSeconds: {
    name: 'ACCESS_TOKEN_SECONDS',
    meaning: 'How long an access token lives that a login gives.',
    unit: 'seconds',
    fallback: '3600',
    example: '900',
    type: wholeNumber(60, 86_400),
  },
  validationWaitSeconds: {
    name: 'VALIDATION_WAIT',
    meaning: 'How long a validate request waits for its run when it has no "Prefer: wait".',
    unit: 'seconds',
    fallback: '10',
    example: '0',
    type: wholeNumber(0, 60),
  },
  bodyLimit: {
    name: 'BODY_LIMIT',
    meaning: 'Largest body of a request (bulk and import routes: 64 MiB, or this if it is more).',
    unit: 'bytes',
    fallback: String(10 * MIB),
    example: String(20 * MIB),
    type: wholeNumber(KIB, 512 * MIB),
  },
  rateLimitPerPrincipal: {
    name: 'RATE_LIMIT_PER_PRINCIPAL',
    meaning:
      'Requests that one principal may make, counted by each API, all processes of its port together; above it 429. 0: no limit.',
    unit: 'requests a minute',
    fallback: '0',
    example: '6000',
    type: wholeNumber(0, 1_000_000_000),
  },
  rateLimitPerAddress: {
    name: 'RATE_LIMIT_PER_ADDRESS',
    meaning:
      'Requests that may come from one address (of IPv6: one /64 network), counted by each API, all processes of its port together, before a token is looked at; above it 429. 0: no limit.',
    unit: 'requests a minute',
    fallback: '0',
    example: '12000',
    type: wholeNumber(0, 1_000_000_000),
  },
  compatibility: {
    name: 'COMPATIBILITY',
    meaning:
      'openmetadata: entities are shown as its clients expect, to requests that do not say otherwise by X-Compatibility.',
    fallback: 'none',
    example: 'openmetadata',
    type: oneOf('none', 'openmetadata'),
  },
  console: {
    name: 'CONSOLE',
    meaning: 'on: browsers are served the console at /; off: only the API is served.',
    fallback: 'on',
    example: 'off',
    type: oneOf('on', 'off'),
  },
  sampleData: {
    name: 'SAMPLE_DATA',
    meaning:
      'on: samples of data that ingestion sends are stored, and shown to users with ViewSampleData; off: they are checked and not stored.',
    fallback: 'off',
    example: 'on',
    type: oneOf('on', 'off'),
  },
  sampleDataHiddenTags: {
    name: 'SAMPLE_DATA_HIDDEN_TAGS',
    meaning:
      'FQNs of tags: values of columns with one of them are neither stored nor shown in sample data, and their measurements are hidden from users who may not see samples.',
    fallback: 'PII.Sensitive',
    example: 'PII.Sensitive,PersonalData.Personal',
    type: listOf(word('an FQN of a tag', 512)),
  },
  resultRetention: {
    name: 'RESULT_RETENTION',
    meaning: 'Results older than this, or beyond this count per contract, are removed; unset: unlimited.',
    unit: 'ISO 8601 duration, or results',
    example: 'P90D',
    type: durationOrCount,
  },
  openLineageRetention: {
    name: 'OPENLINEAGE_RETENTION',
    meaning: 'Retention of raw lineage events; the edges made from them stay.',
    unit: 'ISO 8601 duration',
    fallback: 'P30D',
    example: 'P7D',
    type: duration,
  },
  changeEventRetention: {
    name: 'CHANGE_EVENT_RETENTION',
    meaning: 'Retention of change events; the versions of each entity stay.',
    unit: 'ISO 8601 duration',
    fallback: 'P30D',
    example: 'P7D',
    type: duration,
  },
  auditRetention: {
    name: 'AUDIT_RETENTION',
    meaning: 'Retention of audit records; the hashes of their blocks stay.',
    unit: 'ISO 8601 duration',
    fallback: 'P1Y',
    example: 'P90D',
    type: duration,
  },
  notificationNetworks: {
    name: 'NOTIFICATION_NETWORKS',
    meaning:
      'Addresses that are not public (private, loopback, link-local and the like) to which notifications may be sent all the same.',
    fallback: '',
    example: '10.20.0.0/16,127.0.0.1',
    type: listOf(addressRange),
  },
  notificationRetryFor: {
    name: 'NOTIFICATION_RETRY_FOR',
    meaning: 'How long a notification is retried before it becomes a dead letter, which is sent again manually.',
    unit: 'ISO 8601 duration',
    fallback: 'P1D',
    example: 'PT6H',
    type: duration,
  },
  notificationDisableAfter: {
    name: 'NOTIFICATION_DISABLE_AFTER',
    meaning: 'A subscription whose destination has failed for so long, without a success in between, is disabled.',
    unit: 'ISO 8601 duration',
    fallback: 'P3D',
    example: 'P7D',
    type: duration,
  },
  smtpUrl: {
    name: 'SMTP_URL',
    meaning: 'The server that sends notifications by e-mail, with its login; unset: none are sent by e-mail.',
    example: 'smtps://catalog:secret@mail.example.org:465',
    secret: true,
    type: serverUrl('smtp', 'smtps'),
  },
  smtpFrom: {
    name: 'SMTP_FROM',
    meaning: 'The sender of these e-mails.',
    fallback: 'metadata-catalog@localhost',
    example: 'catalog@example.org',
    type: word('1 to 255 printable characters without blanks', 255),
  },
  trustedProxies: {
    name: 'TRUSTED_PROXIES',
    meaning: 'Proxies whose X-Forwarded-For is believed.',
    fallback: '',
    example: '10.0.0.0/8,192.168.1.7',
    type: listOf(addressRange),
  },
  corsOrigins: {
    name: 'CORS_ORIGINS',
    meaning: 'Origins of pages that may call the API; empty: CORS is off.',
    fallback: '',
    example: 'https://console.example.org',
    type: listOf(origin),
  },
} satisfies SettingList;

type List = typeof SETTINGS;
type ValueOf<Key extends keyof List> = List[Key]['type'] extends ValueType<infer Value> ? Value : never;
type WithDefault = { [Key in keyof List]: List[Key] extends { readonly fallback: string } ? Key : never }[keyof List];

/** All settings of a process, parsed and checked once at its start. Those without a default may be absent. */
export type Settings = { readonly [Key in WithDefault]: ValueOf<Key> } & {
  readonly [Key in Exclude<keyof List, WithDefault>]?: ValueOf<Key>;
};
