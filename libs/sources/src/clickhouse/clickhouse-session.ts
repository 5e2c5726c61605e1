import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { loadDriver } from '../connect/driver';
import { LimitedRows } from '../connect/limited-rows';
import { connectedWithin } from '../connect/network-errors';
import { StatementSession } from '../connect/statement-session';
import type { Cell, Rows, SessionContext, SessionLimits } from '../engine';
import { CLICKHOUSE } from './clickhouse-dialect';
import { type ClickhouseConfig, explainClickhouse } from './clickhouse-connection';

const MS = 1_000;
/** Beyond the time-out of the source itself, for the way there and back. */
const SPARE_SECONDS = 10;
const NO_LOG = 127;

type Settings = Readonly<Record<string, string | number>>;

/** The part of the driver that is used. */
interface Driver {
  createClient(options: object): Client;
}
interface Client {
  query(asked: {
    readonly query: string;
    readonly format: 'TabSeparatedWithNames';
    readonly query_id: string;
    readonly clickhouse_settings: Settings;
    readonly abort_signal: AbortSignal;
  }): Promise<{ stream(): AsyncIterable<readonly { readonly text: string }[]> }>;
  command(asked: { readonly query: string }): Promise<unknown>;
  close(): Promise<void>;
}

/** Reading of a server of ClickHouse: read-only statements over HTTP, each with its bounds. It has no snapshot. */
export class ClickhouseSession extends StatementSession {
  readonly dialect = CLICKHOUSE;
  private statement?: { readonly id: string; readonly abort: AbortController };

  private constructor(
    private client: Client,
    private readonly clientOf: (schema: string) => Client,
    private readonly agent: Agent,
    config: ClickhouseConfig,
    limits: SessionLimits,
  ) {
    super(limits, (error, statement) => explainClickhouse(error, config, statement));
  }

  /** @throws {SourceError} where it cannot be connected */
  static async open(config: ClickhouseConfig, context: SessionContext): Promise<ClickhouseSession> {
    const { limits, networks, program } = context;
    networks.requireHost(config.host);
    const driver = await loadDriver<Driver>('@clickhouse/client', context.driversFolder);
    const { host, port, tls, user, password } = config;
    // The address is judged, and the one that was judged is connected to.
    const agent = new (tls ? TlsAgent : Agent)({ keepAlive: true, lookup: networks.lookupFor(host) });
    const clientOf = (database?: string): Client =>
      driver.createClient({
        url: `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
        username: user,
        password,
        ...(database !== undefined && { database }),
        application: program,
        http_agent: agent,
        request_timeout: (limits.connectSeconds + limits.statementSeconds + SPARE_SECONDS) * MS,
        log: { level: NO_LOG },
      });
    const session = new ClickhouseSession(clientOf(), clientOf, agent, config, limits);
    return session.opened(connectedWithin(session.run('SELECT 1', limits), limits.connectSeconds * MS));
  }

  async enter(schema: string): Promise<void> {
    const before = this.client;
    this.client = this.clientOf(schema);
    await before.close();
  }

  now(): Promise<number> {
    return this.numberOf('SELECT toUnixTimestamp64Milli(now64(3))');
  }

  async close(): Promise<void> {
    this.statement?.abort.abort();
    await this.client.close().catch(() => undefined);
    this.agent.destroy();
  }

  protected async run(sql: string, limits: SessionLimits): Promise<Rows> {
    const [id, abort] = [randomUUID(), new AbortController()];
    this.statement = { id, abort };
    try {
      const answer = await this.client.query({
        query: sql,
        format: 'TabSeparatedWithNames',
        query_id: id,
        clickhouse_settings: settingsOf(limits),
        abort_signal: abort.signal,
      });
      return await collect(answer.stream(), limits);
    } finally {
      // What is too large is not read to its end, and ends in the source with its line.
      abort.abort();
    }
  }

  protected end(): Promise<unknown> {
    return this.client.command({ query: `KILL QUERY WHERE query_id = ${CLICKHOUSE.text(this.statement!.id)} ASYNC` });
  }

  /** A statement that reads ends with its line. */
  protected async cut(): Promise<void> {
    this.statement?.abort.abort();
    await this.running;
  }
}

async function collect(
  lines: AsyncIterable<readonly { readonly text: string }[]>,
  limits: SessionLimits,
): Promise<Rows> {
  const collected = new LimitedRows(limits);
  let columns: readonly string[] | undefined;
  for await (const some of lines)
    for (const { text } of some) {
      const cells = text.split('\t').map(cellOf);
      if (columns) collected.add(cells);
      else columns = cells.map(String);
      if (collected.excess) throw collected.excess;
    }
  return { columns: columns ?? [], rows: collected.rows };
}

function settingsOf({ statementSeconds, rows }: SessionLimits): Settings {
  return {
    readonly: 2,
    max_execution_time: statementSeconds,
    // The statement of a worker that dies ends with the line.
    cancel_http_readonly_queries_on_client_close: 1,
    // Otherwise an error in the midst of an answer would be a row of it; the answer is bounded, since it is buffered there until its end.
    wait_end_of_query: 1,
    limit: rows + 1,
    session_timezone: 'UTC',
    aggregate_functions_null_for_empty: 1,
    join_use_nulls: 1,
    // An expression named as a column is means the column.
    prefer_column_name_to_alias: 1,
  };
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', r: '\r', n: '\n', t: '\t', '0': '\0' };

/** Value of a cell of the tab-separated format, in which a text of a backslash and N is another than NULL. */
function cellOf(written: string): Cell {
  if (written === '\\N') return null;
  return written.includes('\\')
    ? written.replaceAll(/\\(.)/gs, (_all, char: string) => ESCAPES[char] ?? char)
    : written;
}
