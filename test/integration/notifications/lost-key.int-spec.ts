import { randomBytes } from 'node:crypto';
import { SecretBox } from '@app/auth';
import { Logger } from '@nestjs/common';
import { register } from 'prom-client';
import { Receiver } from '../../support/receiver';
import { NotifierWorld } from './notifier-world';
import { eventually } from '../../support/eventually';

const LOST = expect.objectContaining({ code: 'CONFLICT', message: expect.stringMatching(/another signing key.*PUT/) });

describe('a subscription whose destination another signing key has sealed', () => {
  let world: NotifierWorld;
  let receiver: Receiver;

  beforeAll(async () => (world = await NotifierWorld.open()));
  afterAll(() => world.close());
  beforeEach(async () => (receiver = await Receiver.start()));
  afterEach(async () => {
    jest.restoreAllMocks();
    await world.noNotifiers();
    await world.database.query(`delete from event_subscription`);
    await receiver.down();
  });

  const lost = async (url: string) => {
    const { subscription } = await world.subscribe(url);
    const sealed = new SecretBox(randomBytes(32)).seal(JSON.stringify({ url, secret: 'whsec_b2xk' }));
    await world.database.query(`update event_subscription set sealed = $2 where id = $1`, [subscription.id, sealed]);
    return subscription;
  };
  const bodyOf = ({ name }: { name: string }, url: string) => ({
    ...{ name, enabled: true, eventTypes: ['resultCreated' as const], filter: {}, digestMinutes: 0 },
    destination: { type: 'webhook' as const, url },
  });
  const shown = (id: string) => world.subscriptions.get(world.admin, id);

  it('says why its messages wait, once in the log, while others are told', async () => {
    const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const { id, name } = await lost(`${receiver.url}/lost`);
    await world.subscribe(`${receiver.url}/other`);
    const contract = (await world.contract()).id;
    await world.push(contract, 1, 'Success');
    world.notifier();
    await eventually(async () => (await shown(id)).lastError !== undefined && receiver.told.length === 1);
    expect(await shown(id)).toMatchObject({
      failingSince: expect.any(Number),
      lastError: expect.stringMatching(/another signing key/),
    });
    await world.push(contract, 2, 'Failed');
    await world.database.query(`update event_subscription set retry_at = 0 where id = $1`, [id]);
    const tried = `select from event_subscription where id = $1 and failures > 1`;
    await eventually(async () => (await world.database.query(tried, [id])).length > 0 && receiver.told.length === 2);
    const lines = warned.mock.calls.map(([line]) => String(line));
    expect(lines).toEqual([expect.stringContaining(name)]);
  });

  it('shows in the age of what waits, until somebody pauses it', async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const { id } = await lost(receiver.url);
    await world.push((await world.contract()).id, 4, 'Success');
    world.notifier();
    await eventually(async () => (await shown(id)).lastError !== undefined);
    await world.noNotifiers();
    const age = async () =>
      (await register.getSingleMetric('notification_oldest_pending_seconds')?.get())?.values[0]?.value;
    expect(await age()).toBeGreaterThan(0);
    const paused = (document: Record<string, unknown>) => ({ ...document, enabled: false }) as never;
    await world.subscriptions.change(world.admin, id, paused);
    expect(await age()).toBe(0);
  });

  it('is told of what waited after a PUT with its address, which makes a new secret', async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const subscription = await lost(receiver.url);
    await world.push((await world.contract()).id, 3, 'Success');
    world.notifier();
    await eventually(async () => (await shown(subscription.id)).lastError !== undefined);
    const written = await world.subscriptions.put(world.admin, bodyOf(subscription, receiver.url));
    expect(written.secret).toMatch(/^whsec_/);
    expect(written.subscription.lastError).toBeUndefined();
    await eventually(() => receiver.told.length === 1);
  });

  it('gets a new secret by rotation where its address is shown whole; the lost one ends at once', async () => {
    const { id } = await lost(receiver.url);
    const { secret, previousUntil } = await world.subscriptions.rotate(world.admin, id, 60);
    expect([secret, previousUntil <= Date.now()]).toEqual([expect.stringMatching(/^whsec_/), true]);
    expect(await world.subscriptions.test(world.admin, id)).toMatchObject({ kind: 'delivered' });
    const hidden = await lost(`${receiver.url}?key=1`);
    await expect(world.subscriptions.rotate(world.admin, hidden.id, 60)).rejects.toEqual(LOST);
  });

  it('says what is wrong to a test, and to a PUT with its address as it is shown', async () => {
    const url = `${receiver.url}?key=1`;
    const subscription = await lost(url);
    await expect(world.subscriptions.test(world.admin, subscription.id)).rejects.toEqual(LOST);
    const put = world.subscriptions.put(world.admin, bodyOf(subscription, subscription.destination.url!));
    await expect(put).rejects.toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining('send it whole') });
  });

  it('is changed in what is not secret, and stays sealed for the key that may come back', async () => {
    const { id } = await lost(`${receiver.url}?key=1`);
    const sealed = async () =>
      (await world.database.query(`select sealed from event_subscription where id = $1`, [id]))[0];
    const before = await sealed();
    const change = (document: Record<string, unknown>) => ({ ...document, enabled: false }) as never;
    expect((await world.subscriptions.change(world.admin, id, change)).enabled).toBe(false);
    expect(await sealed()).toEqual(before);
  });
});
