import { EvidenceLoader } from '../../../libs/validation/src/runs/work/evidence-loader';
import { RECENT } from '../../../libs/validation/src/runs/work/recent-observations';
import { ContractWorld, type TestContract } from './support/contract-world';

const HOUR = 3_600_000;

describe('the evidence that is read before a contract says what it asks for', () => {
  let world: ContractWorld;
  let loader: EvidenceLoader;
  let contract: TestContract;

  beforeAll(async () => {
    world = await ContractWorld.create();
    loader = new EvidenceLoader(world.database);
  });
  afterAll(() => world.destroy());
  beforeEach(async () => {
    contract = await world.contract();
  });

  /** One an hour, the last one at `last`, with a second source now and then. */
  async function observe(kind: 'refresh' | 'arrival' | 'availability', count: number, last: number): Promise<void> {
    await world.database.query(
      `insert into observation (asset, kind, timestamp, source, data_timestamp, available)
       select $1, $2, $4::bigint - n * ${HOUR}, source, $4::bigint - n * ${HOUR} - 7, n % 3 = 0
         from generate_series(0, $3::int - 1) n, lateral (select 'one' union select 'two' where n % 5 = 0) s (source)`,
      [contract.assetNode, kind, count, last],
    );
  }

  it.each([
    ['nothing', 0, 0],
    ['few observations', 9, 0],
    ['many', 3 * RECENT, 0],
    ['many that are dated later', 3 * RECENT, 50],
  ])('is that which the contract asks for then: %s', async (_, count, later) => {
    const now = Date.now();
    for (const kind of ['refresh', 'arrival', 'availability'] as const) await observe(kind, count, now + later * HOUR);
    const likely = await loader.likely(world.database, contract.node);
    for (const deadline of [undefined, now, now - 5 * HOUR, now - 18 * HOUR, now - 60 * HOUR]) {
      const limits = { latest: now + 1_000, ...(deadline !== undefined && { deadline }) };
      const asked = await loader.ofAsset(contract.assetNode, {}, limits);
      expect(ordered(await loader.ofAsset(contract.assetNode, {}, limits, likely))).toEqual(ordered(asked));
      expect(asked.refreshes.length > 0).toBe(count > 0);
    }
  });

  it('has the test cases that the contract refers to; of others it is asked', async () => {
    const cases = [];
    for (const n of [1, 2, 3]) cases.push(await world.entity('testCase', `shop.db.public.orders.case_${n}`));
    const text = `insert into test_case_result (test_case, timestamp, status, body) values ($1, 1, 'Success', '{}')`;
    for (const { node } of cases) await world.database.query(text, [node]);
    for (const { node } of cases.slice(1)) await world.refer(contract.node, 'qualityExpectations', node);
    const likely = await loader.likely(world.database, contract.node);
    const ids = cases.map(({ id }) => id);
    expect([...likely.testCases.keys()].sort()).toEqual(ids.slice(1).sort());
    expect(await loader.ofTestCases(ids.slice(1), likely)).toBe(likely.testCases);
    const all = await loader.ofTestCases(ids, likely);
    for (const id of ids) expect(all.get(id)).toEqual({ newest: { status: 'Success', timestamp: 1 } });
    expect(likely.testCases.get(ids[1]!)).toEqual(all.get(ids[1]!));
  });
});

/** Of several at one instant the order is not told. */
function ordered(evidence: object): object {
  const text = (seen: unknown): string => JSON.stringify(seen);
  return Object.fromEntries(
    Object.entries(evidence).map(([kind, seen]) => [kind, (seen as unknown[]).map(text).sort()]),
  );
}
