import { utcMinute } from '@app/common';
import { purgeNotices } from '@app/notices';
import { register } from 'prom-client';
import { NoticeWorld, type MadeContract } from './notice-world';

const DAY = 86_400_000;
const DEPRECATED = { fieldsUpdated: [{ name: 'entityStatus', oldValue: 'Active', newValue: 'Deprecated' }] };

describe('notices of contracts', () => {
  let world: NoticeWorld;

  beforeAll(async () => {
    world = await NoticeWorld.open();
  });
  afterAll(() => world.close());

  const typesOf = async (contract: MadeContract): Promise<string[]> =>
    (await world.told(contract)).map(({ type, body }) => [type, ...Object.values(body)].join(' '));

  it('reach owners, consumers and followers once each, in the strongest role', async () => {
    const contract = await world.contract();
    const [owner, both, member, follower] = [
      await world.user(),
      await world.user(),
      await world.user(),
      await world.user(),
    ];
    const [team, below, over] = [await world.entity('team'), await world.entity('team'), await world.entity('domain')];
    const domain = await world.entity('domain', { parent: over.node });
    await world.refer(contract.asset, 'owners', owner.node);
    await world.refer(contract.asset, 'owners', both.node);
    await world.refer(contract.asset, 'domains', domain.node);
    await world.refer(over.node, 'followers', follower.node);
    await world.refer(contract.node, 'followers', both.node);
    await world.refer(below.node, 'parents', team.node);
    await world.refer(member.node, 'teams', below.node);
    await world.consumer(contract.node, team.node);
    await world.consumer(contract.node, both.node);
    await world.event(contract, 'entityUpdated', { change: DEPRECATED });
    await world.work();
    expect(await world.told(contract)).toMatchObject([
      {
        type: 'contractDeprecated',
        text: 'is deprecated',
        people: {
          [owner.name]: 'owner',
          [both.name]: 'owner',
          [member.name]: 'consumer',
          [follower.name]: 'follower',
        },
      },
    ]);
  });

  it('do not reach who did it, bots, deleted ones, members of deleted teams, and consumers whose time is over', async () => {
    const contract = await world.contract();
    const [actor, gone, member, late] = [
      await world.user(),
      await world.user(),
      await world.user(),
      await world.user(),
    ];
    const bot = await world.entity('user', { body: { isBot: true } });
    const team = await world.entity('team');
    const deleted = [gone.node, team.node];
    await world.database.query(`update entity set deleted_by = node where node = any($1::bigint[])`, [deleted]);
    await world.refer(member.node, 'teams', team.node);
    for (const { node } of [actor, gone, bot]) await world.refer(contract.node, 'owners', node);
    await world.consumer(contract.node, team.node);
    await world.consumer(contract.node, late.node, 1);
    await world.event(contract, 'entityUpdated', { change: DEPRECATED, actor: actor.name });
    await world.work();
    expect(await world.told(contract)).toMatchObject([{ type: 'contractDeprecated', people: {} }]);
  });

  it('that a contract is not judged go to owners, and to consumers under a policy, once until the next verdict', async () => {
    const [plain, governed, fresh, draft] = await Promise.all([
      world.contract(),
      world.contract(),
      world.contract(),
      world.contract({ status: 'Draft' }),
    ]);
    const [owner, consumer] = [await world.user(), await world.user()];
    const all = [plain, governed, fresh, draft];
    for (const { node } of all) await world.refer(node, 'owners', owner.node);
    for (const { node } of all) await world.consumer(node, consumer.node);
    await world.policyOf(governed.node);
    const now = await world.database.now();
    const result = ({ node }: MadeContract, age: number, status: string) =>
      world.database.query(
        `insert into contract_result (contract, timestamp, id, status, origin, body, details)
         values ($1, $2, gen_random_uuid(), $3, 'run', '{}', '{"details": {"reason": "timedOut"}}')`,
        [node, now - age, status],
      );
    for (const one of all) await result(one, 3 * DAY, 'Success');
    for (const one of [plain, governed, draft]) await result(one, 2 * DAY, 'Aborted');
    for (const one of all) await result(one, 1_000, 'Aborted');
    for (const one of all)
      await world.event(one, 'resultCreated', { result: { timestamp: now - 1_000, status: 'Aborted' } });
    await world.work();
    const again = async () => {
      await world.database.query(`update contract_notice_due set due_at = 0`);
      await world.work();
    };
    await again();
    const body = { since: now - 2 * DAY, aborted: 2, reason: 'timedOut' };
    const text = `is not judged since ${utcMinute(now - 2 * DAY)}: 2 runs were aborted (timedOut)`;
    const notice = { type: 'contractNotValidated', text, body };
    expect(await world.told(plain)).toMatchObject([{ ...notice, people: { [owner.name]: 'owner' } }]);
    expect(await world.told(governed)).toMatchObject([
      { ...notice, people: { [owner.name]: 'owner', [consumer.name]: 'consumer' } },
    ]);
    expect(await world.told(fresh)).toEqual([]);
    expect(await world.told(draft)).toEqual([]);
    await result(plain, 900, 'Failed');
    await result(plain, 800, 'Aborted');
    await again();
    expect(await typesOf(plain)).toHaveLength(1);
  });

  it('of verdicts go to owners where a consumer or a policy is there, to followers always, and are not kept for nobody', async () => {
    const [plain, followed, relied, governed, ended] = await Promise.all([
      world.contract(),
      world.contract(),
      world.contract(),
      world.contract(),
      world.contract({ until: -1_000 }),
    ]);
    const [owner, other] = [await world.user(), await world.user()];
    for (const { node } of [plain, followed, relied, governed, ended]) await world.refer(node, 'owners', owner.node);
    await world.refer(followed.node, 'followers', other.node);
    await world.consumer(relied.node, other.node);
    await world.consumer(ended.node, other.node);
    await world.policyOf(governed.node);
    const all = [plain, followed, relied, governed, ended];
    for (const contract of all) await world.verdict(contract, 'Failed');
    await world.verdict(relied, 'Failed', 'Failed');
    await world.verdict(relied, 'Success', 'Failed');
    await world.work();
    const people = async (contract: MadeContract) => (await world.told(contract)).map((one) => [one.type, one.people]);
    expect(await people(plain)).toEqual([]);
    expect(await people(followed)).toEqual([['contractFailed', { [other.name]: 'follower' }]]);
    const both = { [owner.name]: 'owner', [other.name]: 'consumer' };
    expect((await people(relied)).sort()).toEqual([
      ['contractFailed', both],
      ['contractRecovered', both],
    ]);
    expect(await people(governed)).toEqual([['contractFailed', { [owner.name]: 'owner' }]]);
    expect((await people(ended)).filter(([type]) => type === 'contractFailed')).toEqual([]);
  });

  it('of dates are made when they come, each mark before an end once for each end, the smallest alone', async () => {
    const contract = await world.contract({ from: -1_000, until: 20 * DAY });
    const [draft, deprecated] = [
      await world.contract({ from: -1_000, until: -500, status: 'Draft' }),
      await world.contract({ from: -1_000, until: 40 * DAY, status: 'Deprecated' }),
    ];
    await world.sinceEver();
    await world.work();
    expect(await typesOf(contract)).toEqual(['contractInForce', 'contractEnding 30']);
    expect([await typesOf(draft), await typesOf(deprecated)]).toEqual([[], []]);
    const end = async (inMs: number): Promise<void> => {
      const until = (await world.database.now()) + inMs;
      await world.database.query(`update contract set effective_until = $2 where node = $1`, [contract.node, until]);
      await world.event(contract, 'entityUpdated', { change: {} });
      await world.work();
      await world.work();
    };
    await end(DAY / 2);
    expect((await typesOf(contract)).sort()).toEqual(['contractEnding 1', 'contractEnding 30', 'contractInForce']);
    await end(-100);
    expect((await typesOf(contract)).filter((type) => type === 'contractEnded')).toHaveLength(1);
  });

  it('of dates that came before the first worker of this release, or before the contract, are not made', async () => {
    const [before, after] = [await world.contract({ until: -10_000 }), await world.contract({ until: -100 })];
    const since = (await world.database.now()) - 5_000;
    await world.database.query(`update contract_notice_place set since = $1, dates_at = 0, dates_node = 0`, [since]);
    const made = await world.contract({ until: -100 });
    await world.database.query(`update entity set updated_at = $2 where node = $1`, [made.node, Date.now() + 60_000]);
    await world.work();
    expect([await typesOf(before), await typesOf(after), await typesOf(made)]).toEqual([[], ['contractEnded'], []]);
  });

  it('are made once by several workers, also of more dates and events than are looked at at once', async () => {
    const contracts: MadeContract[] = [];
    for (let n = 0; n < 20; n++) contracts.push(await world.contract({ until: -100 }));
    await world.database.query(
      `
      insert into entity (id, type, name, fqn, version, updated_at, updated_by, body, details, parent, root)
      select gen_random_uuid(), 'dataContract', 'many-' || n, 'many-' || n, 1, 0, 'test', '{}', '{}', $1, $1 from generate_series(1, 1200) n`,
      [contracts[0]!.asset],
    );
    // At one moment, as contracts of one day are.
    await world.database.query(
      `insert into contract (node, asset, status, live, effective_until) select node, parent, 'Active', false, $1 from entity where name like 'many-%'`,
      [(await world.database.now()) - 50],
    );
    await world.database.query(
      `update contract set live = true, asset = node where node in (select node from entity where name like 'many-%')`,
    );
    for (const contract of contracts) await world.verdict(contract, 'Failed');
    for (const contract of contracts) await world.event(contract, 'entityUpdated', { change: DEPRECATED });
    await world.sinceEver();
    await Promise.all([1, 2, 3].map(() => world.work()));
    await world.work();
    for (const contract of contracts)
      expect((await typesOf(contract)).sort()).toEqual(['contractDeprecated', 'contractEnded']);
    const [many] = await world.database.query<{ n: number }>(
      `select count(*)::int as n from contract_notice n join entity e on e.node = n.contract where e.name like 'many-%'`,
    );
    expect(many!.n).toBe(1200);
  });

  it('are not made where the transaction ends without its commit, and made by the next worker', async () => {
    const contract = await world.contract({ until: -100 });
    await world.event(contract, 'entityUpdated', { change: DEPRECATED });
    await world.sinceEver();
    const { database } = world;
    const fault = new Error('killed');
    const transaction = database.transaction.bind(database);
    const killed = jest.spyOn(database, 'transaction').mockImplementation((work) =>
      transaction(async (tx) => {
        await work(tx);
        throw fault;
      }),
    );
    await expect(world.maker().ofEvents()).rejects.toBe(fault);
    await expect(world.maker().ofDates()).rejects.toBe(fault);
    killed.mockRestore();
    expect(await typesOf(contract)).toEqual([]);
    await world.work();
    expect((await typesOf(contract)).sort()).toEqual(['contractDeprecated', 'contractEnded']);
  });

  it('look at nothing but where they stand while nothing happens', async () => {
    await world.work();
    const transaction = jest.spyOn(world.database, 'transaction');
    await world.maker().ofEvents();
    await world.maker().ofDates();
    expect(transaction).not.toHaveBeenCalled();
    transaction.mockRestore();
  });

  it('of a series reach each person once, also at one time', async () => {
    const [first, second] = [await world.contract(), await world.contract()];
    const [ann, bob] = [await world.user(), await world.user()];
    await world.consumer(first.node, ann.node);
    await world.consumer(second.node, ann.node);
    await world.consumer(second.node, bob.node);
    const opened = ({ node }: MadeContract) => ({
      ...{
        contract: node,
        type: 'contractIncidentOpened' as const,
        key: node,
        series: 'root',
        text: 'has an incident',
      },
      to: { consumer: true as const, assignee: [bob.id] },
    });
    await world.record(opened(first));
    await Promise.all([world.record(opened(second)), world.record(opened(second))]);
    expect((await world.told(first)).map(({ people }) => people)).toEqual([
      { [ann.name]: 'consumer', [bob.name]: 'assignee' },
    ]);
    expect((await world.told(second)).map(({ people }) => people)).toEqual([{}]);
  });

  it('say what they were given, once for their key', async () => {
    const contract = await world.contract();
    const ann = await world.user();
    const notice = { contract: contract.node, type: 'changeProposed' as const, key: 'p', text: 'is to be changed' };
    const body = { proposal: ann.id };
    const counted = async () =>
      (await register.getSingleMetric('contract_notices_total')!.get()).values.find(
        ({ labels }) => labels.type === 'changeProposed',
      )!.value;
    const before = await counted();
    expect(await world.record({ ...notice, body, to: { approver: [ann.id], author: [ann.id] } })).toEqual([
      'changeProposed',
    ]);
    expect(await world.record({ ...notice, to: {} })).toEqual([]);
    expect((await counted()) - before).toBe(1);
    expect(await world.told(contract)).toMatchObject([
      { text: 'is to be changed', body, people: { [ann.name]: 'approver' } },
    ]);
  });

  it('go when their time is over, and are not made again; of an end to come it stays known', async () => {
    const [ended, ending] = [await world.contract({ until: -100 }), await world.contract({ until: 20 * DAY })];
    await world.sinceEver();
    await world.work();
    await world.database.query(`update contract_notice set at = 1 where contract = $1`, [ending.node]);
    await purgeNotices(world.database, 'PT0.001S', new AbortController().signal);
    await world.database.query(`update contract_notice_place set dates_at = 0, dates_node = 0`);
    await world.work();
    expect([await typesOf(ended), await typesOf(ending)]).toEqual([[], ['contractEnding 30']]);
  });
});
