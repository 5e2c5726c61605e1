import { ResilientClient } from '../resilient-client';

/** The oldest commit of the role in the database that waits for a synchronous standby, in ms. Sessions of other roles are not seen. */
export const OLDEST_COMMIT_WAIT = `
  select coalesce(max(extract(epoch from clock_timestamp() - query_start)) * 1000, 0)::float8 as ms
    from pg_stat_activity where datname = current_database() and wait_event = 'SyncRep'`;

const TIME_MS = 2_000;

/** Asks by a connection of its own, which is opened when it is asked: those of the pools may all be waiting. */
export class CommitWait {
  private client: Promise<ResilientClient> | undefined;

  constructor(private readonly url: string) {}

  async ask(): Promise<number> {
    const client = await (this.client ??= this.open());
    const { rows } = await client.query<{ ms: number }>(OLDEST_COMMIT_WAIT);
    return rows[0]?.ms ?? 0;
  }

  /** Closes the connection. */
  rest(): void {
    const { client } = this;
    this.client = undefined;
    client?.then((opened) => opened.abort(new Error('not needed any more'))).catch(() => undefined);
  }

  private async open(): Promise<ResilientClient> {
    const client = new ResilientClient({
      connectionString: this.url,
      application_name: 'metadata-catalog-watch',
      connectionTimeoutMillis: TIME_MS,
      query_timeout: TIME_MS,
    });
    await client.connect();
    return client;
  }
}
