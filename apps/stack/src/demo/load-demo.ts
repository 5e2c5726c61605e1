import {
  CONTRACTS,
  DRIFT,
  LINEAGE,
  ODCS,
  PEOPLE_AND_PLACES,
  PRODUCT,
  SCHEDULE,
  SCHEMA_FQN,
  SHOWN_BY,
  tableOf,
  TABLES,
} from './demo-catalog';
import type { DemoClient } from './demo-client';
import { nightlyResults } from './demo-history';
import { profilesOf } from './demo-profiles';
import { HISTORY_DAYS, testCases, testFqn, testResults, TESTS } from './demo-quality';

/** A contract of the demo after its validation. */
export interface Verdict {
  readonly table: string;
  readonly status: string;
  readonly message: string;
  readonly expected: string;
}

interface ContractColumn {
  readonly name: string;
  readonly dataType: string;
  readonly children?: readonly ContractColumn[];
  readonly [member: string]: unknown;
}

/** Loads the shop over the API, lets its tables drift, validates the contracts. Again on the same data, the same comes out. */
export async function loadDemo(client: DemoClient, tell: (line: string) => void): Promise<Verdict[]> {
  for (const [collection, body] of PEOPLE_AND_PLACES) await client.put(collection, body);
  for (const table of TABLES) await client.put('/tables', { ...table, databaseSchema: SCHEMA_FQN });
  tell(`loaded ${TABLES.length} tables`);
  const edges = [...LINEAGE.map(edge), ...dashboardEdges()];
  await client.put('/lineage/bulk', { edges });
  tell(`drew ${edges.length} lines between them`);
  await putTests(client);
  tell(`pushed what ${TESTS.length} tests found; the last one failed, which opened an incident`);
  const ids = new Map<string, string>();
  for (const { table, body } of CONTRACTS) ids.set(table, await putContract(client, table, body));
  await importOdcs(client);
  await putProduct(client);
  tell(`agreed ${CONTRACTS.length} contracts, one of a document of another tool, one of a data product`);
  await client.put('/dataContracts/results/bulk', { results: nightlyResults(ids, Date.now()) });
  await client.put(`/dataContracts/${ids.get(SCHEDULE.table)}/schedule`, SCHEDULE.body);
  tell(`pushed the results of ${HISTORY_DAYS} nights`);
  for (const { table, body } of profilesOf(Date.now()))
    await client.put(`/tables/${SCHEMA_FQN}.${table}/tableProfile`, body);
  tell('told what profiles of two tables say');
  for (const [table, operations] of DRIFT) await client.patch(`/tables/name/${SCHEMA_FQN}.${table}`, operations);
  tell(`changed ${DRIFT.length} tables behind the back of their contracts`);
  const runs = CONTRACTS.map(async ({ table, expected }) => {
    const result = await client.post(`/dataContracts/${ids.get(table)}/validate`);
    return { table, expected, status: String(result.contractExecutionStatus), message: String(result.result ?? '') };
  });
  return Promise.all(runs);
}

function edge({ from, to, columns = [] }: (typeof LINEAGE)[number]): object {
  const columnsLineage = columns.map(([source, target]) => ({
    fromColumns: [`${SCHEMA_FQN}.${from}.${source}`],
    toColumn: `${SCHEMA_FQN}.${to}.${target}`,
  }));
  return { fromEntity: tableOf(from), toEntity: tableOf(to), lineageDetails: { source: 'Manual', columnsLineage } };
}

function dashboardEdges(): object[] {
  return Object.entries(SHOWN_BY).flatMap(([dashboard, tables]) =>
    tables.map((name) => ({
      fromEntity: tableOf(name),
      toEntity: { type: 'dashboard', fullyQualifiedName: dashboard },
      lineageDetails: { source: 'Manual' },
    })),
  );
}

async function putTests(client: DemoClient): Promise<void> {
  for (const body of testCases(SCHEMA_FQN)) await client.put('/dataQuality/testCases', body);
  const now = Date.now();
  for (const test of TESTS) {
    const path = `/dataQuality/testCases/${encodeURIComponent(testFqn(SCHEMA_FQN, test))}/testCaseResult`;
    for (const result of testResults(test, now)) await client.put(path, result);
  }
}

