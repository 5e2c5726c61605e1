import { type NewNotice, recordNotices } from '@app/notices';
import { eventually } from '../../support/eventually';
import { Receiver } from '../../support/receiver';
import { NotifierWorld } from './notifier-world';

interface ToldNotice {
  readonly type: string;
  readonly link: string;
  readonly notice: { readonly text: string; readonly daysLeft?: number };
}

describe('a notifier and notices of contracts', () => {
  let world: NotifierWorld;
  const receivers: Receiver[] = [];

  beforeAll(async () => (world = await NotifierWorld.open()));
  afterEach(async () => {
    await world.noNotifiers();
    await world.endLeases();
    await world.database.query('delete from event_subscription');
  });
  afterAll(async () => {
    await world.close();
    await Promise.all(receivers.map((receiver) => receiver.down()));
  });

  const receiver = async (): Promise<Receiver> => {
    const one = await Receiver.start();
    receivers.push(one);
    return one;
  };
  const record = (contract: { readonly node: string }, more: Partial<NewNotice> = {}) =>
    world.database.transaction((tx) =>
      recordNotices(tx, [
        { ...{ contract: contract.node, type: 'contractEnding', key: 'k', text: 'ends soon', to: {} }, ...more },
      ]),
    );
  const typesOf = ({ told }: Receiver, contract?: { readonly id: string }): string[] =>
    told.filter(({ data }) => !contract || data.entity.id === contract.id).map(({ type }) => type);
  /** Everything that is queued has become a message, and every message has arrived. */
  const quiet = () =>
    eventually(
      async () =>
        (
          await world.database.query<{ n: number }>(
            `select (select count(*) from event_notice)::int + (select count(*) from event_delivery where state = 'pending')::int as n`,
          )
        )[0]!.n === 0,
    );
  const queued = async (): Promise<number> =>
    (await world.database.query<{ n: number }>('select count(*)::int as n from event_notice'))[0]!.n;

  it('tells those that were asked for, and no others', async () => {
    const [asked, other] = [await receiver(), await receiver()];
    await world.subscribe(asked.url, { eventTypes: ['contractEnding'] });
    await world.subscribe(other.url, { eventTypes: ['contractBudgetBurning', 'contractEnded'] });
    const contract = await world.contract();
    await record(contract, { body: { daysLeft: 7 } });
    await record(contract, { type: 'contractInForce' });
    world.notifier();
    await quiet();
    expect([typesOf(asked), typesOf(other)]).toEqual([['contractEnding'], []]);
    const { data } = asked.told[0] as unknown as { data: ToldNotice };
    expect(data).toMatchObject({
      notice: { text: 'ends soon', daysLeft: 7 },
      link: expect.stringContaining(contract.fqn),
    });
  });

  it('tells no value of a column that bears a hidden tag by now, to whoever it tells', async () => {
    const told = await receiver();
    await world.subscribe(told.url, { eventTypes: ['contractEnding'] });
    const contract = await world.contract();
    const table = contract.fqn.slice(0, -2);
    const columns = [{ name: 'pay', fullyQualifiedName: `${table}.pay`, tags: [{ tagFQN: 'PII.Sensitive' }] }];
    await world.database.query(`update entity set details = $2 where node = $1`, [
      contract.asset,
      JSON.stringify({ columns }),
    ]);
    await world.database.query(`insert into tag_usage values ($1, 'PII.Sensitive', 'Classification')`, [
      contract.asset,
    ]);
    const text = `has an incident: 1 of 1 quality test failed. Test ${table}.pay.t: failed at 2026-01-10 10:00 UTC: Found max=4711, expected at most 9`;
    await record(contract, { text });
    await record(contract, { key: 'pushed', text: 'has an incident: ann earns 4711' });
    world.notifier();
    await quiet();
    const texts = (told.told as unknown as { data: ToldNotice }[]).map(({ data }) => data.notice.text);
    expect(texts.sort()).toEqual([
      text.replace('max=4711', 'a value that is hidden'),
      'has an incident: Found a value that is hidden',
    ]);
  });

  it('tells of contracts of an asset, and of those that somebody relies on', async () => {
    const [ofAsset, ofConsumer] = [await receiver(), await receiver()];
    const [one, two] = [await world.contract(), await world.contract()];
    const team = await world.entity('team', `relying-${one.id}`);
    const [asset] = await world.database.query<{ fqn: string }>(`select fqn from entity where node = $1`, [one.asset]);
    const eventTypes = ['contractEnding'] as const;
    await world.subscribe(ofAsset.url, { eventTypes, filter: { assets: [asset!.fqn] } });
    await world.subscribe(ofConsumer.url, { eventTypes, filter: { consumers: [team.id] } });
    await world.database.query(
      `insert into contract_consumer (id, contract, party, purpose, by_party, declared_at, updated_at) values ($1, $2, $3, 'x', true, 0, 0)`,
      [two.id, two.node, team.node],
    );
    for (const contract of [one, two]) await record(contract);
    world.notifier();
    await quiet();
    expect([typesOf(ofAsset, one), typesOf(ofAsset, two)]).toEqual([['contractEnding'], []]);
    expect([typesOf(ofConsumer, one), typesOf(ofConsumer, two)]).toEqual([[], ['contractEnding']]);
  });

  it('tells somebody what is theirs, verdicts as well, and looks at no events for it', async () => {
    const mine = await receiver();
    const { subscription } = await world.subscribe(mine.url, {
      filter: { mine: true },
      eventTypes: undefined,
    } as never);
    expect(subscription.eventTypes).toContain('contractBudgetBurning');
    const [concerns, other] = [await world.contract(), await world.contract()];
    const to = { author: [world.admin.id] };
    await record(concerns, { to });
    await record(concerns, { type: 'contractFailed', to });
    await record(other);
    await world.push(other.id, Date.now() - 1_000, 'Failed');
    expect(await queued()).toBe(2);
    world.notifier();
    await quiet();
    expect([typesOf(mine, concerns), typesOf(mine, other)]).toEqual([['contractEnding', 'contractFailed'], []]);
    // What has no number yet when the subscription becomes another is told.
    await eventually(async () => (await world.database.query('select from change_event_pending')).length === 0);
    const all = (document: Record<string, unknown>) =>
      ({ ...document, filter: {}, eventTypes: ['resultCreated'] }) as never;
    await world.subscriptions.change(world.admin, subscription.id, all);
    await world.push(other.id, Date.now() - 500, 'Success');
    await eventually(() => typesOf(mine, other).length > 0);
    expect(typesOf(mine, other)).toEqual(['resultCreated']);
    await expect(
      world.subscribe(mine.url, { filter: { mine: true }, eventTypes: ['entityUpdated'] }),
    ).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  it('tells them in the order in which they were recorded, many at once', async () => {
    const target = await receiver();
    await world.subscribe(target.url, { eventTypes: ['contractRecovered', 'contractFailed'] });
    const contract = await world.contract();
    const turns = Array.from({ length: 20 }, (_, n) =>
      n % 2 ? ('contractRecovered' as const) : ('contractFailed' as const),
    );
    const recorded = turns.map((type, n) => ({
      ...{ contract: contract.node, type, key: String(99 - n), text: 'turned', to: {}, subscribers: [{}] },
      sent: { timestamp: n },
    }));
    await world.database.transaction((tx) => recordNotices(tx, recorded));
    world.notifier();
    await quiet();
    expect(typesOf(target, contract)).toEqual(turns);
  });

  it('tells each of them whatever worker dies after its message is made, and none that was recorded while it was muted', async () => {
    const target = await receiver();
    const { subscription } = await world.subscribe(target.url, { eventTypes: ['contractEnding'] });
    const contract = await world.contract();
    for (let n = 0; n < 20; n++) await record(contract, { key: `k ${n}`, text: `ends ${n}` });
    world.notifier('after-plan-before-send=error');
    await eventually(async () => (await queued()) === 0);
    await world.noNotifiers();
    await world.endLeases();
    world.notifier();
    await eventually(() => target.told.length === 20);
    const mute = (document: Record<string, unknown>) => ({ ...document, mutedUntil: Date.now() + 600_000 }) as never;
    await world.subscriptions.change(world.admin, subscription.id, mute);
    await record(contract, { key: 'muted' });
    await eventually(async () => (await queued()) === 0);
    await quiet();
    expect(target.told).toHaveLength(20);
  });

  it('queues nothing for a subscription that is gone', async () => {
    const target = await receiver();
    const { subscription } = await world.subscribe(target.url, { eventTypes: ['contractEnding'] });
    await world.subscriptions.remove(world.admin, subscription.id);
    await record(await world.contract());
    expect(await queued()).toBe(0);
  });
});
