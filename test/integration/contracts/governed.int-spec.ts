import { query } from '@app/database';
import { ContractFixture } from './contract.fixture';

let contracts: ContractFixture;
beforeAll(async () => {
  contracts = await ContractFixture.open();
});
afterAll(() => contracts.close());

/** Whether a policy could be set now. */
async function isFree(): Promise<boolean | undefined> {
  const text = `select pg_try_advisory_xact_lock(hashtextextended('contract policies', 0)) as free`;
  const [row] = await contracts.database.query<{ free: boolean }>(text);
  return row?.free;
}

const setPolicy = (mode: string): Promise<unknown> =>
  contracts.database.query(
    `insert into contract_policy (id, change, change_managed, updated_at, updated_by) values (gen_random_uuid(), $1, true, 0, 'admin')
     on conflict (coalesce(scope, 0)) do update set change = excluded.change`,
    [{ mode }],
  );

describe('a write of a contract', () => {
  it('keeps policies from being set until it ends, so that it is judged by those of its commit', async () => {
    await contracts.database.transaction(async (tx) => {
      await query(tx, 'select contract_changes_governed(0)');
      expect(await isFree()).toBe(false);
    });
    expect(await isFree()).toBe(true);
  });

  it.each([
    ['open', false],
    ['reviewed', true],
    ['consented', true],
  ])('is governed where there is a policy %s: %s', async (mode, governed) => {
    await setPolicy(mode);
    const rows = await contracts.database.query('select governed, due from contract_changes_governed(0)');
    expect(rows).toEqual([{ governed, due: false }]);
  });
});
