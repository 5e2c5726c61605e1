import { makeContracts } from '../../support/chaos/chaos-catalog';
import { isFull, SIZE } from '../../support/chaos/chaos-size';
import { History } from '../../support/chaos/history';
import type { ChaosStack } from '../../support/chaos/stack/chaos-stack';
import { Tally } from '../../support/chaos/tally';
import { until } from '../../support/chaos/until';

const CONTRACTS = 3;
/** Breaks of each contract, one after the other. */
const BREAKS = isFull ? 100 : 8;
/** Results of a break: a failing one, then as many good ones as resolve it. */
const STATUSES = ['Failed', 'Success', 'Success'] as const;
/** Of the API, each followed by its start. */
const KILLS = isFull ? SIZE.kills : 1;
const STEP_MS = 1_000;
/** How long no push of anybody may be answered, and how long the API may take to wait for a lock, in ms. */
const PATIENCE_MS = 120_000;
const REST_MS = 100;

interface Incident {
  readonly openedAt: number;
  readonly resolution?: string;
  readonly resolvedAt?: number;
  readonly failures: number;
}

/** Contracts break and recover while APIs and workers are killed. */
export function incidentsRow(stackOf: () => ChaosStack): void {
  it('breaks of contracts: one incident each, resolved once, whoever dies when', async () => {
    const stack = stackOf();
    const client = await stack.client();
    const contracts = await makeContracts(client, CONTRACTS, { entityStatus: 'Active' });
    for (const id of contracts) {
      const scope = { type: 'dataContract', id };
      const incidents = { assign: 'none', closeAfterRuns: STATUSES.length - 1 };
      await client.must('PUT', '/dataContracts/policies', { scope, incidents });
    }
    const begun = Date.now() - 3_600_000;
    const tally = new Tally(`${stack.backend} incidents`, [
      'killed within',
      'worker killed',
      'killed at chance',
      'broken',
      'answered',
    ]);
    const history = new History(await stack.client());
    const pushes: Pushes = { history, answered: 0, lastAt: Date.now() };
    const over = Promise.all(contracts.map((contract) => breakOften(pushes, contract, begun)));
    const killed = killWhileBroken(stack, tally, pushes, over);
    // Where a push gave up, no API is started behind the end of the test.
    await Promise.allSettled([over, killed]);
    await Promise.all([over, killed]);
    tally.add('broken', history.answers()['broken'] ?? 0);
    tally.add('answered', history.calls.filter(({ answer }) => Number(answer) < 300).length);
    for (const contract of contracts) await expectOneEach(stack, contract, begun);
    tally.close();
  });
}

/** What all contracts were sent, and how far they came. */
interface Pushes {
  readonly history: History;
  answered: number;
  lastAt: number;
}

const timeOf = (begun: number, nth: number, at: number): number => begun + (nth * STATUSES.length + at) * STEP_MS;

async function breakOften(pushes: Pushes, contract: string, begun: number): Promise<void> {
  for (let nth = 0; nth < BREAKS; nth++)
    for (const [at, contractExecutionStatus] of STATUSES.entries())
      await pushed(pushes, contract, { timestamp: timeOf(begun, nth, at), contractExecutionStatus });
}

/** Sends a result until it is answered: again where nobody knows whether it was stored. */
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

/** An API between a result and what it notes, APIs at chance, then a worker between what they noted and the incidents. */
async function killWhileBroken(stack: ChaosStack, tally: Tally, pushes: Pushes, over: Promise<unknown>): Promise<void> {
  await whileWaits(stack, 'incident_input', { begin: () => Promise.resolve(stack.api), work: (api) => api.end() });
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
  await over;
  await whileWaits(stack, 'contract_incident', {
    begin: () => stack.startWorker(),
    work: (worker) => stack.endWorker(worker),
  });
  tally.add('worker killed');
  await stack.startWorker();
}

async function startAgain(stack: ChaosStack): Promise<void> {
  await stack.api.drop();
  await stack.startApi();
}

/** Does something while a process waits to write a table. @param begin gives the process, once nobody can write it */
async function whileWaits<Writer>(
  { server }: ChaosStack,
  table: string,
  { begin, work }: { readonly begin: () => Promise<Writer>; readonly work: (writer: Writer) => Promise<unknown> },
): Promise<void> {
  await server.session(async (session) => {
    await session.query('begin');
    await session.query(`lock table ${table} in exclusive mode`);
    const writer = await begin();
    const waiting = `select 1 from pg_locks where relation = '${table}'::regclass and not granted`;
    const isWaiting = async (): Promise<boolean> => (await server.query(waiting)).length > 0;
    await until(`a write of ${table} waits`, PATIENCE_MS, isWaiting, Boolean);
    await work(writer);
    await session.query('rollback');
  });
}

async function expectOneEach(stack: ChaosStack, contract: string, begun: number): Promise<void> {
  const client = await stack.client();
  const path = `/dataContracts/incidents?contract=${contract}&status=all&limit=1000`;
  const { data } = await client.must<{ data: Incident[] }>('GET', path);
  const shown = data.map(({ openedAt, resolution, resolvedAt, failures }) => ({
    openedAt,
    resolution,
    resolvedAt,
    failures,
  }));
  const expected = Array.from({ length: BREAKS }, (_, nth) => ({
    ...{ openedAt: timeOf(begun, nth, 0), resolution: 'recovered' },
    ...{ resolvedAt: timeOf(begun, nth, STATUSES.length - 1), failures: 1 },
  }));
  expect(shown).toEqual(expected.reverse());
  const told = await stack.server.query<object>(HISTORY, [contract]);
  expect(told).toEqual([
    { action: 'open', n: String(BREAKS) },
    { action: 'recovered', n: String(BREAKS) },
  ]);
}

const HISTORY = `
  select h.action, count(*)::text as n
    from contract_incident_history h join contract_incident i on i.id = h.incident join entity e on e.node = i.contract
   where e.id = $1 group by h.action order by h.action`;
