import { randomBytes } from 'node:crypto';
import type { RestClient } from '../rest-client';
import type { ShownResult } from './invariants';
import { pooled } from './until';

const AT_ONCE = 10;
/** Tables of one request. */
const BLOCK = 200;
const COLUMNS = [
  { name: 'id', dataType: 'BIGINT' },
  { name: 'total', dataType: 'DECIMAL' },
];

/**
 * Contracts that come out as Success if `more` does not say otherwise, each on a table of its own, all in a schema of their
 * own; returns their ids.
 */
export async function makeContracts(client: RestClient, count: number, more: object = {}): Promise<string[]> {
  const service = `chaos_${randomBytes(5).toString('hex')}`;
  await client.must('POST', '/services/databaseServices', { name: service, serviceType: 'Postgres' });
  await client.must('POST', '/databases', { name: 'db', service });
  await client.must('POST', '/databaseSchemas', { name: 's', database: `${service}.db` });
  const schema = `${service}.db.s`;
  for (let from = 0; from < count; from += BLOCK) await makeTables(client, schema, from, Math.min(count, from + BLOCK));
  return pooled(count, AT_ONCE, async (i) => {
    const entity = { type: 'table', fullyQualifiedName: `${schema}.t${i}` };
    const contract = { name: `c${i}`, entity, schema: COLUMNS, ...more };
    return (await client.must<{ id: string }>('POST', '/dataContracts', contract)).id;
  });
}

async function makeTables(client: RestClient, databaseSchema: string, from: number, to: number): Promise<void> {
  const tables = Array.from({ length: to - from }, (_, i) => ({
    name: `t${from + i}`,
    databaseSchema,
    columns: COLUMNS,
  }));
  const { numberOfRowsFailed } = await client.must<{ numberOfRowsFailed: number }>(
    'PUT',
    '/tables/bulk?async=false',
    tables,
  );
  if (numberOfRowsFailed !== 0) throw new Error(`${numberOfRowsFailed} of ${tables.length} tables were not made`);
}

/** All results of those contracts, as the API shows them. */
export async function resultsOf(client: RestClient, contracts: readonly string[]): Promise<ShownResult[]> {
  const lists = await pooled(contracts.length, AT_ONCE, async (i) => {
    const path = `/dataContracts/${contracts[i]}/results?limit=10000`;
    return (await client.must<{ data: ShownResult[] }>('GET', path)).data;
  });
  return lists.flat();
}

/** Contracts whose latestResult is not their newest result. */
export async function wrongLatest(client: RestClient, contracts: readonly string[]): Promise<string[]> {
  const wrong = await pooled(contracts.length, AT_ONCE, async (i) => {
    const path = `/dataContracts/${contracts[i]}`;
    const { data } = await client.must<{ data: ShownResult[] }>('GET', `${path}/results?limit=10000`);
    const newest = data.reduce((a, b) => (b.timestamp > a.timestamp ? b : a), data[0]!);
    const { latestResult } = await client.must<{ latestResult?: { timestamp: number; status: string } }>('GET', path);
    return latestResult?.timestamp === newest?.timestamp ? [] : [`${contracts[i]}`];
  });
  return wrong.flat();
}
