import { join } from 'node:path';
import { Client } from 'pg';
import { RunningService } from '../../support/running-service';
import type { Caller } from '../script/step';
import type { Build } from './build';

/** The user that each caller is, and the role with which it is made. */
const USERS: Readonly<Record<Exclude<Caller, 'nobody'>, readonly [user: string, role: string]>> = {
  admin: ['admin', 'Admin'],
  viewer: ['viewer', 'viewerRole'],
  consumer: ['carla', 'DataConsumer'],
  steward: ['stefan', 'DataSteward'],
};

/** Small, so that a body that is too large is soon sent. */
export const BODY_LIMIT = 262_144;

const ENVIRONMENT = {
  NODE_OPTIONS: `--require ${join(__dirname, 'steady-ids.cjs')}`,
  BODY_LIMIT: String(BODY_LIMIT),
  SAMPLE_DATA: 'on',
  // Addresses in answers do not depend on the port.
  PUBLIC_URL: 'http://127.0.0.1:8585',
};

/** API and worker of a build, on a database of their own. */
export class Product {
  private constructor(
    private readonly build: Build,
    private readonly service: RunningService,
  ) {}

  static async start(build: Build): Promise<Product> {
    const template = await build.template();
    const { dist } = build;
    return new Product(
      build,
      await RunningService.start({ environment: ENVIRONMENT, dist, ...(template !== undefined && { template }) }),
    );
  }

  get baseUrl(): string {
    return this.service.baseUrl;
  }

  /** Made by the build's own program. */
  token(caller: Exclude<Caller, 'nobody'>): Promise<string> {
    const [user, role] = USERS[caller];
    const { NODE_OPTIONS: _, ...environment } = this.service.environment;
    return this.build.node('apps/stack/src/token.js', ['--user', user, '--role', role], environment);
  }

  /** Rows of each table, by its name. */
  async rowCounts(): Promise<Record<string, number>> {
    const client = new Client({ connectionString: this.service.databaseUrl });
    await client.connect();
    try {
      const { rows } = await client.query<{ name: string; count: string }>(COUNTS);
      return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]));
    } finally {
      await client.end();
    }
  }

  stop(): Promise<void> {
    return this.service.stop();
  }
}

/**
 * Without what background work brings together in its own time: blocks of the audit, rows of counters, words of the search index.
 * By xpath, since the names of the tables are data.
 */
const COUNTS = `
  select c.relname as name,
         (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I.%I', s.nspname, c.relname), false, true, '')))[1]::text as count
    from pg_class c join pg_namespace s on s.oid = c.relnamespace
   where s.nspname = 'public' and c.relname <> all ('{audit_block,counter,search_term}') and c.relkind in ('r', 'p') and not c.relispartition
   order by c.relname`;
