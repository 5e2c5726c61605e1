import { AccessControl } from '@app/auth';
import { Visibility } from '@app/catalog';
import { Database, migrateDatabase } from '@app/database';
import { TransitionCheck, VerdictSums } from '@app/results';
import { VerdictTrend, type TrendQuery } from '../../../libs/validation/src/overview/verdict-trend';
import { blocksOf, RecordingClient, statementsOf } from '../../support/recording-client';
import { ADMIN, actor, ContractWorld, type TestContract } from '../runs/support/contract-world';

const DAY = 86_400_000;
const DAYS = 12;
const WRITERS = 6;
const ROUNDS = 25;
const MANY = 1_500;
/** Blocks of a trend of 30 days from sums; a look at each contract takes thousands. */
const MOST_BLOCKS = 120;
const STATUSES = ['Success', 'Failed', 'PartialSuccess', 'Aborted', 'Success'];

/** A generator of numbers below one that is the same on each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

describe('sums of verdicts', () => {
  let world: ContractWorld;
  let trend: VerdictTrend;
  let sums: VerdictSums;
  let check: TransitionCheck;
  const services: { node: string; fqn: string }[] = [];
  const contracts: TestContract[] = [];
  const started = Math.floor(Date.now() / DAY) * DAY;

  const move = ({ assetNode }: TestContract, { node }: { node: string }) =>
    world.database.query('update entity set parent = $2, root = $2 where node = $1', [assetNode, node]);
  const setLive = ({ node }: TestContract, live: boolean) =>
    world.database.query('update contract set live = $2 where node = $1', [node, live]);
  const result = ({ node }: TestContract, at: number, status: string) =>
    world.database.query(
      `insert into contract_result (contract, timestamp, id, status, origin, body, details)
       values ($1, $2, gen_random_uuid(), $3, 'pushed', '{}', '{}') on conflict (contract, timestamp) do update set status = excluded.status`,
      [node, at, status],
    );
  const remove = ({ node }: TestContract, from: number, to: number) =>
    world.database.query('delete from contract_result where contract = $1 and timestamp between $2 and $3', [
      node,
      from,
      to,
    ]);

  beforeAll(async () => {
    world = await ContractWorld.create();
    trend = new VerdictTrend(world.database, new Visibility(new AccessControl()));
    sums = new VerdictSums(world.database);
    check = new TransitionCheck(world.database);
    for (const name of ['one', 'two']) services.push({ ...(await world.entity('databaseService', name)), fqn: name });
    for (let n = 0; n < 8; n++) {
      const contract = await world.contract();
      await move(contract, services[n % 2]!);
      contracts.push(contract);
    }
  });
  afterAll(() => world.destroy());

  const days = async (query: Partial<TrendQuery> = {}, by = ADMIN): Promise<number[][]> => {
    const { data } = await trend.of(by, { days: DAYS, timezone: 'UTC', ...query });
    return data.map(({ holding, failing }) => [holding, failing]);
  };
  /** Counted result by result. */
  const counted = async (service?: string): Promise<number[][]> => {
    const rows = await world.database.query<{ holding: number; failing: number }>(
      `select count(*) filter (where v.status = 'Success')::int as holding, count(*) filter (where v.status <> 'Success')::int as failing
         from generate_series(1, $1::int) d
         left join (contract c join entity a on a.node = c.asset left join entity s on s.node = a.root)
           on c.live and ($3::text is null or s.fqn = $3)
         left join lateral (
           select r.status from contract_result r
            where r.contract = c.node and r.status in ('Success', 'Failed', 'PartialSuccess')
              and (d = $1 or r.timestamp < $2::bigint + (d + 1 - $1) * ${DAY}::bigint)
            order by r.timestamp desc limit 1) v on true
        group by d order by d`,
      [DAYS, started, service ?? null],
    );
    return rows.map(({ holding, failing }) => [holding, failing]);
  };
  const compare = async (): Promise<void> => {
    expect(await days()).toEqual(await counted());
    for (const { fqn } of services) expect(await days({ service: fqn })).toEqual(await counted(fqn));
  };
  /** Of a caller who might not see all, so that contracts are counted. */
  const limited = actor('reader', {
    rules: [
      { name: 'all', effect: 'allow', operations: ['ViewAll'], resources: ['All'] },
      { name: 'none', effect: 'deny', operations: ['All'], resources: ['user'], condition: '!isOwner()' },
    ],
  });

  const write = async (next: () => number): Promise<void> => {
    const contract = contracts[Math.floor(next() * contracts.length)]!;
    const at = started - Math.floor(next() * DAYS * 8) * (DAY / 8) + 1;
    const chance = next();
    if (chance < 0.7) await result(contract, at, STATUSES[Math.floor(next() * STATUSES.length)]!);
    else if (chance < 0.85) await remove(contract, at, at + 2 * DAY);
    else if (chance < 0.9) await move(contract, services[Math.floor(next() * 2)]!);
    else await setLive(contract, chance < 0.93);
  };

  it('are those of plain counting after each of many writes', async () => {
    const next = numbers(7);
    for (let step = 0; step < 60; step++) {
      await write(next);
      if (step % 3 === 0) await compare();
      if (step % 10 === 0) await sums.fold();
    }
    expect(await days({}, limited)).toEqual(await counted());
    expect(await days({ service: 'one' }, limited)).toEqual(await counted('one'));
    expect(await days({ days: 1 })).toEqual((await counted()).slice(-1));
  });

  it('are those of plain counting after writers who come at once, with rounds that fold', async () => {
    const writers = Array.from({ length: WRITERS }, async (_, seed) => {
      const next = numbers(seed + 11);
      for (let round = 0; round < ROUNDS; round++) await write(next);
    });
    let isOver = false;
    const folding = (async () => {
      while (!isOver) await sums.fold();
    })();
    await Promise.all(writers).finally(() => (isOver = true));
    await folding;
    await compare();
    await sums.fold();
    await compare();
    expect(await world.database.query('select from verdict_delta')).toEqual([]);
    expect(await world.database.query('select from verdict_sum where passing = 0 and failing = 0')).toEqual([]);
  });

  it('leave out of now what is upcoming or has ended', async () => {
    const [contract] = contracts;
    await setLive(contract!, true);
    await result(contract!, started + 1, 'Success');
    const before = await days();
    await world.database.query('update contract set effective_until = 1 where node = $1', [contract!.node]);
    const [holding = 0, failing] = before.at(-1)!;
    expect(await days()).toEqual([...before.slice(0, -1), [holding - 1, failing]]);
    expect(await days({}, limited)).toEqual(await days());
    await world.database.query('update contract set effective_until = null where node = $1', [contract!.node]);
  });

  it('go with a contract that is deleted for good', async () => {
    const gone = contracts.pop()!;
    await world.database.query('delete from entity where node = any($1)', [[gone.node, gone.assetNode]]);
    await compare();
  });

  const checked = async (): Promise<Record<string, number>> => {
    const { mended, next } = await check.block('');
    expect(next).toBe('sums');
    return { ...mended, ...(await check.block('sums')).mended };
  };

  it('are compared and mended by the check of the catalog', async () => {
    expect(await checked()).toEqual({ contracts: 0, counts: 0 });
    await world.database.query(
      'update verdict_transition set passes = not passes where (contract, at) = (select contract, at from verdict_transition order by contract, at limit 1)',
    );
    await world.database.query(
      'insert into verdict_delta (root, quarter, passing, failing) values (0, -1, 3, 0), (5, 1, 1, 1)',
    );
    const { contracts: mended, counts } = await checked();
    expect(mended).toBe(1);
    expect(counts).toBeGreaterThanOrEqual(2);
    expect(await checked()).toEqual({ contracts: 0, counts: 0 });
    await compare();
  });

  it('are made of a database of the build before', async () => {
    await world.database.query(
      `drop table verdict_transition, verdict_sum, verdict_delta; drop trigger derive_transitions_contract on contract; drop trigger derive_transitions_entity on entity;
       drop function derive_transitions(bigint[], bigint[], bigint[]); drop function derive_transitions_contract(); drop function derive_transitions_entity(); drop function sum_up_transitions();
       delete from migration where name like 'SumsOfVerdicts%'`,
    );
    await migrateDatabase(world.url);
    await compare();
    expect(await checked()).toEqual({ contracts: 0, counts: 0 });
  });

  it(`cost the same among ${MANY} contracts`, async () => {
    const made = await world.contracts(MANY);
    await world.database.query(
      `insert into contract_result (contract, timestamp, id, status, origin, body, details)
       select node, $2::bigint - n * $3::bigint, gen_random_uuid(), case n % 3 when 0 then 'Failed' else 'Success' end, 'pushed', '{}', '{}'
         from unnest($1::bigint[]) node cross join generate_series(1, 10) n`,
      [made.map(({ node }) => node), started, 2 * DAY],
    );
    while (await sums.fold());
    await world.database.query('vacuum analyze');
    const database = await Database.connect({ url: world.url, poolSize: 1, Client: RecordingClient });
    try {
      const asked = new VerdictTrend(database, new Visibility(new AccessControl()));
      const sent = await statementsOf(() => asked.of(ADMIN, { days: 30, timezone: 'Asia/Kathmandu' }));
      let blocks = 0;
      for (const statement of sent) blocks += await blocksOf(database, statement);
      expect(blocks).toBeLessThan(MOST_BLOCKS);
    } finally {
      await database.close();
    }
    await compare();
  });
});
