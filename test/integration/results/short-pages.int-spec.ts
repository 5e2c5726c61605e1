import type { ContractColumns } from '../../../libs/results/src/store/contract-finder';
import { pageStatement, pageValues, type PageQuery } from '../../../libs/results/src/store/page-statement';
import type { ResultParts } from '../../../libs/results/src/store/result-json';
import { ShortPages } from '../../../libs/results/src/store/short-pages';
import { ContractWorld, type TestContract } from '../runs/support/contract-world';

const T0 = 1_700_000_000_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOBODY = '00000000-0000-4000-8000-000000000000';
const COLUMNS: ContractColumns = {
  name: 'ownerless',
  sql: `c.node::text as node, e.id::text as id, e.fqn, '{}'::text[] as "ownerIds"`,
};
const ALL = { from: 0, to: T0 + 400 * DAY };
const PARTS = ['body', 'details', 'reasons', 'status'] as const;

describe('short pages of results', () => {
  let world: ContractWorld;
  let contract: TestContract;
  let pages: ShortPages;

  beforeAll(async () => {
    world = await ContractWorld.create();
  });
  afterAll(() => world.destroy());
  beforeEach(async () => {
    contract = await world.contract();
    pages = new ShortPages(world.database);
  });

  /** Each 5 hours: most of what there is of results. */
  const fill = (n: number): Promise<unknown> =>
    world.database.query(
      `insert into contract_result
       select $1, $2::bigint + n * 18000000, gen_random_uuid(), (array['Failed', 'Success', 'Running', 'Success'])[1 + n % 4], 'pushed',
              case n % 3 when 0 then '{}' else jsonb_build_object('result', 'said "so" – ünd\n' || n, 'schemaValidation', '{"passed": 3}'::jsonb) end,
              case n % 5 when 0 then '{}' else '{"trigger": "api", "details": {"semantics": ["a", "b"]}}'::jsonb end
         from generate_series(0, $3::int - 1) n`,
      [contract.node, T0, n],
    );
  const enlarge = (n: number, bytes: number): Promise<unknown> =>
    world.database.query(
      `update contract_result set body = jsonb_build_object('result', (
         select string_agg(md5(k::text), '') from generate_series(1, $3::int / 32) k))
        where contract = $1 and timestamp = $2::bigint`,
      [contract.node, T0 + n * 5 * HOUR, bytes],
    );
  const asked = (more: Partial<PageQuery> = {}): PageQuery => ({
    ...{ window: ALL, part: more.window ?? ALL, limit: 10, bytes: 524_288 },
    ...more,
  });

  async function general(query: PageQuery, parts: ResultParts): Promise<object | undefined> {
    const byStatus = query.status !== undefined;
    const statement = pageStatement({ parts, byStatus, counted: true, contract: COLUMNS });
    const [row] = await world.database.read<object>(statement, pageValues(contract.id, query, true));
    return row;
  }

  async function expectSame(query: PageQuery, parts: ResultParts): Promise<void> {
    const short = await pages.read(contract.id, COLUMNS, query, parts);
    expect(short).toEqual({ ...(await general(query, parts)), isShort: true });
  }

  it.each([
    ['all', {}],
    ['one', { limit: 1 }],
    ['more than there are', { limit: 100 }],
    ['exactly as many as there are', { limit: 60 }],
    ['those of a status', { status: 'Failed' }],
    ['a status that none has', { status: 'Aborted' }],
    ['a window', { window: { from: T0 + 1, to: T0 + 9 * DAY } }],
    ['a window between two results', { window: { from: T0 + 1, to: T0 + 2 } }],
    ['a window of one instant', { window: { from: T0, to: T0 } }],
    ['behind a cursor', { part: { from: 0, to: T0 + 30 * 5 * HOUR - 1 } }],
    ['behind the last one', { part: { from: 0, to: T0 - 1 } }],
    ['between two places', { part: { from: T0 + 10 * 5 * HOUR, to: T0 + 14 * 5 * HOUR } }],
    ['behind a cursor, of a status', { part: { from: 0, to: T0 + 30 * 5 * HOUR }, status: 'Success', limit: 3 }],
  ])('are those of the statement with sums of sizes: %s', async (_, query) => {
    await fill(60);
    await world.database.query(`update entity set fqn = fqn || ' "quoted" – ü' where node = $1`, [contract.node]);
    for (const parts of PARTS) await expectSame(asked(query), parts);
  });

  it('are the same of a contract without results', async () => {
    for (const parts of PARTS) await expectSame(asked(), parts);
  });

  it('are none where there is no such contract, or it was deleted', async () => {
    expect(await pages.read(NOBODY, COLUMNS, asked(), 'body')).toBeUndefined();
    await world.database.query('update contract set live = false where node = $1', [contract.node]);
    expect(await pages.read(contract.id, COLUMNS, asked(), 'body')).toBeUndefined();
  });

  it.each([
    ['its share of a block', 100, 4_000, 524_288],
    ['what is read beside others', 1, 40_000, 524_288],
    ['what a page may still have', 10, 20_000, 10_000],
  ])(
    'are not read so where a result has more than %s, nor the next ones of that contract',
    async (_, limit, size, bytes) => {
      await fill(20);
      await enlarge(19, size);
      const query = asked({ limit, bytes });
      expect(await pages.read(contract.id, COLUMNS, query, 'body')).toBe('long');
      for (let page = 0; page < 15; page++)
        expect(await pages.read(contract.id, COLUMNS, asked(), 'status')).toBe('long');
      await expectSame(asked(), 'status');
    },
  );

  it('are read so where each has its share, and where only larger ones lie beyond the page', async () => {
    await fill(20);
    await enlarge(19, 20_000);
    await enlarge(0, 40_000);
    await expectSame(asked(), 'body');
  });

  it('are of a hundred results at most', async () => {
    await fill(3);
    await expectSame(asked({ limit: 100 }), 'body');
    expect(await pages.read(contract.id, COLUMNS, asked({ limit: 101 }), 'body')).toBe('long');
  });
});
