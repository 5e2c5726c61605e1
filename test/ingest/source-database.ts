import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@app/embedded';
import { Client } from 'pg';
import { missingShared, sharedPath } from '../support/shared-folder';
import { omopStatements } from './omop';

/** What its users have asked of it: ingestion reads lineage and usage off this. */
const ASKED = [
  'insert into mart.daily_sales select o.ordered_at::date, count(*), sum(o.total) from shop.orders o group by 1',
  'select o.order_id, c.email from shop.orders o join shop.customers c on o.customer_id = c.customer_id limit 3',
  'select total from shop.orders where order_id = 7',
];

/** A change of each kind that a source can see between two runs. */
const CHANGES = `
  drop table shop.obsolete;
  alter table shop.customers add column phone varchar(30);
  comment on table shop.products is 'What is sold';
  alter table shop.order_lines alter column quantity type numeric(10,2)`;

/** A real PostgreSQL with a small shop, and with the tables of OMOP where they are to be had: what is ingested. */
export class SourceDatabase {
  private constructor(
    private readonly server: EmbeddedPostgres,
    private readonly folder: string,
    /** How many tables and views it has. */
    readonly tables: number,
  ) {}

  static async start(withOmop: boolean): Promise<SourceDatabase> {
    const folder = mkdtempSync(join(tmpdir(), 'catalog-source-'));
    // As root the server runs under another account, which has to pass through.
    chmodSync(folder, 0o711);
    const options = { dataDir: join(folder, 'data'), durable: false };
    const first = await startEmbeddedPostgres(options);
    await run(first.administratorUrl, `alter system set shared_preload_libraries = 'pg_stat_statements'`);
    await first.stop();
    const server = await startEmbeddedPostgres(options);
    const administrator = Object.assign(new URL(server.administratorUrl), {
      pathname: new URL(server.url).pathname,
    }).href;
    await run(administrator, 'create extension pg_stat_statements');
    await run(server.url, readFileSync(join(__dirname, 'shop.sql'), 'utf8'));
    if (withOmop && missingShared('data/omop') === undefined)
      for (const statement of omopStatements(sharedPath('data/omop'))) await run(server.url, statement);
    // The profiler takes the number of rows from the catalog of PostgreSQL, which has none before its own process came round.
    await run(server.url, 'analyze');
    await run(administrator, 'select pg_stat_statements_reset()');
    for (const statement of ASKED) await run(server.url, statement);
    const text = `select count(*)::int as n from pg_class c join pg_namespace s on s.oid = c.relnamespace
      where c.relkind in ('r', 'v', 'm') and s.nspname not in ('pg_catalog', 'information_schema', 'public')`;
    return new SourceDatabase(server, folder, (await run(server.url, text))[0]?.n ?? 0);
  }

  /** How ingestion reaches it. */
  get connection(): object {
    const { username, password, host, pathname } = new URL(this.server.url);
    return {
      ...{ type: 'Postgres', username, authType: { password: decodeURIComponent(password) } },
      ...{ hostPort: host, database: pathname.slice(1) },
    };
  }

  async change(): Promise<void> {
    await run(this.server.url, CHANGES);
  }

  async stop(): Promise<void> {
    await this.server.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function run(url: string, statement: string): Promise<{ n: number }[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ n: number }>(statement)).rows;
  } finally {
    await client.end();
  }
}
