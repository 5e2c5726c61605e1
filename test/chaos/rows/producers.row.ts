import { makeContracts } from '../../support/chaos/chaos-catalog';
import { isFull, SIZE } from '../../support/chaos/chaos-size';
import { History } from '../../support/chaos/history';
import type { ChaosStack } from '../../support/chaos/stack/chaos-stack';
import { Tally } from '../../support/chaos/tally';
import { until } from '../../support/chaos/until';

const CONTRACTS = 3;
const PRODUCERS = ['dbt', 'service tests', 'soda'] as const;
/** Of each producer to each contract, one after the other. */
const PUSHES = isFull ? 100 : 16;
/** Of the API, each followed by its start. */
const KILLS = isFull ? SIZE.kills : 1;
/** Between two pushes of a producer, in ms; the others push at the same times, and their results go to the next free ones. */
const STEP_MS = 10;
/** How long no push of anybody may be answered, and how long the API may take to wait for a lock, in ms. */
const PATIENCE_MS = 120_000;
const REST_MS = 100;

interface Sum {
  readonly timestamp: number;
  readonly producer: string;
  readonly qualityValidation: { readonly passed: number; readonly failed: number };
  readonly details: { readonly parts: readonly { readonly producer: string; readonly timestamp: number }[] };
}

/** Several producers push to the same contracts while the API is killed. */
export function producersRow(stackOf: () => ChaosStack): void {
  it('pushes of several producers: each result stands once, each part counts once, whoever dies when', async () => {
    const stack = stackOf();
    const contracts = await makeContracts(await stack.client(), CONTRACTS);
    const begun = Date.now() - 3_600_000;
    const tally = new Tally(`${stack.backend} producers`, ['killed within', 'killed at chance', 'broken', 'answered']);
    const history = new History(await stack.client());
    const pushes: Pushes = { history, answered: 0, lastAt: Date.now() };
    const pushers = contracts.flatMap((contract) =>
      PRODUCERS.map((producer) => pushAll(pushes, contract, producer, begun)),
    );
    const over = Promise.all(pushers);
    const killed = killApis(stack, tally, pushes, over);
    // Where a push gave up, no API is started behind the end of the test.
    await Promise.allSettled([over, killed]);
    await Promise.all([over, killed]);
    tally.add('broken', history.answers()['broken'] ?? 0);
    tally.add('answered', history.calls.filter(({ answer }) => Number(answer) < 300).length);
    for (const contract of contracts) await expectSummed(stack, contract, begun);
    tally.close();
  });
}

/** The n-th push of a producer has n checks that passed. */
const pushOf = (producer: string, n: number, begun: number) => ({
  ...{ timestamp: begun + n * STEP_MS, producer, contractExecutionStatus: 'Success' },
  qualityValidation: { passed: n, failed: 0, total: n },
});

/** What all producers have sent, and how far they came. */
interface Pushes {
  readonly history: History;
  answered: number;
  lastAt: number;
}

async function pushAll(pushes: Pushes, contract: string, producer: string, begun: number): Promise<void> {
  for (let n = 1; n <= PUSHES; n++) await pushed(pushes, contract, pushOf(producer, n, begun));
  // One that was delayed somewhere and comes again has nothing to add.
  await pushed(pushes, contract, pushOf(producer, 1, begun));
}

async function pushed(pushes: Pushes, contract: string, body: object): Promise<void> {
  const { history } = pushes;
  for (;;) {
    const answer = await history.noted('push', () => history.client.put(`/dataContracts/${contract}/results`, body));
    if (answer && answer.status < 300) {
      pushes.answered++;
      pushes.lastAt = Date.now();
      return;
    }
    if (answer && answer.status !== 503) throw new Error(`push: ${answer.status} ${JSON.stringify(answer.body)}`);
    if (Date.now() - pushes.lastAt > PATIENCE_MS) throw new Error(`push: ${JSON.stringify(history.calls.at(-1))}`);
    await new Promise((wake) => setTimeout(wake, REST_MS));
  }
}

/** Once between the result of a push and its part, then at chance. */
async function killApis(stack: ChaosStack, tally: Tally, pushes: Pushes, over: Promise<unknown>): Promise<void> {
  await stack.server.session(async (session) => {
    await session.query('begin');
    await session.query('lock table contract_part in exclusive mode');
    await until('a push waits to store its part', PATIENCE_MS, () => waitsForPart(stack), Boolean);
    await stack.api.end();
    await session.query('rollback');
  });
  tally.add('killed within');
  await startAgain(stack);
  let isOver = false;
  void over.finally(() => (isOver = true)).catch(() => undefined);
  for (let i = 0; i < KILLS && !isOver; i++) {
    // Each API that begins answers something: on a busy machine it would else be killed before, again and again.
    const { answered } = pushes;
    await until('a push is answered', PATIENCE_MS, () => pushes.answered > answered || isOver, Boolean);
    await new Promise((at) => setTimeout(at, Math.random() * 200));
    if (isOver) break;
    await stack.api.end();
    await startAgain(stack);
    tally.add('killed at chance');
  }
}

async function startAgain(stack: ChaosStack): Promise<void> {
  await stack.api.drop();
  await stack.startApi();
}

async function waitsForPart({ server }: ChaosStack): Promise<boolean> {
  const text = `select 1 from pg_locks where relation = 'contract_part'::regclass and not granted`;
  return (await server.query(text)).length > 0;
}

async function expectSummed(stack: ChaosStack, contract: string, begun: number): Promise<void> {
  const client = await stack.client();
  const { data } = await client.must<{ data: Sum[] }>(
    'GET',
    `/dataContracts/${contract}/results?limit=10000&fields=details`,
  );
  const own = data.flatMap(({ producer, details: { parts } }) => parts.filter((part) => part.producer === producer));
  const shown = own.map(({ producer, timestamp }) => `${producer} ${(timestamp - begun) / STEP_MS}`).sort();
  const sent = PRODUCERS.flatMap((producer) => Array.from({ length: PUSHES }, (_, n) => `${producer} ${n + 1}`));
  expect(shown).toEqual(sent.sort());
  const newest = data.reduce((a, b) => (b.timestamp > a.timestamp ? b : a));
  expect(newest.qualityValidation).toMatchObject({ passed: PRODUCERS.length * PUSHES, failed: 0 });
  const [counted] = await stack.server.query<object>(COUNTED, [contract]);
  const n = String(data.length);
  expect(counted).toEqual({ stored: n, byHour: n, byDay: n, latest: String(newest.timestamp), told: n });
}

/** What is kept beside the history. */
const COUNTED = `
  select (select count(*) from contract_result r where r.contract = c.node)::text as stored,
         (select sum(n) from contract_result_count h where h.contract = c.node)::text as "byHour",
         (select sum(n) from contract_result_day d where d.contract = c.node)::text as "byDay",
         c.latest_result ->> 'timestamp' as latest,
         (select count(*) from (select entity_id, event_type from change_event
                                union all select entity_id, event_type from change_event_pending) told
           where told.entity_id = e.id and told.event_type = 'resultCreated')::text as told
    from entity e join contract c on c.node = e.node where e.id = $1`;
