import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { createTestDatabase } from '../../support/embedded-database';

/** A database of a test that the service reads as an ordinary role. */
export interface SourceDatabase {
  /** `connection.config` of a service that stands for it. */
  readonly config: Readonly<Record<string, unknown>> & { readonly hostPort: string; readonly database: string };
  readonly password: string;
  readonly role: string;
  /** As the superuser. */
  query<Row extends object = Record<string, unknown>>(text: string): Promise<Row[]>;
  drop(): Promise<void>;
}

/** @param ddl what it holds; the role may read all of the schema `sales` */
export async function sourceDatabase(...ddl: readonly string[]): Promise<SourceDatabase> {
  const { adminUrl, drop } = await createTestDatabase('template0');
  const { hostname, port, pathname } = new URL(adminUrl);
  const role = `reader_${randomBytes(4).toString('hex')}`;
  // It has what drivers and logs would write in another form.
  const password = `Canary%9f8e/7d+${role}`;
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  const query = async <Row extends object>(text: string): Promise<Row[]> => (await client.query<Row>(text)).rows;
  await query(`create role ${role} login password '${password}'`);
  for (const statement of ['create schema sales', ...ddl]) await query(statement);
  await query(`grant usage on schema sales to ${role}`);
  await query(`grant select on all tables in schema sales to ${role}`);
  return {
    config: {
      type: 'Postgres',
      hostPort: `${hostname}:${port}`,
      username: role,
      authType: { password },
      database: decodeURIComponent(pathname.slice(1)),
      sslMode: 'disable',
    },
    password,
    role,
    query,
    drop: async () => {
      await client.end();
      await drop();
    },
  };
}
