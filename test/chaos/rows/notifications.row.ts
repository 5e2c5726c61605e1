import { Webhook } from 'standardwebhooks';
import { makeContracts } from '../../support/chaos/chaos-catalog';
import { isFull } from '../../support/chaos/chaos-size';
import type { ChaosProcess } from '../../support/chaos/stack/chaos-process';
import type { ChaosStack } from '../../support/chaos/stack/chaos-stack';
import { Tally } from '../../support/chaos/tally';
import { until } from '../../support/chaos/until';
import { cutOff, failpointOf, nameOf, NOTIFICATION_MOMENTS, stands, type Deed } from '../../support/chaos/window';
import { Receiver } from '../../support/receiver';
import type { RestClient } from '../../support/rest-client';

const CONTRACTS = 6;
/** How long nobody listens, under load, in ms. */
const DOWN_MS = isFull ? 600_000 : 5_000;
/** Between two rounds of that load: what waits can be told again in a small part of the time for which nobody listened. */
const REST_MS = 200;
/** Longer than the lease of a subscription (30 s), with the time of a busy machine. */
const PATIENCE_MS = 120_000;
/** The pause of a destination doubles: after it is back, it may be as long again as it was away, and some more. */
const BACK_MS = PATIENCE_MS + 2 * DOWN_MS;
/** Of the whole row, in ms. */
const LIMIT_MS = isFull ? 3_600_000 : 600_000;
/** A zombie costs a whole lease. */
const deeds: readonly Deed[] = isFull ? ['kill', 'zombie', 'cut-database', 'deaf-database'] : ['kill'];
const ENVIRONMENT = { NOTIFICATION_NETWORKS: '127.0.0.1' };

/** What tells subscribers, met at each of its moments, and a receiver that is away. */
export function notificationsRow(stackOf: () => ChaosStack): void {
  it(
    'tell every event, those of a contract in order, whoever dies on the way and while nobody listens',
    async () => {
      const stack = stackOf();
      await stack.restartApi(ENVIRONMENT);
      const client = await stack.client();
      const source = new Source(client, await makeContracts(client, CONTRACTS));
      await numberAll(stack);
      const receiver = await Receiver.start();
      const { id, secret } = await subscribe(client, receiver);
      const forged = verifying(receiver, new Webhook(secret));
      const met = NOTIFICATION_MOMENTS.flatMap((moment) => deeds.map((deed) => ({ moment, deed })));
      const tally = new Tally(`${stack.backend} notifications`, [...met.map(nameOf), 'came twice', 'tried in vain']);

      for (const window of met) {
        const worker = await stack.startWorker({ ...ENVIRONMENT, FAILPOINTS: failpointOf(window, 1) });
        await source.push();
        if (await stands(worker, PATIENCE_MS)) tally.add(nameOf(window));
        await source.push();
        await meet(stack, worker, window.deed, () => arrived(receiver, source));
        if (window.deed !== 'kill') await arrived(receiver, source);
        // Another worker would take the subscription before the one that is to stand in the next window.
        await stack.noWorkers();
      }
      expect(met.filter((window) => tally.of(nameOf(window)) === 0)).toEqual([]);
      await stack.startWorker(ENVIRONMENT);
      await arrived(receiver, source);

      await receiver.down();
      for (const end = Date.now() + DOWN_MS; Date.now() < end;) {
        await source.push();
        await new Promise((rest) => setTimeout(rest, REST_MS));
      }
      tally.add('tried in vain', await failedTries(client, id));
      await receiver.up();
      const backMs = await arrived(receiver, source, BACK_MS);

      expect(forged).toEqual([]);
      const told = new Map<string, number[]>([...source.pushed.keys()].map((contract) => [contract, []]));
      for (const { data } of receiver.told) told.get(data.entity.id)!.push(data.event!.result!.timestamp);
      expect(told).toEqual(source.pushed);
      tally.add('came twice', receiver.received.length - receiver.told.length);
      await receiver.down();
      await client.must('DELETE', `/events/subscriptions/${id}`);
      tally.close({ told: receiver.told.length, backMs });
      await stack.restartApi({});
    },
    LIMIT_MS,
  );
}

