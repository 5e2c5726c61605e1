import { sourceDatabase } from '../../e2e/data/source-database';
import type { ConsoleWorld } from './console-world';

/** What a service of the tests is called that a source stands behind, and one whose password is wrong. */
export const CONNECTED = 'live_shop';
export const REFUSED = 'closed_shop';
/** A service with data access whose connection nobody has tried. */
export const UNTESTED = 'new_shop';

/**
 * A source that was tried, crawled and checked – one check fails –, and one that nobody can log in to.
 *
 * @returns how to remove the source
 */
export async function fillConnections({ client }: ConsoleWorld): Promise<() => Promise<void>> {
  const source = await sourceDatabase(
    'create table sales.orders (id int primary key, amount numeric)',
    'insert into sales.orders values (1, 10), (2, null), (3, -4)',
    'create table sales.items (id int)',
  );
  const services = '/services/databaseServices';
  const connect = async (name: string, password: string, access: object = {}) => {
    const config = { ...source.config, authType: { password } };
    await client.must('POST', services, { name, serviceType: 'Postgres', connection: { config } });
    await client.must('PUT', `${services}/name/${name}/dataAccess`, access);
  };
  const make = async (name: string, password: string) => {
    await connect(name, password);
    await client.post(`${services}/name/${name}/connectionTests`, undefined, { prefer: 'wait=60' });
  };
  await make(CONNECTED, source.password);
  await make(REFUSED, 'not-this-one');
  const limits = { connections: 1, connectSeconds: 10, statementSeconds: 30, runSeconds: 600 };
  await connect(UNTESTED, source.password, { limits });
  const { status } = await client.post(`${services}/name/${CONNECTED}/crawls`, undefined, { prefer: 'wait=60' });
  if (status !== 200) throw new Error(`the crawl answered ${status}`);
  const table = `${CONNECTED}.${source.config.database}.sales.orders`;
  for (const [name, testDefinition, parameterValues] of [
    ['amount_is_there', 'columnValuesToBeNotNull', []],
    ['three_orders', 'tableRowCountToEqual', [{ name: 'value', value: '3' }]],
  ] as const) {
    const entityLink = `<#E::table::${table}${testDefinition.startsWith('column') ? '::columns::amount' : ''}>`;
    await client.must('POST', '/dataQuality/testCases', { name, testDefinition, entityLink, parameterValues });
  }
  await client.post(`/tables/name/${table}/checks`, undefined, { prefer: 'wait=60' });
  return source.drop;
}
