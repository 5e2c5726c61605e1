import { NamedService } from '../../support/names/named-service';
import { Receiver } from '../../support/receiver';
import type { RestAnswer, RestClient } from '../../support/rest-client';
import { login, makeUser, PASSWORD } from '../identity/identity-world';

const PATH = '/events/subscriptions';
const NO_SUCH_NAME = 3;
/** As many as one principal may look up at once, and may have waiting. */
const AT_ONCE = 4;
const MOST = 36;

interface Outcome {
  readonly kind: string;
  readonly error?: string;
}

describe('receivers whose name servers do not answer', () => {
  let named: NamedService;
  let receiver: Receiver;
  let admin: RestClient;

  beforeAll(async () => {
    receiver = await Receiver.start();
    named = await NamedService.start({ workers: 0, environment: { NOTIFICATION_NETWORKS: '127.0.0.1' } });
    admin = await named.service.client();
  });
  afterAll(async () => {
    await named?.stop();
    await receiver?.down();
  });

  const subscribed = async (client: RestClient, name: string, host: string): Promise<string> => {
    const destination = { type: 'webhook', url: receiver.url.replace('127.0.0.1', host) };
    return (await client.must<{ id: string }>('POST', PATH, { name, destination })).id;
  };

  it('hold up their tester alone: others look up names and sign in meanwhile', async () => {
    const { names, service } = named;
    const reader = await makeUser(admin);
    const eager = await service.client('eager');
    const ids = await Promise.all(
      Array.from({ length: MOST + 4 }, (_, at) => subscribed(eager, `slow${at}`, `slow${at}.example`)),
    );
    const quick = await subscribed(admin, 'quick', 'quick.example');
    names.reply = (name) =>
      name === 'quick.example' ? ['127.0.0.1'] : name.startsWith('slow') ? 'silence' : NO_SUCH_NAME;

    const ended: RestAnswer<Outcome>[] = [];
    const tests = Array.from({ length: 200 }, (_, at) =>
      eager.post<Outcome>(`${PATH}/${ids[at % ids.length]}/test`).then((answer) => void ended.push(answer)),
    );
    await names.untilNames(AT_ONCE);
    const [tested, signedIn] = await Promise.all([
      admin.must<Outcome>('POST', `${PATH}/${quick}/test`),
      login(service, `${reader}@example.com`, PASSWORD),
    ]);
    expect([tested.kind, signedIn.status]).toEqual(['delivered', 200]);
    const lookedUp = (): number => ended.filter(({ status }) => status === 200).length;
    // Each look-up ends after some seconds by itself: a busy machine sees the first of them end before the others are answered.
    const meanwhile = lookedUp();

    names.reply = () => NO_SUCH_NAME;
    await Promise.all(tests);
    expect(meanwhile).toBeLessThan(lookedUp());
    const refused = ended.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({
        message: expect.stringMatching(/^Too many host names are being looked up: 4 at once/),
      });
      expect(headers.get('retry-after')).toBe('5');
    }
    const failed = ended.filter(({ status }) => status === 200).map(({ body }) => body);
    expect(failed.length + refused.length).toBe(200);
    expect(failed.filter(({ kind, error }) => kind !== 'failed' || !/ENOTFOUND|ETIMEOUT/.test(error ?? ''))).toEqual(
      [],
    );
  });
});
