import { query, type Transaction } from '@app/database';
import type { SampleRows } from './sample';

/** A test case with a new result. Node is a bigint in decimal. */
export interface TestKeys {
  readonly node: string;
  /** Keys of rows that failed; absent: none are shown. */
  readonly keys?: SampleRows;
}

/**
 * Stores keys of rows that failed as the samples of their test cases, in place of those that stand there. Keys of an earlier result go with
 * that; samples that were sent stay. Permissions are not checked here.
 */
export async function storeExampleKeys(tx: Transaction, tests: readonly TestKeys[]): Promise<void> {
  const found = tests.filter(({ keys }) => keys);
  await query(tx, REMOVE_OLD, [tests.filter(({ keys }) => !keys).map(({ node }) => node)]);
  if (found.length === 0) return;
  await query(tx, PUT, [found.map(({ node }) => node), found.map(({ keys }) => JSON.stringify(keys))]);
}

/** Removes the keys of rows of a table. @param table its node */
export async function removeKeysOfTable(tx: Transaction, table: string): Promise<void> {
  await query(tx, REMOVE_OF_TABLE, [table]);
}

/** Removes the keys of rows of all tables of a service. @param service its node */
export async function removeKeysOfService(tx: Transaction, service: string): Promise<void> {
  await query(tx, REMOVE_OF_SERVICE, [service]);
}

const REMOVE_OLD = 'delete from sample_data where asset = any($1::bigint[]) and is_example';

const PUT = `
  insert into sample_data (asset, body, is_example)
  select e.node, k.body, true from unnest($1::bigint[], $2::jsonb[]) k (node, body) join entity e on e.node = k.node
  on conflict (asset) do update set body = excluded.body, is_example = true`;

const REMOVE_OF_TABLE = `
  delete from sample_data s using entity t where t.node = s.asset and s.is_example and t.type = 'testCase' and t.parent = $1`;

const REMOVE_OF_SERVICE = `
  delete from sample_data s using entity t where t.node = s.asset and s.is_example and t.type = 'testCase' and t.root = $1`;
