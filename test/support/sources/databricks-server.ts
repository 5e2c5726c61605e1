import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where statements of the server of tests run. */
export interface SparkExecutor {
  /** @throws {Error} with the message of the engine */
  start(sql: string, place: { readonly catalog?: string; readonly schema?: string }): Execution;
  stop(): Promise<void>;
}

/** A statement that runs. */
export interface Execution {
  readonly ended: Promise<{
    readonly names: readonly string[];
    readonly rows: readonly (readonly (string | null)[])[];
  }>;
  interrupt(): void;
}

/** A server of tests that speaks as much of the API of a workspace, by its documentation, as a reading needs. */
export interface DatabricksServer {
  readonly port: number;
  /** What was submitted, in the order in which it came. */
  readonly submitted: Submission[];
  /** How many tokens were asked for by the secret of a service principal. */
  tokens(): number;
  /** How many statements run now. */
  running(): number;
  /** Lets statements wait, as of a warehouse that starts. @param ms before each runs */
  rest(ms: number): void;
  stop(): Promise<void>;
}

interface Submission {
  readonly statement: string;
  readonly warehouse_id: string;
  readonly catalog?: string;
  readonly schema?: string;
  readonly row_limit: number;
}

interface Job {
  state: string;
  error?: { readonly error_code: string; readonly message: string };
  result?: Awaited<Execution['ended']>;
  execution?: Execution;
  readonly limit: number;
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string | number,
    message: string,
  ) {
    super(message);
  }
}

const CHUNK_ROWS = 4_000;
export const WAREHOUSE = 'abc123';
export const PRINCIPAL = 'reader-principal';

/** Starts one with one warehouse. @param secret of the token, and of the service principal */
export async function startDatabricks(executor: SparkExecutor, secret: string): Promise<DatabricksServer> {
  const jobs = new Map<string, Job>();
  const submitted: Submission[] = [];
  let [tokens, restMs] = [0, 0];

  function requireToken({ headers }: IncomingMessage): void {
    const token = (headers.authorization ?? '').replace(/^Bearer /, '');
    if (token !== secret && token !== `minted-${PRINCIPAL}`) throw new Refusal(403, 403, 'Invalid access token.');
  }

  function run(job: Job, { statement, catalog, schema }: Submission): void {
    const place = { ...(catalog !== undefined && { catalog }), ...(schema !== undefined && { schema }) };
    const fail = (error: unknown): void => {
      if (job.state === 'CANCELED') return;
      job.state = 'FAILED';
      job.error = { error_code: 'BAD_REQUEST', message: (error as Error).message };
    };
    const begin = (): void => {
      if (job.state !== 'PENDING') return;
      job.state = 'RUNNING';
      try {
        job.execution = executor.start(statement, place);
        job.execution.ended.then((result) => {
          if (job.state !== 'RUNNING') return;
          job.result = result;
          job.state = 'SUCCEEDED';
        }, fail);
      } catch (error) {
        fail(error);
      }
    };
    if (restMs) setTimeout(begin, restMs);
    else begin();
  }

  function submit(asked: Submission): object {
    submitted.push(asked);
    if (asked.warehouse_id !== WAREHOUSE)
      throw new Refusal(400, 'INVALID_PARAMETER_VALUE', `${asked.warehouse_id} is not a valid endpoint id.`);
    const id = `statement-${submitted.length}`;
    const job: Job = { state: 'PENDING', limit: asked.row_limit };
    jobs.set(id, job);
    run(job, asked);
    return { statement_id: id, status: { state: 'PENDING' } };
  }

  function chunkOf({ result, limit }: Job, index: number): object {
    const rows = result!.rows.slice(0, limit);
    const from = index * CHUNK_ROWS;
    return {
      chunk_index: index,
      data_array: rows.slice(from, from + CHUNK_ROWS),
      ...(from + CHUNK_ROWS < rows.length && { next_chunk_index: index + 1 }),
    };
  }

  function stateOf(id: string, job: Job): object {
    const { state, error, result, limit } = job;
    return {
      statement_id: id,
      status: { state, ...(error && { error }) },
      ...(result && {
        manifest: {
          schema: { columns: result.names.map((name) => ({ name })) },
          truncated: result.rows.length > limit,
        },
        result: chunkOf(job, 0),
      }),
    };
  }

  async function answer(request: IncomingMessage): Promise<object> {
    const { pathname } = new URL(request.url!, 'http://host');
    if (pathname === '/oidc/v1/token') {
      const basic = Buffer.from(`${PRINCIPAL}:${secret}`).toString('base64');
      if (request.headers.authorization !== `Basic ${basic}`)
        throw new Refusal(401, 'invalid_client', 'Client authentication failed');
      tokens++;
      return { access_token: `minted-${PRINCIPAL}`, token_type: 'Bearer', expires_in: 3_600 };
    }
    requireToken(request);
    if (pathname === '/api/2.0/sql/statements') return submit(JSON.parse(await bodyOf(request)) as Submission);
    const [, id = '', rest] = /^\/api\/2\.0\/sql\/statements\/([^/]+)(?:\/(.*))?$/.exec(pathname) ?? [];
    const job = jobs.get(id);
    if (!job) throw new Refusal(404, 'NOT_FOUND', `The statement ${id} was not found.`);
    if (rest === 'cancel') {
      if (job.state === 'PENDING' || job.state === 'RUNNING') job.state = 'CANCELED';
      job.execution?.interrupt();
      return {};
    }
    return rest === undefined ? stateOf(id, job) : chunkOf(job, Number(rest.replace('result/chunks/', '')));
  }

  const server = createServer((request, response) => {
    answer(request).then(
      (body) => send(response, 200, body),
      (error: unknown) => {
        const { status, code, message } =
          error instanceof Refusal ? error : new Refusal(500, 'INTERNAL_ERROR', String(error));
        const isOfToken = typeof code === 'string' && code.startsWith('invalid_');
        send(response, status, isOfToken ? { error: code, error_description: message } : { error_code: code, message });
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    submitted,
    tokens: () => tokens,
    running: () => [...jobs.values()].filter(({ state }) => state === 'RUNNING').length,
    rest: (ms) => void (restMs = ms),
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await executor.stop();
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
