import type { AddressInfo } from 'node:net';
import { register } from 'prom-client';
import { SMTPServer } from 'smtp-server';
import type { AuthenticatedActor } from '@app/auth';
import { Receiver } from '../../support/receiver';
import { NotifierWorld } from './notifier-world';
import type { SentSubscription } from '@app/notifications';
import { runEventFaults } from './openlineage-schema';
import { eventually } from '../../support/eventually';

const T = Date.now() - 3_600_000;

describe('a notifier', () => {
  let world: NotifierWorld;
  let receiver: Receiver;
  let next = 0;
  const mails: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(address.startsWith('nobody') ? new Error('no such user') : null),
    onData: (stream, _session, done) => {
      let mail = '';
      stream.on('data', (piece: Buffer) => (mail += piece.toString()));
      stream.on('end', () => {
        mails.push(mail);
        done();
      });
    },
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    const { port } = smtp.server.address() as AddressInfo;
    world = await NotifierWorld.open({ smtpUrl: `smtp://127.0.0.1:${port}` });
  });
  afterAll(async () => {
    await world.close();
    await new Promise<void>((resolve) => smtp.close(resolve));
  });
  beforeEach(async () => {
    receiver = await Receiver.start();
  });
  afterEach(async () => {
    await world.noNotifiers();
    await world.database.query(`delete from event_subscription`);
    await receiver.down();
  });

  const pushed = async (contract: string, count: number): Promise<number[]> => {
    const times = Array.from({ length: count }, () => T + next++);
    for (const at of times) await world.push(contract, at, at % 2 ? 'Success' : 'Failed');
    return times;
  };
  const toldOf = (contract: string): (number | undefined)[] =>
    receiver.told.filter(({ data }) => data.entity.id === contract).map(({ data }) => data.event?.result?.timestamp);
  const states = async (id: string): Promise<string[]> =>
    (await world.log.list(world.admin, id, { limit: 100 })).data.map(({ state }) => state);

  /** As if every contract were due, until nothing waits for a message. */
  const lookAgain = async (): Promise<void> => {
    await world.database.query(`update event_subscription set walk_node = 0`);
    await world.notices();
    const waiting = `select from event_notice where not taken`;
    await eventually(async () => (await world.database.query(waiting)).length === 0);
    const pending = `select from event_delivery where state = 'pending'`;
    await eventually(async () => (await world.database.query(pending)).length === 0);
  };

  it.each(['after-plan-before-send=error', 'after-send-before-note=error', 'after-send-before-note=error@2'])(
    'that ends at %s loses nothing, and the next one keeps the order',
    async (failpoint) => {
      const { subscription } = await world.subscribe(receiver.url);
      const contracts = [(await world.contract()).id, (await world.contract()).id];
      const times = [await pushed(contracts[0]!, 4), await pushed(contracts[1]!, 3)];
      const crashing = world.notifier(failpoint);
      const held = `select from event_subscription where fence > 0 and id = $1`;
      await eventually(async () => (await world.database.query(held, [subscription.id])).length > 0);
      await eventually(async () => (await states(subscription.id)).length === 7);
      await crashing.stop();
      await world.endLeases();
      world.notifier();
      await eventually(async () => (await states(subscription.id)).every((state) => state === 'delivered'));
      expect(contracts.map(toldOf)).toEqual(times);
    },
  );

  it('shares the work with others, and tells each thing once where nothing fails', async () => {
    for (let i = 0; i < 3; i++) world.notifier();
    const subscribed = await Promise.all(
      ['a', 'b', 'c', 'd'].map((path) => world.subscribe(`${receiver.url}/${path}`)),
    );
    const contract = (await world.contract()).id;
    const times = await pushed(contract, 10);
    await eventually(() => receiver.received.length >= subscribed.length * times.length);
    for (const path of ['a', 'b', 'c', 'd']) {
      const told = receiver.received.filter((one) => one.path === `/hook/${path}`).map(({ body }) => JSON.parse(body));
      expect(told.map(({ data }) => data.event.result.timestamp)).toEqual(times);
    }
  });

  it('tells a receiver of OpenLineage each verdict as a run, once more where it was not there', async () => {
    const contract = await world.contract();
    const eventTypes = ['resultCreated', 'resultUpdated'] as const;
    const destination = { type: 'openlineage' as const, url: `${receiver.url}/lineage`, secret: 'key-of-receiver' };
    const { subscription } = await world.subscribe('', { eventTypes: [...eventTypes], destination });
    expect(JSON.stringify(subscription)).not.toContain('key-of-receiver');
    await world.database.query(
      `insert into openlineage_name (key, kind, namespace, name, node, first_seen, last_seen, events)
       values (gen_random_uuid(), 'dataset', 'postgres://db', 'd.s.t', $1, 1, 1, 1)`,
      [contract.asset],
    );
    let refusals = 1;
    receiver.answer = (response) => void response.writeHead(refusals-- > 0 ? 503 : 201, { 'retry-after': '0' }).end();
    const times = await pushed(contract.id, 2);
    world.notifier();
    await eventually(async () => (await states(subscription.id)).join() === 'delivered,delivered');
    const events = receiver.received.map(({ headers, body }) => ({ headers, event: JSON.parse(body) }));
    for (const { event } of events) expect(runEventFaults(event)).toEqual([]);
    expect(new Set(events.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer key-of-receiver']));
    const told = new Map(events.map(({ event }) => [event.run.runId, event]));
    expect([...told.values()]).toEqual(
      times.map((at) =>
        expect.objectContaining({
          eventType: 'COMPLETE',
          eventTime: new Date(at).toISOString(),
          job: expect.objectContaining({ namespace: 'metadata-catalog', name: contract.fqn }),
          inputs: [expect.objectContaining({ namespace: 'postgres://db', name: 'd.s.t' })],
        }),
      ),
    );
    expect(events).toHaveLength(3);
    const [whole] = events.at(-1)!.event.inputs[0].inputFacets.dataQualityAssertions.assertions;
    expect(whole).toMatchObject({ assertion: 'data_contract', success: times[1]! % 2 === 1 });
  });

  it('keeps the key of a receiver of OpenLineage from others, and takes results alone', async () => {
    const destination = { type: 'openlineage' as const, url: `${receiver.url}/a`, secret: 'key' };
    const { subscription } = await world.subscribe('', { destination });
    const authorization = async (): Promise<unknown> => {
      await world.subscriptions.test(world.admin, subscription.id);
      expect(runEventFaults(JSON.parse(receiver.received.at(-1)!.body))).toEqual([]);
      return receiver.received.at(-1)!.headers.authorization;
    };
    expect(await authorization()).toBe('Bearer key');
    const put = (url: string) =>
      world.subscribe('', { name: subscription.name, destination: { type: 'openlineage', url } }, world.admin);
    await expect(put(`${receiver.url}/a`)).rejects.toThrow('already');
    const changed = (url: string) =>
      world.subscriptions.change(world.admin, subscription.id, (document) => ({
        ...(document as unknown as SentSubscription),
        destination: { type: 'openlineage', url },
      }));
    await changed(`${receiver.url}/a`);
    expect(await authorization()).toBe('Bearer key');
    await changed(`${receiver.url}/b`);
    expect(await authorization()).toBeUndefined();
    const alerts = world.subscribe('', { destination, eventTypes: ['contractFailed'] });
    await expect(alerts).rejects.toThrow('eventTypes: of a destination openlineage may be');
  });

  it('tells of what the filter finds: owners and domains of the asset, tags, types, contracts', async () => {
    const [mine, other] = [await world.contract(), await world.contract()];
    const team = await world.entity('team', 'orders-team');
    const domain = await world.entity('domain', 'sales');
    const refer = `insert into entity_reference (from_node, relation, to_node, position) values ($1, $2, $3, 0)`;
    await world.database.query(refer, [mine.asset, 'owners', team.node]);
    await world.database.query(refer, [mine.asset, 'domains', domain.node]);
    await world.database.query(
      `insert into tag_usage (node, tag_fqn, source) values ($1, 'Tier.Tier1', 'Classification')`,
      [mine.asset],
    );
    const filters = {
      owner: { owners: ['orders-team'] },
      domain: { domains: ['sales'] },
      tag: { tags: ['Tier.Tier1'] },
      contract: { contracts: [mine.fqn] },
      all: { owners: ['orders-team'], domains: ['sales'], tags: ['Tier.Tier1'], entityTypes: ['table'] },
      nobody: { owners: ['nobody'] },
      otherType: { entityTypes: ['topic'] },
    };
    for (const [path, filter] of Object.entries(filters)) await world.subscribe(`${receiver.url}/${path}`, { filter });
    const last = await world.subscribe(`${receiver.url}/everything`);
    await pushed(mine.id, 1);
    await pushed(other.id, 1);
    world.notifier();
    await eventually(async () => {
      const open = await world.database.query(`select from event_delivery where state = 'pending'`);
      const behind = await world.database.query(
        `select from event_subscription where position < (select max(position) from change_event)`,
      );
      return !open.length && !behind.length && (await states(last.subscription.id)).length === 2;
    });
    const told = receiver.received.map(({ path, body }) => [path.slice(6), JSON.parse(body).data.entity.id]);
    expect(told.sort()).toEqual(
      [
        ...['owner', 'domain', 'tag', 'contract', 'all', 'everything'].map((path) => [path, mine.id]),
        ['everything', other.id],
      ].sort(),
    );
  });

  it('tells once that a contract was not validated for days, and again after its next result grew old', async () => {
    const { id } = await world.contract();
    await world.push(id, Date.now() - 9 * 86_400_000, 'Success');
    const more = { eventTypes: ['contractNotValidated'] as const, notValidatedDays: 8, filter: {} };
    await world.subscribe(receiver.url, { ...more, eventTypes: [...more.eventTypes] });
    await world.notices();
    world.notifier();
    const ofContract = () => receiver.told.filter(({ data }) => data.entity.id === id);
    await eventually(() => ofContract().length === 1);
    await lookAgain();
    expect(ofContract().map(({ type }) => type)).toEqual(['contractNotValidated']);
  });

  it('tells once that a contract is not judged since hours, with the reason, and that aborted runs are no verdict', async () => {
    const [silent, once, stale] = [await world.contract(), await world.contract(), await world.contract()];
    const [hour, day] = [3_600_000, 86_400_000];
    const now = Date.now();
    await world.push(silent.id, now - 10 * hour, 'Success');
    await world.push(silent.id, now - 5 * hour, 'Aborted');
    await world.push(silent.id, now - hour, 'Aborted');
    await world.push(once.id, now - 6 * hour, 'Success');
    await world.push(once.id, now - 5 * hour, 'Aborted');
    await world.push(stale.id, now - 9 * day, 'Success');
    await world.push(stale.id, now - hour, 'Aborted');
    await world.database.query(`update contract set status = 'Active' where node = any($1::bigint[])`, [
      [silent, once, stale].map(({ node }) => node),
    ]);
    await world.database.query(
      `update contract_result set details = '{"details": {"reason": "timedOut"}}' where contract = $1 and status = 'Aborted'`,
      [silent.node],
    );
    const more = { eventTypes: ['contractNotValidated' as const], notJudgedHours: 4, filter: {} };
    await world.subscribe(receiver.url, more);
    await world.notices();
    const told = () =>
      [silent, once, stale].map(({ id }) =>
        receiver.told.filter(({ data }) => data.entity.id === id).map(({ data }) => data.notValidated),
      );
    world.notifier();
    const silence = { since: now - 5 * hour, aborted: 2, reason: 'timedOut' };
    const expected = [
      [{ days: 0, lastResultAt: now - 10 * hour, ...silence }],
      [],
      [{ days: 7, lastResultAt: now - 9 * day }],
    ];
    await eventually(() => JSON.stringify(told().map(({ length }) => length)) === '[1,0,1]');
    expect(told()).toEqual(expected);
    await world.push(silent.id, now - 10, 'Aborted');
    await lookAgain();
    expect(told()).toEqual(expected);
  });

  it('tells once that an SLA is about to be missed, and again when its next due time comes near', async () => {
    const { id, node, asset } = await world.contract();
    await world.database.query(`update entity set body = $2::jsonb where node = $1`, [
      node,
      JSON.stringify({ sla: { refreshFrequency: 'P1D' } }),
    ]);
    const refreshed = (at: number) =>
      world.database.query(`insert into observation (asset, kind, timestamp) values ($1, 'refresh', $2)`, [asset, at]);
    const dayAgo = Date.now() - 86_400_000;
    const [first, second] = [dayAgo + 2 * 3_600_000, dayAgo + 3 * 3_600_000];
    await refreshed(first);
    await world.subscribe(receiver.url, { eventTypes: ['contractSlaAtRisk'] });
    await world.notices();
    const told = () =>
      receiver.told.filter(({ data }) => data.entity.id === id).map(({ type, data }) => [type, data.sla]);
    const due = (at: number) => ['contractSlaAtRisk', { target: 'refreshFrequency', dueAt: at + 86_400_000 }];
    world.notifier();
    await eventually(() => told().length === 1);
    expect(told()).toEqual([due(first)]);
    await lookAgain();
    expect(told()).toEqual([due(first)]);
    // An older refresh that becomes known has the contract looked at.
    await refreshed(second);
    await world.notices();
    await eventually(() => told().length === 2);
    expect(told()).toEqual([due(first), due(second)]);
  });

  it('discards what waits for a subscriber who may not view it any more, and counts how each try ended', async () => {
    const watcher = await world.administrator('watcher');
    receiver.answer = (response) => void response.writeHead(500).end();
    const { subscription } = await world.subscribe(receiver.url, {}, watcher);
    const before = await outcomes();
    await pushed((await world.contract()).id, 2);
    world.notifier();
    await eventually(async () => (await outcomes()).failed! > (before.failed ?? 0));
    expect(await states(subscription.id)).toEqual(['pending', 'pending']);
    expect(await gauge('notification_pending_messages')).toBe(2);
    expect(await gauge('notification_oldest_pending_seconds')).toBeGreaterThan(0);
    await world.degrade('watcher');
    receiver.answer = (response) => void response.writeHead(204).end();
    receiver.received.length = 0;
    await eventually(async () => (await states(subscription.id)).every((state) => state === 'discarded'));
    const { data } = await world.log.list(world.admin, subscription.id, { limit: 1 });
    expect(data[0]?.error).toBe('the subscriber may not view it any more');
    expect(data[0]?.notices).toHaveLength(1);
    const own = await world.log.list({ ...watcher, isAdmin: false, rules: [] }, subscription.id, { limit: 1 });
    expect(own.data).toEqual([{ ...data[0], notices: [] }]);
    expect(receiver.received).toEqual([]);
    expect((await outcomes()).discarded).toBe((before.discarded ?? 0) + 2);
    expect(await gauge('notification_pending_messages')).toBe(0);
  });

  it('tells less where it was ordered with a token that may not speak for administrators', async () => {
    const admin = await world.administrator('ordering');
    // Nobody else may view anything.
    await world.degrade('nobody');
    const limited = { ...admin, token: { mayAdministrate: false } as AuthenticatedActor['token'] };
    const [told, untold] = [
      await world.subscribe(receiver.url, {}, admin),
      await world.subscribe(receiver.url, {}, limited),
    ];
    await pushed((await world.contract()).id, 2);
    world.notifier();
    const behind = `select from event_subscription where position < (select max(position) from change_event)`;
    await eventually(async () => (await states(told.subscription.id)).join() === 'delivered,delivered');
    await eventually(async () => (await world.database.query(behind)).length === 0);
    expect(await states(untold.subscription.id)).toEqual([]);
  });

  /** Of webhooks: how often each outcome was counted. */
  const outcomes = async (): Promise<Partial<Record<string, number>>> => {
    const metric = await register.getSingleMetric('notification_deliveries_total')?.get();
    return Object.fromEntries((metric?.values ?? []).map(({ labels, value }) => [String(labels['outcome']), value]));
  };
  const gauge = async (name: string): Promise<number | undefined> =>
    (await register.getSingleMetric(name)?.get())?.values[0]?.value;

  it('disables what has failed for long, and what has no owner', async () => {
    await receiver.down();
    const { subscription } = await world.subscribe(receiver.url);
    await pushed((await world.contract()).id, 1);
    world.notifier('', { disableAfter: 'PT1S' });
    const shown = () => world.subscriptions.get(world.admin, subscription.id);
    await eventually(async () => !(await shown()).enabled);
    expect((await shown()).disabledReason).toMatch(/^its destination has failed since .*ECONNREFUSED/);
    expect(await states(subscription.id)).toEqual(['pending']);
  });

  it('gives a message up after its time, and sends it once more when it is asked', async () => {
    receiver.answer = (response) => void response.writeHead(500).end();
    const { subscription } = await world.subscribe(receiver.url);
    await pushed((await world.contract()).id, 1);
    world.notifier('', { retryFor: 'PT1S' });
    await eventually(async () => (await states(subscription.id))[0] === 'dead');
    const { data } = await world.log.list(world.admin, subscription.id, { state: 'dead', limit: 1 });
    expect(data[0]).toMatchObject({ statusCode: 500, error: 'the receiver answered 500' });
    receiver.answer = (response) => void response.writeHead(200).end('ok');
    await world.log.redeliver(world.admin, subscription.id, data[0]!.id);
    await eventually(async () => (await states(subscription.id))[0] === 'delivered');
    expect(receiver.told).toHaveLength(1);
  });

  it('lists a test that did not arrive as a message that was given up, and sends it once more', async () => {
    receiver.answer = (response) => void response.writeHead(500).end();
    const { subscription } = await world.subscribe(receiver.url);
    const { id } = subscription;
    expect(await world.subscriptions.test(world.admin, id)).toMatchObject({ kind: 'failed', status: 500 });
    const { data } = await world.log.list(world.admin, id, { state: 'dead', limit: 9 });
    expect(data).toMatchObject([
      { attempts: 1, statusCode: 500, error: 'the receiver answered 500', notices: [{ type: 'test', entity: { id } }] },
    ]);
    receiver.answer = (response) => void response.writeHead(200).end('ok');
    world.notifier();
    await world.log.redeliver(world.admin, id, data[0]!.id);
    await eventually(async () => (await states(id))[0] === 'delivered');
    expect(receiver.told.map(({ type }) => type)).toEqual(['test']);
    // One that arrives leaves no message.
    expect(await world.subscriptions.test(world.admin, id)).toMatchObject({ kind: 'delivered' });
    expect(await states(id)).toEqual(['delivered']);
  });

  it('collects for a digest, and tells nothing of the time in which a subscription is muted', async () => {
    const muted = await world.subscribe(`${receiver.url}/muted`, { mutedUntil: Date.now() + 3_600_000 });
    const digest = await world.subscribe(`${receiver.url}/digest`, { digestMinutes: 60 });
    await pushed((await world.contract()).id, 3);
    world.notifier();
    const behind = `select from event_subscription where id = $1 and position < (select max(position) from change_event)`;
    await eventually(async () => (await world.database.query(behind, [muted.subscription.id])).length === 0);
    expect(receiver.received).toEqual([]);
    await world.database.query(`update event_subscription set plan_at = 0 where id = $1`, [digest.subscription.id]);
    await eventually(() => receiver.received.length > 0);
    expect(receiver.received.map(({ path, body }) => [path, JSON.parse(body).data.notices?.length])).toEqual([
      ['/hook/digest', 3],
    ]);
    expect(await states(muted.subscription.id)).toEqual([]);
  });

  it('is asked by one user for a hundred things at most, however many ask at one time', async () => {
    const asked = Array.from({ length: 120 }, () => world.subscribe(receiver.url));
    const ended = await Promise.allSettled(asked);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
    const [row] = await world.database.query<{ n: number }>(`select count(*)::int as n from event_subscription`);
    expect(row).toEqual({ n: 100 });
  });

  it('sends mails, and tries again where the server refuses', async () => {
    const to = (recipients: string[]) => ({ destination: { type: 'email' as const, recipients } });
    await world.subscribe('', to(['ann@example.org', 'bob@example.org']));
    const bad = await world.subscribe('', to(['nobody@example.org']));
    await pushed((await world.contract()).id, 1);
    world.notifier();
    await eventually(() => mails.length === 1);
    expect(mails[0]).toMatch(/^From: catalog@example.org\r\nTo: ann@example.org, bob@example.org\r\n/);
    expect(mails[0]).toMatch(/Subject: Contract .* has a new result/);
    await eventually(
      async () => (await world.log.list(world.admin, bad.subscription.id, { limit: 1 })).data[0]?.attempts === 1,
    );
    const { data } = await world.log.list(world.admin, bad.subscription.id, { limit: 1 });
    expect(data[0]).toMatchObject({ state: 'pending', error: expect.stringMatching(/mail server/) });
  });

  it('writes no mail to others for somebody who is no administrator any more', async () => {
    const former = await world.administrator('former');
    const destination = { type: 'email' as const, recipients: ['stranger@example.org'] };
    const { subscription } = await world.subscribe('', { destination }, former);
    await world.degrade('former');
    const before = mails.length;
    await pushed((await world.contract()).id, 1);
    world.notifier();
    await eventually(async () => !(await world.subscriptions.get(world.admin, subscription.id)).enabled);
    const { disabledReason } = await world.subscriptions.get(world.admin, subscription.id);
    expect(disabledReason).toBe(
      'its recipients are not the address of its owner, and only administrators write to others',
    );
    const plain = { ...former, isAdmin: false, rules: [] };
    await expect(world.subscriptions.test(plain, subscription.id)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(mails).toHaveLength(before);
  });
});
