import type { DemoClient } from '../demo-client';
import type { Verdict } from '../load-demo';
import {
  LIVE_CHECKS,
  LIVE_CONTRACTS,
  LIVE_SCHEMA,
  LIVE_SERVICE,
  type LiveCheck,
  liveFqn,
  RESOLUTIONS,
} from './shop-checks';

interface RunOfCheck {
  readonly name: string;
  readonly status: string;
  readonly message?: string;
}

interface DataRun {
  readonly status: string;
  readonly message?: string;
  readonly checks?: readonly RunOfCheck[];
}

/** A validation, with the outcomes of the checks that its reading computed. */
interface Validated {
  readonly verdict: Verdict;
  readonly checks: readonly RunOfCheck[];
}

/**
 * Has the service read the shop that runs: its tables come into the catalog and are measured, two contracts are validated on its rows, the
 * tables without a contract are checked. Again on the same data, the same comes out.
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
  const contracts: Validated[] = [];
  for (const contract of LIVE_CONTRACTS) contracts.push(await validated(client, contract));
  const others = await checkedTables(client);
  const checks = verdictsOf([...contracts.flatMap(({ checks: found }) => found), ...others]);
  tell(`validated ${contracts.length} contracts on its rows`);
  const failed = checks.filter(({ status }) => status === 'Failed').length;
  const open = await settledIncidents(client);
  tell(
    `computed ${checks.length} checks on its rows: ${failed} failed, each of which opened an incident; ${open} of these is open`,
  );
  return [...checks, ...contracts.map(({ verdict }) => verdict)];
}

/** The tables that no contract speaks of. */
async function checkedTables(client: DemoClient): Promise<readonly RunOfCheck[]> {
  const promised = new Set<string>(LIVE_CONTRACTS.map(({ table }) => table));
  const tables = [...new Set(LIVE_CHECKS.map(({ table }) => table))].filter((table) => !promised.has(table));
  const runs = await Promise.all(tables.map((table) => ended(client, `/tables/name/${LIVE_SCHEMA}.${table}/checks`)));
  return runs.flatMap(({ checks = [] }) => checks);
}

function verdictsOf(found: readonly RunOfCheck[]): Verdict[] {
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

/** On the rows as they are now. */
async function validated(
  client: DemoClient,
  { table, expected, schema }: (typeof LIVE_CONTRACTS)[number],
): Promise<Validated> {
  const expectations = LIVE_CHECKS.filter((check) => check.table === table);
  const { id } = await client.put('/dataContracts', {
    ...{ name: `${table}_live`, entityStatus: 'Active', schema },
    description: `What readers of the ${table} that the shop has now may rely on`,
    entity: { type: 'table', fullyQualifiedName: `${LIVE_SCHEMA}.${table}` },
    qualityExpectations: expectations.map((check) => ({ type: 'testCase', fullyQualifiedName: liveFqn(check) })),
  });
  const result = await client.post(`/dataContracts/${String(id)}/validate?evidence=source&fields=details`);
  const { contractExecutionStatus: status, result: message = '', details } = result;
  const { data } = (details ?? {}) as { readonly data?: { readonly runId: string } };
  const { checks = [] } = data ? ((await client.get(`/dataRuns/${data.runId}`)) as unknown as DataRun) : {};
  return {
    verdict: { table: `${table}, its contract`, expected, status: String(status), message: String(message) },
    checks,
  };
}

const INCIDENTS = '/dataQuality/testCases/testCaseIncidentStatus';

/** Resolves those with a known reason. @returns how many are open then */
async function settledIncidents(client: DemoClient): Promise<number> {
  for (const [name, details] of Object.entries(RESOLUTIONS)) {
    const check = LIVE_CHECKS.find((one) => one.name === name);
    if (!check || !(await hasIncident(client, check))) continue;
    await client.post(INCIDENTS, {
      ...{ testCaseResolutionStatusType: 'Resolved', testCaseReference: liveFqn(check) },
      testCaseResolutionStatusDetails: details,
    });
  }
  const open = await Promise.all(LIVE_CHECKS.map((check) => hasIncident(client, check)));
  return open.filter(Boolean).length;
}

async function hasIncident(client: DemoClient, check: LiveCheck): Promise<boolean> {
  const path = `/dataQuality/testCases/name/${encodeURIComponent(liveFqn(check))}?fields=incidentId`;
  return (await client.get(path)).incidentId !== undefined;
}
