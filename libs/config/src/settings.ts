/** All settings of a process, parsed and checked once at its start. */
export interface Settings {
  /** Address that the API listens on. */
  readonly host: string;
  readonly port: number;
  /** Processes that serve the port together. */
  readonly apiProcesses: number;
  /** Where links begin when the service is reached under another address than HOST:PORT; without a slash at its end. */
  readonly publicUrl?: string;
  /** Folder of the embedded database, keys and state files; absolute. */
  readonly dataDir: string;
  /** An external PostgreSQL server; absent = the embedded one. */
  readonly databaseUrl?: string;
  /** The same database past a pooler, for what needs a session of its own; absent = by `databaseUrl`. */
  readonly databaseDirectUrl?: string;
  /** Connections per process to the database. */
  readonly databasePoolSize: number;
  /** Whether a process that starts makes the tables that are missing. */
  readonly migrateOnStart: 'on' | 'off';
  /** A Redis server for the queue; absent = the queue lives in PostgreSQL. */
  readonly redisUrl?: string;
  /** Prefix of the keys of the queue in Redis. */
  readonly queuePrefix: string;
  /** An Elasticsearch server for search; absent = search lives in PostgreSQL. */
  readonly elasticsearchUrl?: string;
  readonly elasticsearchApiKey?: string;
  /** Prefix of the names of the indices. */
  readonly elasticsearchPrefix?: string;
  /** How long a statement of a search may take on PostgreSQL, in ms. */
  readonly searchTimeoutMs: number;
  /** Memory for all caches of a process, in MB; 0 = nothing is cached. */
  readonly cacheMegabytes: number;
  /** Faults for chaos tests; absent in production. */
  readonly failpoints?: string;
  readonly workerConcurrency: number;
  /** The lanes of the queues that a worker serves; at least one. */
  readonly workerQueues: readonly ('urgent' | 'batch' | 'data')[];
  /** Data runs that a worker has at a time. */
  readonly dataConcurrency: number;
  /** FQNs of the services that a worker reads; empty = all. */
  readonly dataServices: readonly string[];
  /** File of the key that seals connections of services, absolute; absent = a key that follows from the signing key. */
  readonly connectionKeyFile?: string;
  /** How long a data run that somebody waits for waits for a worker, in seconds. */
  readonly dataWaitSeconds: number;
  /** Addresses (or CIDR ranges) that sources may have; empty = any but those that are never called. */
  readonly dataNetworks: readonly string[];
  /** Folders below which services of files may lie; absolute. */
  readonly dataFilesRoots: readonly string[];
  /** Folder with a `node_modules` of further drivers, absolute; absent = beside the program. */
  readonly dataDriversDir?: string;
  /** Most rows that a statement may bring. */
  readonly dataRowsLimit: number;
  /** Most bytes that a statement may bring. */
  readonly dataResultBytes: number;
  /** Memory of the engine that reads files, for a reading, in MB. */
  readonly dataMemoryMegabytes: number;
  /** Threads of that engine, for a reading. */
  readonly dataThreads: number;
  /** How long records of data runs are kept, an ISO 8601 duration. */
  readonly dataRunRetention: string;
  /** Port of the worker's health and metrics endpoints; absent = a free one. */
  readonly workerPort?: number;
  /** Port for /metrics of the API where HOST is not loopback; absent = no metrics there. */
  readonly metricsPort?: number;
  /** How long an API takes connections after it was asked to end, in ms. */
  readonly stopDelayMs: number;
  readonly logLevel: LogLevel;
  /** Levels of single parts, by the `context` of their lines. */
  readonly logLevels: Readonly<Record<string, LogLevel>>;
  /** PEM file of the RS256 key that signs our tokens, absolute; absent = DATA_DIR/signing-key.pem, made at first use. */
  readonly signingKeyFile?: string;
  readonly jwtAudience: string;
  readonly jwtIssuers: readonly OutsideIssuer[];
  /** Domains of the e-mail addresses by which outside issuers name users, in lower case; empty = any. */
  readonly jwtEmailDomains: readonly string[];
  readonly accessTokenSeconds: number;
  /** How long a validate request waits for its run when it does not say so itself, in seconds. */
  readonly validationWaitSeconds: number;
  /** Largest body of a request, in bytes. */
  readonly bodyLimit: number;
  /** Requests that one principal may make in a minute on this API; 0 = no limit. */
  readonly rateLimitPerPrincipal: number;
  /** Requests that may come from one address in a minute to this API; 0 = no limit. */
  readonly rateLimitPerAddress: number;
  /** The API whose shape answers have where a request does not say so itself. */
  readonly compatibility: 'none' | 'openmetadata';
  /** Whether browsers are served the console. */
  readonly console: 'on' | 'off';
  /** Whether samples of data are kept. */
  readonly sampleData: 'on' | 'off';
  /** FQNs of tags; values of columns that bear one are neither kept nor shown in samples. */
  readonly sampleDataHiddenTags: readonly string[];
  /** Results older than this ISO 8601 duration, or beyond this count, are removed; absent = kept for ever. */
  readonly resultRetention?: string;
  /** How long raw lineage events are kept, an ISO 8601 duration. */
  readonly openLineageRetention: string;
  /** How long change events are kept, an ISO 8601 duration. */
  readonly changeEventRetention: string;
  /** How long records of the audit are kept, an ISO 8601 duration. */
  readonly auditRetention: string;
  /** Addresses (or CIDR ranges) that are not public and may be notified all the same. */
  readonly notificationNetworks: readonly string[];
  /** How long a notification is tried, an ISO 8601 duration. */
  readonly notificationRetryFor: string;
  /** How long the destination of a subscription may fail before it is disabled, an ISO 8601 duration. */
  readonly notificationDisableAfter: string;
  /** The server for e-mails, with its login; absent = none are sent. */
  readonly smtpUrl?: string;
  /** Sender of e-mails. */
  readonly smtpFrom: string;
  /** Addresses (or CIDR ranges) whose X-Forwarded-For counts. */
  readonly trustedProxies: readonly string[];
  /** Origins of pages that may call the API; empty = CORS is off, `*` = any. */
  readonly corsOrigins: readonly string[];
}

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** Another issuer whose tokens are taken, known by its key set. */
export interface OutsideIssuer {
  readonly issuer: string;
  readonly jwksUri: string;
  readonly audience?: string;
  readonly algorithms: readonly ('RS256' | 'ES256')[];
  readonly claims: { readonly name?: string; readonly roles?: string };
  /** Whether its tokens may speak for administrators. */
  readonly admin: boolean;
  /** How people sign in to the console by it; absent: they do not. */
  readonly signIn?: OutsideSignIn;
}

