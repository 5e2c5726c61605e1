import { Client } from 'pg';

/** What a session of the service begins with. */
const BEGIN = [
  'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  "SET LOCAL statement_timeout = '600s'",
  "SET LOCAL idle_in_transaction_session_timeout = '300s'",
  "SET LOCAL lock_timeout = '2s'",
  "SET LOCAL TimeZone = 'UTC'",
  "SET LOCAL DateStyle = 'ISO'",
  'SET LOCAL standard_conforming_strings = on',
  'SET LOCAL extra_float_digits = 1',
  "SET LOCAL client_connection_check_interval = '5s'",
];

/**
 * Sends the statements of each table, with a connection for it.
 * @param connections tables at a time
 * @returns how long all took, in ms
 */
export async function bareChecks(
  url: string,
  tables: readonly (readonly string[])[],
  connections: number,
): Promise<number> {
  const begin = performance.now();
  const left = tables.values();
  const one = async (): Promise<void> => {
    for (const statements of left) {
      const client = new Client({ connectionString: url });
      await client.connect();
      for (const sql of [...BEGIN, ...statements, 'ROLLBACK']) await client.query(sql);
      await client.end();
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return performance.now() - begin;
}
