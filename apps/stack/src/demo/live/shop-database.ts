import { randomBytes } from 'node:crypto';
import { findAdministrator, withClient } from '@app/embedded';
import { SHOP_DATA } from './shop-data';

const DATABASE = 'shop';
const READER = 'shop_reader';

/**
 * Makes the database of the shop beside that of the catalog, with the same rows at each start, and a role that may read it and nothing else.
 * @returns `connection.config` of a service that stands for it; undefined if the catalog is in a database of the user's own
 */
export async function makeShopDatabase(dataDir: string): Promise<object | undefined> {
  const administrator = findAdministrator(dataDir);
  if (administrator === null) return undefined;
  // Hexadecimal, so it needs no quoting; known to the catalog alone, which seals it.
  const password = randomBytes(24).toString('hex');
  await withClient({ connectionString: administrator }, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`CREATE DATABASE ${DATABASE}`);
    const { rowCount: readers } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [READER]);
    await client.query(`${readers ? 'ALTER' : 'CREATE'} ROLE ${READER} LOGIN PASSWORD '${password}'`);
    // Every role may connect to a new database, that of the catalog included.
    await client.query(`REVOKE CONNECT ON DATABASE catalog FROM PUBLIC`);
  });
  const url = new URL(administrator);
  url.pathname = `/${DATABASE}`;
  // Statements that are sent together are one transaction: concurrent readers see the previous shop.
  await withClient({ connectionString: url.href }, (client) => client.query(SHOP_DATA));
  return {
    ...{ type: 'Postgres', hostPort: `${url.hostname}:${url.port}`, database: DATABASE, sslMode: 'disable' },
    ...{ username: READER, authType: { password } },
  };
}
