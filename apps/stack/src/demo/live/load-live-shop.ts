import type { DemoClient } from '../demo-client';
import type { Verdict } from '../load-demo';
import { LIVE_CHECKS, LIVE_CONTRACTS, LIVE_SCHEMA, LIVE_SERVICE, type LiveCheck, liveFqn } from './shop-checks';

interface RunOfCheck {
  readonly name: string;
  readonly status: string;
  readonly message?: string;
  readonly failedRows?: number;
}

interface DataRun {
  readonly status: string;
  readonly message?: string;
  readonly checks?: readonly RunOfCheck[];
}

/**
 * Has the service read the shop that runs: its tables come into the catalog, are measured and checked, and two contracts are validated by
 * what was found. Again on the same data, the same comes out.
 * @param config `connection.config`
 * @returns the checks and the contracts, each with its verdict
 */
export async function loadLiveShop(
  client: DemoClient,
  config: object,
  tell: (line: string) => void,
): Promise<Verdict[]> {
  const service = `/services/databaseServices/name/${LIVE_SERVICE}`;
  const body = {
    name: LIVE_SERVICE,
    serviceType: 'Postgres',
    description: 'The database of the web shop, read by the catalog',
  };
  await client.put('/services/databaseServices', { ...body, connection: { config } });
  await client.put(`${service}/dataAccess`, { customSql: true });
  const { message: crawled } = await ended(client, `${service}/crawls`);
  tell(`read the shop that runs, ${LIVE_SERVICE}: ${crawled}`);
  const { message: measured } = await ended(client, `/tables/name/${LIVE_SCHEMA}.orders/profiles`);
  tell(`measured its orders: ${measured}`);
  for (const check of LIVE_CHECKS) await client.put('/dataQuality/testCases', testCase(check));
  const checks = await checkTables(client);
  const failed = checks.filter(({ status }) => status === 'Failed').length;
  tell(`computed ${checks.length} checks on it: ${failed} failed, and each of these opened an incident`);
  const contracts: Verdict[] = [];
  for (const contract of LIVE_CONTRACTS) contracts.push(await validated(client, contract));
  return [...checks, ...contracts];
}

async function checkTables(client: DemoClient): Promise<Verdict[]> {
  const tables = [...new Set(LIVE_CHECKS.map(({ table }) => table))];
  const runs = await Promise.all(tables.map((table) => ended(client, `/tables/name/${LIVE_SCHEMA}.${table}/checks`)));
  const found = runs.flatMap(({ checks = [] }) => checks);
  return LIVE_CHECKS.map((check) => {
    const { status = 'Aborted', message = 'was not computed' } = found.find(({ name }) => name === check.name) ?? {};
    const expected = check.failedRows > 0 ? 'Failed' : 'Success';
    return { table: `${check.table}.${check.name}`, status, message, expected };
  });
}

/** A data run that has ended well. @throws where it has not: the demo is not as it should be then */
async function ended(client: DemoClient, path: string): Promise<DataRun> {
  const run = (await client.post(path)) as unknown as DataRun;
  if (['Success', 'PartialSuccess', 'Failed'].includes(run.status) && (run.status === 'Success' || run.checks))
    return run;
  throw new Error(`${path} came to ${run.status}: ${run.message ?? 'it did not end in time'}`);
}

function testCase(check: LiveCheck): object {
  const { name, table, column, testDefinition, parameters = {} } = check;
  return {
    ...{ name, testDefinition },
    entityLink: `<#E::table::${LIVE_SCHEMA}.${table}${column === undefined ? '' : `::columns::${column}`}>`,
    parameterValues: Object.entries(parameters).map(([parameter, value]) => ({ name: parameter, value })),
  };
}

/** By the results that the checks have stored. */
async function validated(
  client: DemoClient,
  { table, expected, schema }: (typeof LIVE_CONTRACTS)[number],
): Promise<Verdict> {
  const checks = LIVE_CHECKS.filter((check) => check.table === table);
  const { id } = await client.put('/dataContracts', {
    ...{ name: `${table}_live`, entityStatus: 'Active', schema },
    description: `What readers of the ${table} that the shop has now may rely on`,
    entity: { type: 'table', fullyQualifiedName: `${LIVE_SCHEMA}.${table}` },
    qualityExpectations: checks.map((check) => ({ type: 'testCase', fullyQualifiedName: liveFqn(check) })),
  });
  const result = await client.post(`/dataContracts/${String(id)}/validate`);
  const { contractExecutionStatus: status, result: message = '' } = result;
  return { table: `${table}, its contract`, expected, status: String(status), message: String(message) };
}
