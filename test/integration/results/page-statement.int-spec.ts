import type { ContractColumns } from '../../../libs/results/src/store/contract-finder';
import {
  pageStatement,
  pageValues,
  type PageQuery,
  type PageRow,
} from '../../../libs/results/src/store/page-statement';
import type { ResultParts } from '../../../libs/results/src/store/result-json';
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
const PARTS = ['body', 'details', 'status'] as const;
const AGAIN = { parts: 'body', byStatus: false, counted: false } as const;

describe('the statement of a page of results', () => {
  let world: ContractWorld;
  let contract: TestContract;

  beforeAll(async () => {
    world = await ContractWorld.create();
  });
  afterAll(() => world.destroy());
  beforeEach(async () => {
    contract = await world.contract();
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

  interface Stored {
    readonly id: string;
    readonly timestamp: string;
    readonly status: string;
    readonly body: object;
    readonly details: object;
  }

  /** The same page, worked out from all results. */
  async function expected({ window, part, limit, status }: PageQuery, parts: ResultParts): Promise<object> {
    const [{ fqn }] = (await world.database.query<{ fqn: string }>('select fqn from entity where node = $1', [
      contract.node,
    ])) as [{ fqn: string }];
    const rows = await world.database.query<Stored & object>(
      'select id::text, timestamp::text, status, body, details from contract_result where contract = $1 order by timestamp desc',
      [contract.node],
    );
    const within = ({ from, to }: { from: number; to: number }) =>
      rows.filter(
        (row) => Number(row.timestamp) >= from && Number(row.timestamp) <= to && (!status || row.status === status),
      );
    const page = within(part).slice(0, limit);
    const [newest, oldest] = [page[0]?.timestamp ?? null, page.at(-1)?.timestamp ?? null];
    const shown = page.map(({ id, timestamp, status: contractExecutionStatus, body, details }) => ({
      ...{ id, dataContractFQN: fqn, timestamp: Number(timestamp), contractExecutionStatus },
      ...(parts !== 'status' && body),
      ...(parts === 'details' && details),
    }));
    return {
      ...{ data: page.length > 0 ? shown : null, count: page.length, isCut: false, newest, oldest },
      total: String(within(window).length),
      hasNewer: within({ from: Number(newest ?? part.to) + 1, to: window.to }).length > 0,
      hasOlder: within({ from: window.from, to: Number(oldest ?? part.from) - 1 }).length > 0,
    };
  }

  async function first(query: PageQuery, parts: ResultParts, id = contract.id): Promise<PageRow | undefined> {
    const statement = pageStatement({ parts, byStatus: query.status !== undefined, counted: true, contract: COLUMNS });
    const [row] = await world.database.read<PageRow & object>(statement, pageValues(id, query, true));
    return row;
  }

  /** A further block, whose contract is known. */
  async function further(query: PageQuery): Promise<PageRow> {
    const values = [...pageValues(contract.node, query, false), '"fqn"'];
    return (await world.database.read<PageRow & object>(pageStatement(AGAIN), values))[0]!;
  }

  async function expectRight(query: PageQuery, parts: ResultParts): Promise<void> {
    const { data, bytes, ...row } = (await first(query, parts))!;
    const shown = data === null ? null : (JSON.parse(`[${data}]`) as { dataContractFQN: string }[]);
    expect({ ...row, data: shown }).toMatchObject(await expected(query, parts));
    const fqns = shown?.reduce((sum, one) => sum + Buffer.byteLength(JSON.stringify(one.dataContractFQN)), 0) ?? 0;
    expect(bytes).toBe(data === null ? 0 : Buffer.byteLength(data) - fqns - (shown!.length - 1));
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
  ])('reads %s', async (_, query) => {
    await fill(60);
    await world.database.query(`update entity set fqn = fqn || ' "quoted" – ü' where node = $1`, [contract.node]);
    for (const parts of PARTS) await expectRight(asked(query), parts);
  });

  it('reads an empty page of a contract without results', async () => {
    for (const parts of PARTS) await expectRight(asked(), parts);
  });

  it('finds nothing where there is no such contract, or it was deleted', async () => {
    expect(await first(asked(), 'body', NOBODY)).toBeUndefined();
    await world.database.query('update contract set live = false where node = $1', [contract.node]);
    expect(await first(asked(), 'body')).toBeUndefined();
  });

  it('ends before a long result, which a further block reads alone', async () => {
    await fill(20);
    await enlarge(17, 40_000);
    expect(await first(asked(), 'body')).toMatchObject({ count: 2, isCut: true, hasOlder: true });
    const part = { from: 0, to: T0 + 17 * 5 * HOUR };
    expect(await first(asked({ part }), 'body')).toMatchObject({ data: null, count: 0, bytes: 0, isCut: true });
    expect(await further(asked({ part }))).toMatchObject({ count: 1, isCut: true, total: null, hasNewer: true });
    await expectRight(asked({ part }), 'status');
  });

  it('ends with the result that makes it as large as it may be', async () => {
    await fill(20);
    for (const n of [17, 18, 19]) await enlarge(n, 20_000);
    expect(await first(asked({ bytes: 30_000 }), 'body')).toMatchObject({ count: 2, isCut: true });
    expect(await first(asked({ bytes: 1 }), 'body')).toMatchObject({ count: 1, isCut: true });
    await expectRight(asked(), 'body');
  });
});