async function importOdcs(client: DemoClient): Promise<void> {
  const fqn = encodeURIComponent(`${SCHEMA_FQN}.${ODCS.table}`);
  const { id } = await client.put(`/dataContracts/odcs?entityType=table&entityFqn=${fqn}`, ODCS.document);
  await client.post(`/dataContracts/${String(id)}/validate`);
}

async function putProduct(client: DemoClient): Promise<void> {
  const { name } = PRODUCT.body;
  await client.put('/dataProducts', PRODUCT.body);
  const assets = PRODUCT.assets.map(tableOf);
  await client.put(`/dataProducts/name/${name}/assets/add`, { assets });
  const { id } = await client.put('/dataContracts', {
    name: `${name}_contract`,
    description: `What holds for all of ${name}`,
    entity: { type: 'dataProduct', fullyQualifiedName: name },
    entityStatus: 'Active',
    ...PRODUCT.contract,
  });
  await client.post(`/dataContracts/${String(id)}/validate`);
}

async function putContract(client: DemoClient, table: string, body: object): Promise<string> {
  const { schemaFromTable, ...rest } = body as { schemaFromTable?: true };
  const columns =
    (TABLES as { name: string; columns: ContractColumn[] }[]).find(({ name }) => name === table)?.columns ?? [];
  const contract = await client.put('/dataContracts', {
    name: `${table}_contract`,
    description: `What readers of ${table} may rely on`,
    entity: tableOf(table),
    entityStatus: 'Active',
    ...(schemaFromTable ? { schema: columns } : {}),
    ...expectations(table),
    ...rest,
  });
  return String(contract.id);
}

function expectations(table: string): object {
  const tests = TESTS.filter((test) => test.table === table);
  const references = tests.map((test) => ({ type: 'testCase', fullyQualifiedName: testFqn(SCHEMA_FQN, test) }));
  return references.length > 0 ? { qualityExpectations: references } : {};
}

const COLOURS: Readonly<Record<string, number>> = { Success: 32, PartialSuccess: 33, Failed: 31, Aborted: 31 };

/** The validation results as a table; coloured if the output is a terminal. */
export function verdictTable(verdicts: readonly Verdict[], coloured: boolean): string {
  const rows = verdicts.map(
    ({ table, status, message }) => [table, paint(status.padEnd(14), status, coloured), message] as const,
  );
  const width = Math.max(...verdicts.map(({ table }) => table.length));
  return rows.map(([table, status, message]) => `  ${table.padEnd(width)}  ${status}  ${message}`).join('\n');
}

/** Lines to try, as they can be pasted. */
export function linesToTry(baseUrl: string): string {
  const contract = `${SCHEMA_FQN}.orders.dataContract_orders_contract`;
  return [
    'Some lines to try in another terminal:',
    '',
    `  TOKEN=$(npm run -s token)`,
    `  curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN" '${baseUrl}/api/v1/tables?limit=3&fields=owners'`,
    `  curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN" '${baseUrl}/api/v1/dataContracts/name/${contract}'`,
    `  ID=$(curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN" '${baseUrl}/api/v1/dataContracts/name/${contract}' | node -p 'JSON.parse(fs.readFileSync(0)).id')`,
    `  curl -sS --fail-with-body -X POST -H "Authorization: Bearer $TOKEN" "${baseUrl}/api/v1/dataContracts/$ID/validate"`,
    `  curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN" "${baseUrl}/api/v1/dataContracts/$ID/results?limit=5"`,
    `  curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN" '${baseUrl}/api/v1/dataContracts?latestStatus=Failed'`,
    `  curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN" '${baseUrl}/api/v1/search/query?q=parcel&size=3'`,
    `  curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN" '${baseUrl}/api/v1/lineage/export?type=table&fqn=${SCHEMA_FQN}.orders'`,
    `  curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN" "${baseUrl}/api/v1/dataContracts/$ID/impact"`,
    `  curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN" '${baseUrl}/api/v1/dataContracts/objectives/burning'`,
    `  curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN" '${baseUrl}/api/v1/dataContracts/incidents'`,
    `  curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN" '${baseUrl}/api/v1/dataContracts/proposals'`,
    '',
  ].join('\n');
}

function paint(text: string, status: string, coloured: boolean): string {
  const colour = COLOURS[status];
  return coloured && colour ? `\u001b[${colour}m${text}\u001b[0m` : text;
}
