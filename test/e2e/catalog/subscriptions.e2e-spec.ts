import { Webhook } from 'standardwebhooks';
import type { DeliveryView, Outcome, SubscriptionView } from '@app/notifications';
import { makeContracts } from '../../support/chaos/chaos-catalog';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { Receiver } from '../../support/receiver';
import { eventually } from '../../support/eventually';

const T = Date.now() - 3_600_000;
const PATH = '/events/subscriptions';

interface Made extends SubscriptionView {
  readonly secret?: string;
}
interface DeliveryPage {
  readonly data: readonly DeliveryView[];
  readonly paging: { readonly after?: string };
}

describe('subscriptions to events', () => {
  let service: RunningService;
  let client: RestClient;
  let contracts: string[];
  let receiver: Receiver;
  let nextName = 0;
  let nextResult = 0;

  beforeAll(async () => {
    service = await RunningService.start({
      environment: { NOTIFICATION_NETWORKS: '127.0.0.1' },
    });
    client = await service.client();
    contracts = await makeContracts(client, 4);
  });
  afterAll(() => service?.stop());
  beforeEach(async () => {
    receiver = await Receiver.start();
  });
  afterEach(() => receiver.down());

  const subscribe = async (more: object = {}, by = client): Promise<Made> =>
    by.must<Made>('POST', PATH, {
      name: `s${nextName++}`,
      destination: { type: 'webhook', url: receiver.url },
      ...more,
    });
  const push = async (contract: number, contractExecutionStatus: string): Promise<number> => {
    const timestamp = T + nextResult++;
    await client.must('PUT', `/dataContracts/${contracts[contract]}/results`, { timestamp, contractExecutionStatus });
    return timestamp;
  };
  const log = async (id: string): Promise<readonly DeliveryView[]> =>
    (await client.must<DeliveryPage>('GET', `${PATH}/${id}/deliveries?limit=1000`)).data;
  const types = (): string[] => receiver.told.map(({ type }) => type);
  const verified = (secret: string): boolean[] =>
    receiver.received.map(({ headers, body }) => {
      try {
        new Webhook(secret).verify(body, headers as Record<string, string>);
        return true;
      } catch {
        return false;
      }
    });

  it('tell that a contract failed and recovered, signed as the convention has it, and nothing else', async () => {
    const { id, secret } = await subscribe();
    expect(secret).toMatch(/^whsec_/);
    for (const status of ['Success', 'Failed', 'PartialSuccess', 'Failed', 'Success', 'Success']) await push(0, status);
    await eventually(() => receiver.received.length >= 2);
    expect(types()).toEqual(['contractFailed', 'contractRecovered']);
    expect(verified(secret!)).toEqual([true, true]);
    const [failed] = receiver.told;
    expect(failed).toMatchObject({
      data: {
        entity: { id: contracts[0], type: 'dataContract' },
        event: { result: { status: 'Failed', previousStatus: 'Success' } },
      },
    });
    // The answer of the receiver is recorded after it was given.
    const deliveries = await eventually(
      () => log(id),
      (all) => all.every(({ state }) => state !== 'pending'),
    );
    expect(deliveries.map(({ state, statusCode, attempts }) => [state, statusCode, attempts])).toEqual([
      ['delivered', 204, 1],
      ['delivered', 204, 1],
    ]);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(
      deliveries.map((delivery) => `msg_${delivery.id}`).reverse(),
    );
    await client.must('DELETE', `${PATH}/${id}`);
    expect((await client.get(`${PATH}/${id}`)).status).toBe(404);
  });

  it('never show a secret, and sign with the old and the new one while it is rotated', async () => {
    const url = `${receiver.url}?token=hidden`;
    const made = await subscribe({ destination: { type: 'webhook', url } });
    expect(made.destination).toEqual({ type: 'webhook', url: `${receiver.url}?***` });
    const { body } = await client.get<Made>(`${PATH}/${made.id}`);
    expect(JSON.stringify(body)).not.toMatch(/hidden|whsec/);
    const rotated = await client.must<{ secret: string }>('POST', `${PATH}/${made.id}/secret/rotate`, {
      graceMinutes: 5,
    });
    // The address as it is shown stands for the one that is stored.
    const { name, destination } = body;
    const again = await client.put<Made>(PATH, { name, destination });
    expect([again.status, again.body.secret]).toEqual([200, undefined]);
    const outcome = await client.must<Outcome>('POST', `${PATH}/${made.id}/test`);
    expect(outcome).toMatchObject({ kind: 'delivered', status: 204 });
    expect(receiver.received[0]?.path).toBe('/hook?token=hidden');
    expect([...verified(made.secret!), ...verified(rotated.secret), ...verified(`whsec_${'A'.repeat(32)}`)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('deliver everything in the order of each contract once the receiver is up again', async () => {
    await receiver.down();
    const { id, secret } = await subscribe({ eventTypes: ['resultCreated'] });
    const pushed: [number, number][] = [];
    for (let i = 0; i < 20; i++) {
      const contract = i % contracts.length;
      pushed.push([contract, await push(contract, i % 3 ? 'Failed' : 'Success')]);
    }
    await eventually(
      async () => (await client.must<SubscriptionView>('GET', `${PATH}/${id}`)).failingSince !== undefined,
    );
    await receiver.up();
    await eventually(() => receiver.told.length === pushed.length);
    for (const [number, contract] of contracts.entries()) {
      const told = receiver.told.filter(({ data }) => data.entity.id === contract);
      expect(told.map(({ data }) => data.event?.result?.timestamp)).toEqual(
        pushed.flatMap(([of, timestamp]) => (of === number ? [timestamp] : [])),
      );
    }
    expect(verified(secret!)).not.toContain(false);
    const shown = await client.must<SubscriptionView>('GET', `${PATH}/${id}`);
    expect([shown.failingSince, shown.lastError]).toEqual([undefined, undefined]);
  });

  it('follow no redirect, and stop for good at 410 Gone', async () => {
    const other = await Receiver.start();
    receiver.answer = (response) => void response.writeHead(302, { location: other.url }).end();
    const { id } = await subscribe({ eventTypes: ['resultCreated'] });
    const outcome = await client.must<Outcome>('POST', `${PATH}/${id}/test`);
    expect(outcome).toMatchObject({ kind: 'failed', error: 'the receiver answered 302: redirects are not followed' });
    expect(other.received).toEqual([]);
    await other.down();
    receiver.answer = (response) => void response.writeHead(410).end();
    await push(2, 'Success');
    const shown = () => client.must<SubscriptionView>('GET', `${PATH}/${id}`);
    await eventually(async () => !(await shown()).enabled);
    expect((await shown()).disabledReason).toBe('the receiver answered 410 Gone');
    // What waited goes out once somebody enables it.
    receiver.answer = (response) => void response.writeHead(204).end();
    const patched = await client.patch<SubscriptionView>(`${PATH}/${id}`, [
      { op: 'replace', path: '/enabled', value: true },
    ]);
    expect([patched.status, patched.body.disabledReason]).toEqual([200, undefined]);
    await eventually(async () => (await log(id))[0]?.state === 'delivered');
  });

  it('are private to their owner, and tell nothing that the owner may not view', async () => {
    const name = 'ColleaguesPolicy';
    const rules = [{ name: 'NoContracts', effect: 'deny', operations: ['ViewAll'], resources: ['dataContract'] }];
    await client.must('POST', '/policies', { name, rules });
    await client.must('POST', '/roles', { name: 'NoContracts', policies: [name] });
    const blind = await service.client('blind', 'NoContracts');
    const seeing = await service.client('seeing', 'DataConsumer');
    const theirs = await subscribe({ eventTypes: ['resultCreated'] }, blind);
    const own = await subscribe({ eventTypes: ['resultCreated'] }, seeing);
    for (const answer of await Promise.all([
      seeing.get(`${PATH}/${theirs.id}`),
      seeing.delete(`${PATH}/${theirs.id}`),
      seeing.post(`${PATH}/${theirs.id}/test`),
      seeing.get(`${PATH}/${theirs.id}/deliveries`),
    ]))
      expect(answer.status).toBe(404);
    expect((await client.get(`${PATH}/${theirs.id}`)).status).toBe(200);
    const listed = await seeing.must<{ data: SubscriptionView[] }>('GET', PATH);
    expect(listed.data.map(({ id }) => id)).toEqual([own.id]);
    await push(1, 'Success');
    await eventually(() => receiver.told.length === 1);
    await eventually(async () => (await log(own.id))[0]?.state === 'delivered');
    expect(await log(theirs.id)).toEqual([]);
  });

  it('tell again only what the owner may view by then, under the names of then', async () => {
    const condition = '!isOwner() && !noOwner()';
    const rules = [{ name: 'Own', effect: 'deny', operations: ['ViewAll'], resources: ['All'], condition }];
    await client.must('POST', '/policies', { name: 'OwnPolicy', rules });
    await client.must('POST', '/roles', { name: 'OwnOnly', policies: ['OwnPolicy'] });
    const reader = await service.client('own_only', 'OwnOnly');
    const boss = await client.must<{ id: string }>('POST', '/users', { name: 'boss', email: 'boss@example.org' });
    await client.must('POST', '/classifications', { name: 'Later', description: 'x' });
    const tag = await client.must<{ id: string }>('POST', '/tags', {
      ...{ name: 'hiddenlater', classification: 'Later', description: 'x' },
    });
    const { entity } = await client.must<{ entity: { id: string } }>('GET', `/dataContracts/${contracts[2]}`);
    const { id: table, databaseSchema } = await client.must<{ id: string; databaseSchema: { id: string } }>(
      'GET',
      `/tables/${entity.id}`,
    );
    const { id } = await subscribe({ eventTypes: ['entityUpdated'] }, reader);
    const label = { tagFQN: 'Later.hiddenlater', source: 'Classification', labelType: 'Manual', state: 'Confirmed' };
    await client.patch(`/tables/${table}`, [{ op: 'add', path: '/tags', value: [label] }]);
    await eventually(() => receiver.received.some(({ body }) => body.includes('hiddenlater')));
    await eventually(async () => (await log(id))[0]?.state === 'delivered');
    const owners = [{ op: 'add', path: '/owners', value: [{ id: boss.id, type: 'user' }] }];
    await client.patch(`/tags/${tag.id}`, owners);
    expect((await reader.get(`/tags/${tag.id}`)).status).toBe(404);
    // The table leaves for a schema of another name; that of its old one is hidden.
    const other = await client.must<{ fullyQualifiedName: string }>('GET', `/databaseSchemas/${databaseSchema.id}`);
    const [shownService = '', database = ''] = other.fullyQualifiedName.split('.');
    await client.must('POST', '/databaseSchemas', { name: 'open', database: `${shownService}.${database}` });
    const moved = await client.must<{ id: string; fullyQualifiedName: string }>(
      'GET',
      `/databaseSchemas/name/${shownService}.${database}.open`,
    );
    const value = { id: moved.id, type: 'databaseSchema' };
    const answer = await client.patch(`/tables/${table}`, [{ op: 'replace', path: '/databaseSchema', value }]);
    expect(answer.status).toBe(200);
    await client.patch(`/databaseSchemas/${databaseSchema.id}`, [
      { op: 'replace', path: '/name', value: 'closedschema' },
      ...owners,
    ]);
    receiver.received.length = 0;
    const [first] = (await log(id)).filter(({ notices }) => notices[0]?.entity.id === table).slice(-1);
    await reader.must('POST', `${PATH}/${id}/deliveries/${first!.id}/redeliver`);
    await eventually(() => receiver.received.some(({ headers }) => headers['webhook-id'] === `msg_${first!.id}`));
    const again = receiver.received.find(({ headers }) => headers['webhook-id'] === `msg_${first!.id}`)!.body;
    expect(again).toContain(`${moved.fullyQualifiedName}.t2`);
    expect(again).not.toContain('hiddenlater');
    expect(again).not.toContain(other.fullyQualifiedName);
  });

  it('are changed by who has read them as they are', async () => {
    const { id, name } = await subscribe();
    const path = `${PATH}/${id}`;
    const tagOf = ({ headers }: { readonly headers: Headers }): string => headers.get('etag')!;
    const read = await client.get(path);
    expect((await client.get(path, { 'if-none-match': tagOf(read) })).status).toBe(304);
    const mute = [{ op: 'add', path: '/mutedUntil', value: Date.now() + 60_000 }];
    const changed = await client.patch(path, mute, { 'if-match': tagOf(read) });
    expect(changed.status).toBe(200);
    expect(tagOf(changed)).not.toBe(tagOf(read));
    const late = { 'if-match': tagOf(read) };
    const body = { name, destination: { type: 'webhook', url: receiver.url } };
    for (const answer of [
      await client.patch(path, mute, late),
      await client.put(PATH, body, late),
      await client.put(PATH, { ...body, name: 'nobody has it' }, { 'if-match': '*' }),
      await client.delete(path, late),
    ])
      expect(answer).toMatchObject({ status: 412, body: { errorType: 'PRECONDITION_FAILED' } });
    const put = await client.put(PATH, body, { 'if-match': tagOf(changed) });
    expect(put.status).toBe(200);
    // What becomes of messages is no change of the subscription.
    receiver.answer = (response) => void response.writeHead(500).end();
    await client.post(`${path}/test`);
    expect((await client.delete(path, { 'if-match': tagOf(put) })).status).toBe(204);
  });

  it('refuse what cannot be, and say where', async () => {
    const refused = async (body: object) => {
      const answer = await client.post<{ message: string }>(PATH, { name: `bad${nextName++}`, ...body });
      return [answer.status, answer.body.message];
    };
    const to = (url: string) => ({ destination: { type: 'webhook', url } });
    for (const url of ['http://10.0.0.1/', 'http://2130706434/', 'http://[::ffff:10.0.0.1]/', 'http://0x0a.1.1.1/'])
      expect(await refused(to(url))).toEqual([400, expect.stringContaining('is not a public address')]);
    expect(await refused(to('ftp://example.org'))).toEqual([400, expect.stringContaining('destination.url')]);
    expect(await refused(to('https://u:p@example.org'))).toEqual([400, expect.stringContaining('name or password')]);
    expect(await refused({ destination: { type: 'webhook' } })).toEqual([400, expect.stringContaining('is required')]);
    expect(await refused({ ...to('https://example.org'), eventTypes: ['nothing'] })).toEqual([
      400,
      expect.stringContaining('eventTypes[0]'),
    ]);
    expect(await refused({ destination: { type: 'email', recipients: ['ann@example.org'] } })).toEqual([
      400,
      expect.stringContaining('SMTP_URL'),
    ]);
    const { name } = await subscribe();
    const twice = await client.post(PATH, { name, ...to('https://example.org') });
    expect(twice.status).toBe(409);
    expect((await client.post(`${PATH}/${contracts[0]}/test`)).status).toBe(404);
  });

  it('reach no address that is not public, by whatever name', async () => {
    // It resolves to ::1 and 127.0.0.1, of which the setting allows the second alone.
    const { id } = await subscribe({ destination: { type: 'webhook', url: 'http://ip6-localhost:9/' } });
    const outcome = await client.must<Outcome>('POST', `${PATH}/${id}/test`);
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: expect.stringMatching(/not a public address|ENOTFOUND|EAI_AGAIN/),
    });
  });
});