/** Results that the API has acknowledged, by contract and in their order. */
class Source {
  readonly pushed: Map<string, number[]>;
  private next = Date.now() - 86_400_000;

  constructor(
    private readonly client: RestClient,
    contracts: readonly string[],
  ) {
    this.pushed = new Map(contracts.map((contract) => [contract, []]));
  }

  get count(): number {
    return [...this.pushed.values()].flat().length;
  }

  /** One of each contract. */
  async push(): Promise<void> {
    for (const [contract, times] of this.pushed) {
      const timestamp = this.next++;
      const body = { timestamp, contractExecutionStatus: timestamp % 2 ? 'Success' : 'Failed' };
      await this.client.must('PUT', `/dataContracts/${contract}/results`, body);
      times.push(timestamp);
    }
  }
}

/** Looks at each signature when it comes, since it holds for some minutes; says what was wrong. */
function verifying(receiver: Receiver, webhook: Webhook): string[] {
  const faults: string[] = [];
  receiver.answer = (response, { body, headers }) => {
    try {
      webhook.verify(body, headers as Record<string, string>);
    } catch (error) {
      faults.push(String(error));
    }
    response.writeHead(204).end();
  };
  return faults;
}

/** A subscription tells what has no number yet when it is made: here that would be what an earlier row has left. */
async function numberAll(stack: ChaosStack): Promise<void> {
  await stack.startWorker();
  await until(
    'every event has its number',
    PATIENCE_MS,
    async () => (await stack.server.query<{ n: number }>('select count(*)::int as n from change_event_pending'))[0]!.n,
    (waiting) => waiting === 0,
  );
  await stack.noWorkers();
}

async function subscribe(client: RestClient, receiver: Receiver): Promise<{ id: string; secret: string }> {
  return client.must('POST', '/events/subscriptions', {
    name: 'chaos',
    eventTypes: ['resultCreated'],
    destination: { type: 'webhook', url: receiver.url },
  });
}

/** All that was pushed has come; says how long that took, in ms. */
async function arrived(receiver: Receiver, source: Source, withinMs = PATIENCE_MS): Promise<number> {
  const since = Date.now();
  await until(
    'everything is told',
    withinMs,
    // Each is parsed only where all may have come.
    () => (receiver.received.length < source.count ? receiver.received : receiver.told).length,
    (count) => count >= source.count,
  );
  return Date.now() - since;
}

/** A zombie comes back once another worker has its subscription and has told all. */
async function meet(
  stack: ChaosStack,
  worker: ChaosProcess,
  deed: Deed,
  toldByOthers: () => Promise<unknown>,
): Promise<void> {
  if (deed === 'kill') return stack.endWorker(worker);
  if (deed !== 'zombie') return cutOff(worker, deed as Exclude<Deed, 'kill' | 'zombie'>);
  await stack.startWorker(ENVIRONMENT);
  await toldByOthers();
  worker.signal('SIGCONT');
}

/** The messages that were tried are the oldest ones, and the list begins with the newest. */
async function failedTries(client: RestClient, subscription: string): Promise<number> {
  const path = `/events/subscriptions/${subscription}/deliveries?state=pending&limit=1000`;
  let tries = 0;
  for (let place: string | undefined = ''; place !== undefined;) {
    const page: DeliveryPage = await client.must('GET', `${path}${place && `&after=${encodeURIComponent(place)}`}`);
    tries += page.data.reduce((sum, { attempts }) => sum + attempts, 0);
    place = page.paging.after;
  }
  return tries;
}

interface DeliveryPage {
  readonly data: readonly { readonly attempts: number }[];
  readonly paging: { readonly after?: string };
}
