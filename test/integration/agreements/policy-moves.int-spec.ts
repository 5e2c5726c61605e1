import { EffectivePolicies, AgreementsModule, AgreementsWorkerModule, PolicyMoveRound } from '@app/agreements';
import { query, type Transaction } from '@app/database';
import { ContractFixture, type Document } from '../contracts/contract.fixture';

const DAY = 86_400_000;

/** What the service says over HTTP is told by the suite of the same name; here is what takes time, or another server. */
describe('the policies of before a move', () => {
  let contracts: ContractFixture;
  beforeAll(async () => (contracts = await ContractFixture.open([AgreementsModule, AgreementsWorkerModule])));
  afterAll(() => contracts.close());

  interface Governed {
    readonly contract: Document;
    readonly node: string;
    readonly leave: (tx: Transaction) => Promise<unknown>;
  }
  const one = async (text: string, values: readonly unknown[]): Promise<Record<string, string>> =>
    (await contracts.database.query<Record<string, string>>(text, [...values]))[0] ?? {};

  /** A contract in force, the table of which lies in a domain with a policy. */
  async function governed(change: object): Promise<Governed> {
    const contract = await contracts.contract({ entityStatus: 'Active', schema: [{ name: 'id', dataType: 'BIGINT' }] });
    const { node, asset } = await one(
      `select c.node::text, c.asset::text from contract c join entity e using (node) where e.id = $1`,
      [contract.id],
    );
    const { domain } = await one(
      `with made as (
         insert into entity (id, type, name, fqn, version, updated_at, updated_by, body, details)
         select gen_random_uuid(), 'domain', 'd' || $1, 'd' || $1, 1, 0, 'admin', '{}', '{}' returning node),
       lies as (insert into entity_reference select $1::bigint, 'domains', node, 0 from made)
       insert into contract_policy (id, scope, change, change_managed, updated_at, updated_by)
       select gen_random_uuid(), node, $2, true, 0, 'admin' from made returning scope::text as domain`,
      [asset, JSON.stringify(change)],
    );
    const leave = (tx: Transaction): Promise<unknown> =>
      query(tx, `delete from entity_reference where from_node = $1 and to_node = $2`, [asset, domain]);
    return { contract, node: node!, leave };
  }
  const rules = (mode: string, consentPeriod: string) => ({
    ...{ mode, consentPeriod, mostExtension: 'P1D', atDeadline: 'reject', sunsetNotice: 'P1D' },
  });
  const changeOf = async ({ node }: Governed) => (await contracts.part(EffectivePolicies).of(node)).change;
  const age = (ms: number) =>
    contracts.database.query(`update contract_policy_move set moved_at = moved_at - $1, until = until - $1`, [ms]);
  const left = async ({ node }: Governed) =>
    Number((await one(`select count(*) as n from contract_policy_move where contract = $1`, [node])).n);

  it('count for their period, a day at least, whether a worker looks at them or not', async () => {
    const [long, short] = [await governed(rules('consented', 'P3D')), await governed(rules('consented', 'PT1S'))];
    await contracts.database.transaction((tx) => long.leave(tx));
    await contracts.database.transaction((tx) => short.leave(tx));
    await age(DAY - 60_000);
    for (const each of [long, short]) expect(await changeOf(each)).toMatchObject({ mode: 'consented' });
    await contracts.part(PolicyMoveRound).round();
    await age(120_000);
    expect([(await changeOf(long)).mode, (await changeOf(short)).mode]).toEqual(['consented', 'open']);
    await age(2 * DAY);
    expect((await changeOf(long)).mode).toBe('open');
    expect([await left(long), await left(short)]).toEqual([1, 1]);
    await contracts.part(PolicyMoveRound).round();
    expect([await left(long), await left(short)]).toEqual([0, 0]);
  });

  it('are forgotten where a move loosened nothing, or was rolled back', async () => {
    const each = await governed(rules('consented', 'P3D'));
    await contracts.database
      .transaction(async (tx) => {
        await each.leave(tx);
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    expect(await left(each)).toBe(0);
    const { node } = each;
    await contracts.database.transaction(async (tx) => {
      await each.leave(tx);
      await query(
        tx,
        `insert into contract_policy (id, scope, change, change_managed, updated_at, updated_by)
         values (gen_random_uuid(), $1, $2, true, 0, 'admin')`,
        [node, JSON.stringify(rules('consented', 'P5D'))],
      );
    });
    expect(await left(each)).toBe(1);
    await contracts.part(PolicyMoveRound).round();
    expect(await left(each)).toBe(0);
    expect(await changeOf(each)).not.toHaveProperty('until');
  });

  it('are those of before the transaction, also where a restored database has its number', async () => {
    const each = await governed(rules('consented', 'P3D'));
    await contracts.database.transaction(async (tx) => {
      await query(
        tx,
        `insert into contract_policy_move (contract, transaction, moved_at, because, policies, until)
         values ($1, pg_current_xact_id(), 1, 'tags', '[{"level": 4, "distance": 0, "scope": null, "managed": true,
           "change": {"mode": "reviewed", "consentPeriod": "P1D"}}]', 2)`,
        [each.node],
      );
      await each.leave(tx);
      // A later state of the same transaction.
      await query(tx, `select record_policy_moves(array[$1::bigint], false, 'tags')`, [each.node]);
    });
    const change = await changeOf(each);
    expect(change).toMatchObject({ mode: 'consented', consentPeriod: 'P3D' });
    expect(change.because).toContain('domain');
  });
});