/** This service as a client of an outside issuer (OpenID Connect). */
export interface OutsideSignIn {
  readonly clientId: string;
  /** Absent: a public client, which PKCE alone protects. */
  readonly clientSecret?: string;
  /** Name on the button. */
  readonly name: string;
  /** Separated by blanks; openid is one of them. */
  readonly scopes: string;
  /** How long a session lasts at most that it began, in hours. */
  readonly sessionHours: number;
}

/** How the text of a variable becomes a value; `parse` answers undefined for what is not allowed. */
export interface ValueType<T> {
  /** The allowed values, as a noun phrase: "a whole number from 1 to 65535". */
  readonly expected: string;
  readonly parse: (text: string) => T | undefined;
}

/** One variable of the environment. */
export interface Setting<T> {
  /** Name of the variable. */
  readonly name: string;
  readonly meaning: string;
  readonly unit?: string;
  readonly example: string;
  /** The default, written as in the environment; absent = unset. */
  readonly fallback?: string;
  /** Never printed, and may be given as the content of the file that NAME_FILE names. */
  readonly secret?: true;
  readonly type: ValueType<T>;
}

/** One entry for each field of Settings; a field that is not optional has a default, else it does not compile. */
export type SettingList = {
  readonly [K in keyof Settings]-?: undefined extends Settings[K]
    ? Setting<NonNullable<Settings[K]>>
    : Setting<Settings[K]> & { readonly fallback: string };
};
