import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type DuckDBConnection, DuckDBInstance, StatementType } from '@duckdb/node-api';
import { duckSqlOf, GOOGLE_FUNCTIONS } from './google-sql';

/** A server of tests that speaks as much of BigQuery's API, version 2, by its documentation, as a reading needs, over DuckDB. */
export interface BigQueryServer {
  readonly port: number;
  readonly project: string;
  /** Its one service account, in the shape of OpenMetadata's connector. */
  readonly account: {
    readonly type: string;
    readonly clientEmail: string;
    readonly privateKey: string;
    readonly projectId: string;
  };
  /** Configurations of jobs, tried ones among them, in the order in which they came. */
  readonly configurations: Configuration[];
  /** Runs statements of DuckDB, which may write. */
  run(...statements: readonly string[]): Promise<void>;
  /** How many jobs run now. */
  running(): number;
  stop(): Promise<void>;
}

interface Configuration {
  readonly dryRun?: boolean;
  readonly jobTimeoutMs: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly query: {
    readonly query: string;
    readonly useLegacySql: boolean;
    readonly maximumBytesBilled: string;
    readonly defaultDataset?: { readonly datasetId: string };
  };
}

interface Job {
  readonly ended: Promise<unknown>;
  readonly connection: DuckDBConnection;
  result?: { readonly names: readonly string[]; readonly rows: readonly (readonly unknown[])[] };
  error?: { readonly reason: string; readonly message: string };
  stopped?: { readonly reason: string; readonly message: string };
}

/** The least that a statement is billed for. */
const LEAST_BILLED = 10_485_760;
const AUDIENCE = 'https://bigquery.googleapis.com/';

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }
}

