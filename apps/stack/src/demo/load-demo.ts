import { CONTRACTS, DRIFT, LINEAGE, PEOPLE_AND_PLACES, SCHEMA_FQN, TABLES } from './demo-catalog';
import type { DemoClient } from './demo-client';

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
  await client.put('/lineage/bulk', { edges: LINEAGE.map(edge) });
  tell(`drew ${LINEAGE.length} lines between them`);
  const ids = new Map<string, string>();
  for (const { table, body } of CONTRACTS) ids.set(table, await putContract(client, table, body));
  tell(`agreed ${CONTRACTS.length} contracts`);
  for (const [table, operations] of DRIFT) await client.patch(`/tables/name/${SCHEMA_FQN}.${table}`, operations);
  tell(`changed ${DRIFT.length} tables behind the back of their contracts`);
  const runs = CONTRACTS.map(async ({ table, expected }) => {
    const result = await client.post(`/dataContracts/${ids.get(table)}/validate`);
    return { table, expected, status: String(result.contractExecutionStatus), message: String(result.result ?? '') };
  });
  return Promise.all(runs);
}

function edge({ from, to, columns = [] }: (typeof LINEAGE)[number]): object {
  const table = (name: string): object => ({ type: 'table', fullyQualifiedName: `${SCHEMA_FQN}.${name}` });
  const columnsLineage = columns.map(([source, target]) => ({
    fromColumns: [`${SCHEMA_FQN}.${from}.${source}`],
    toColumn: `${SCHEMA_FQN}.${to}.${target}`,
  }));
  return { fromEntity: table(from), toEntity: table(to), lineageDetails: { source: 'Manual', columnsLineage } };
}

async function putContract(client: DemoClient, table: string, body: object): Promise<string> {
  const { schemaFromTable, ...rest } = body as { schemaFromTable?: true };
  const columns =
    (TABLES as { name: string; columns: ContractColumn[] }[]).find(({ name }) => name === table)?.columns ?? [];
  const contract = await client.put('/dataContracts', {
    name: `${table}_contract`,
    description: `What readers of ${table} may rely on`,
    entity: { type: 'table', fullyQualifiedName: `${SCHEMA_FQN}.${table}` },
    entityStatus: 'Active',
    ...(schemaFromTable ? { schema: columns } : {}),
    ...rest,
  });
  return String(contract.id);
}
