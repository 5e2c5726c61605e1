import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { ContractWorld } from '../runs/support/contract-world';

/** So few that a plan may rather read their table whole than look ten up by key; of half as many PostgreSQL 14 reads it in any case. */
const CONTRACTS = 2_000;

/** What push_results takes after the contract, the timestamp and the id: a result that says Success. */
const REST = `array['Success'], array['{"result": "said"}'::jsonb], array['{}'::jsonb], array['admin'], array[null::text], array[null::jsonb], true`;

describe('a push of a result', () => {
  let world: ContractWorld;
  let connection: Client;
  let contract: string;

  beforeAll(async () => {
    world = await ContractWorld.create();
    contract = (await world.contracts(CONTRACTS))[7]!.id;
    await world.database.query('vacuum analyze');
    connection = new Client(world.url);
    await connection.connect();
  });
  afterAll(async () => {
    await connection.end();
    await world.destroy();
  });

  it('looks its contract up by key, whether or not it is the newest', async () => {
    await connection.query('begin');
    for (const timestamp of [2_000, 3_000, 1_000]) {
      const { rows } = await connection.query<{ contract_ids: string[] }>(
        `select contract_ids from push_results(array[$1::uuid], array[$2::bigint], array[$3::uuid], ${REST})`,
        [contract, timestamp, randomUUID()],
      );
      expect(rows[0]?.contract_ids).toEqual([contract]);
    }
    const { rows } = await connection.query<{ whole: string; by_key: number }>(
      `select seq_scan as whole, idx_scan::int as by_key from pg_stat_xact_user_tables where relname = 'contract'`,
    );
    await connection.query('rollback');
    expect(rows[0]?.by_key).toBeGreaterThan(0);
    expect(rows[0]?.whole).toBe('0');
  });
});