/** Starts one with a project. @param datasets that it lists, with their places */
export async function startBigQuery(
  project: string,
  datasets: Readonly<Record<string, string>>,
): Promise<BigQueryServer> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const email = `reader@${project}.iam.gserviceaccount.com`;
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const admin = await instance.connect();
  for (const statement of ["SET TimeZone = 'UTC'", ...GOOGLE_FUNCTIONS]) await admin.run(statement);
  for (const name of Object.keys(datasets)) await admin.run(`CREATE SCHEMA ${name}`);
  const jobs = new Map<string, Job>();
  const configurations: Configuration[] = [];

  const requireAccount = ({ headers }: IncomingMessage): void => {
    const [head = '', claims = '', signature = ''] = (headers.authorization ?? '').replace(/^Bearer /, '').split('.');
    const key = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' }));
    const isSigned = verify('RSA-SHA256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'));
    const said = isSigned
      ? (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { iss: string; aud: string; exp: number })
      : undefined;
    if (said?.iss !== email || said.aud !== AUDIENCE || said.exp * 1_000 < Date.now())
      throw new Refusal(401, 'authError', 'Request had invalid authentication credentials.');
  };

  async function prepared({ query: { query, defaultDataset } }: Configuration) {
    const connection = await instance.connect();
    await connection.run("SET TimeZone = 'UTC'");
    if (defaultDataset) await connection.run(`USE memory."${defaultDataset.datasetId}"`);
    try {
      const statements = await connection.extractStatements(duckSqlOf(query, project));
      if (statements.count !== 1) return { connection, type: 'SCRIPT' };
      const statement = await statements.prepare(0);
      return { connection, statement, type: StatementType[statement.statementType] };
    } catch (error) {
      connection.closeSync();
      throw new Refusal(400, 'invalidQuery', (error as Error).message);
    }
  }

  async function insert(body: {
    readonly jobReference?: { readonly jobId: string };
    readonly configuration: Configuration;
  }): Promise<object> {
    const { configuration, jobReference } = body;
    configurations.push(configuration);
    const { connection, statement, type } = await prepared(configuration);
    const query = { statementType: type, totalBytesProcessed: '0' };
    if (configuration.dryRun) {
      connection.closeSync();
      return { status: { state: 'DONE' }, statistics: { query } };
    }
    if (!jobReference || jobs.has(jobReference.jobId)) throw new Refusal(409, 'duplicate', 'Already Exists: Job');
    const reference = { jobId: jobReference.jobId, location: 'EU' };
    if (Number(configuration.query.maximumBytesBilled) < LEAST_BILLED) {
      connection.closeSync();
      const message = `Query exceeded limit for bytes billed: ${configuration.query.maximumBytesBilled}.`;
      const errorResult = { reason: 'bytesBilledLimitExceeded', message };
      return { jobReference: reference, status: { state: 'DONE', errorResult }, statistics: { query } };
    }
    const timer = setTimeout(
      () => stop(job, { reason: 'stopped', message: 'Job timed out after 1s' }),
      Number(configuration.jobTimeoutMs),
    );
    const work = statement!.runAndReadAll().then(
      (read) => (job.result = { names: read.columnNames(), rows: read.getRows() }),
      (error: unknown) => (job.error = job.stopped ?? { reason: 'invalidQuery', message: (error as Error).message }),
    );
    const job: Job = {
      connection,
      ended: work.finally(() => {
        clearTimeout(timer);
        connection.closeSync();
      }),
    };
    jobs.set(jobReference.jobId, job);
    return { jobReference: reference, status: { state: 'RUNNING' }, statistics: { query } };
  }

  function stop(job: Job, why: { readonly reason: string; readonly message: string }): void {
    job.stopped ??= why;
    if (!job.result && !job.error) job.connection.interrupt();
  }

  async function results(jobId: string, query: URLSearchParams): Promise<object> {
    const job = jobs.get(jobId);
    if (!job || query.get('location') !== 'EU') throw new Refusal(404, 'notFound', `Not found: Job ${jobId}`);
    await Promise.race([
      job.ended,
      new Promise((resolve) => setTimeout(resolve, Number(query.get('timeoutMs'))).unref()),
    ]);
    if (job.error) throw new Refusal(400, job.error.reason, job.error.message);
    if (!job.result) return { jobComplete: false };
    const { names, rows } = job.result;
    const [from, most] = [Number(query.get('pageToken') ?? 0), Number(query.get('maxResults'))];
    const page = rows.slice(from, from + most);
    return {
      jobComplete: true,
      schema: { fields: names.map((name) => ({ name })) },
      rows: page.map((row) => ({ f: row.map((v) => ({ v: v === null ? null : String(v) })) })),
      ...(from + most < rows.length && { pageToken: String(from + most) }),
    };
  }

  async function answer(request: IncomingMessage): Promise<object> {
    requireAccount(request);
    const { pathname, searchParams } = new URL(request.url!, 'http://host');
    const [, asked, rest] = /^\/bigquery\/v2\/projects\/([^/]+)\/(.*)$/.exec(pathname) ?? [];
    if (asked !== project) throw new Refusal(404, 'notFound', `Not found: Project ${asked}`);
    if (rest === 'datasets')
      return {
        datasets: Object.entries(datasets).map(([datasetId, location]) => ({
          datasetReference: { datasetId },
          location,
        })),
      };
    if (rest === 'jobs') return insert(JSON.parse(await bodyOf(request)) as Parameters<typeof insert>[0]);
    const [, cancelled] = /^jobs\/([^/]+)\/cancel$/.exec(rest ?? '') ?? [];
    if (cancelled !== undefined) {
      const job = jobs.get(cancelled);
      if (!job) throw new Refusal(404, 'notFound', `Not found: Job ${cancelled}`);
      stop(job, { reason: 'stopped', message: 'Job execution was cancelled: User requested cancellation' });
      return {};
    }
    return results(/^queries\/([^/]+)$/.exec(rest ?? '')?.[1] ?? '', searchParams);
  }

  const server = createServer((request, response) => {
    answer(request).then(
      (body) => send(response, 200, body),
      (error: unknown) => {
        const { status, reason, message } =
          error instanceof Refusal ? error : new Refusal(500, 'internalError', String(error));
        send(response, status, { error: { code: status, message, errors: [{ reason, message }] } });
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    project,
    account: {
      ...{ type: 'service_account', clientEmail: email, projectId: project },
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
    configurations,
    run: async (...statements) => {
      for (const statement of statements) await admin.run(statement);
    },
    running: () => [...jobs.values()].filter(({ result, error }) => !result && !error).length,
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      admin.closeSync();
      instance.closeSync();
    },
  };
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
