import { makeContracts } from '../../support/chaos/chaos-catalog';
import { isFull } from '../../support/chaos/chaos-size';
import type { ChaosStack } from '../../support/chaos/stack/chaos-stack';
import { History } from '../../support/chaos/history';
import { quantile, Tally } from '../../support/chaos/tally';
import { BACK_MS, Load } from '../../support/chaos/load';
import { until } from '../../support/chaos/until';
import { expectWhole } from '../../support/chaos/verdict';

const CONTRACTS = 16;
/** Crashes, each followed by a drop of every session, that the same processes live through. */
const ROUNDS = isFull ? 20 : 1;
/** Three times as many as the pool of an API has connections by default. */
const BLOCKED = 30;
/** Writes of others, one after the other, while rows are held. */
const ELSEWHERE = 20;
/** No request of others takes longer meanwhile, in ms, on a busy machine. */
const LONGEST_MS = 2_500;

/** The database crashes, drops every session, has rows that somebody else holds for long. */
export function databaseRow(stackOf: () => ChaosStack): void {
  it('that crashes and drops sessions under load: no process ends, nothing is lost, all is well within 10 s', async () => {
    const stack = stackOf();
    await expectDurable(stack);
    const tally = new Tally(`${stack.backend} database`, ['crashes', 'dropped', 'refused', 'accepted', 'read']);
    await stack.journal.clear();
    const client = await stack.client();
    const contracts = await makeContracts(client, CONTRACTS);
    const worker = await stack.startWorker();
    const load = new Load(client, contracts);
    const clients = load.begin();
    let awayMs = 0;
    for (let round = 0; round < ROUNDS; round++) {
      awayMs = Math.max(awayMs, await stack.explained(load.disturbed(() => stack.server.restartImmediately())));
      tally.add('crashes');
      tally.add('dropped', await stack.explained(load.disturbed(() => stack.server.dropConnections())));
    }
    await load.end(clients);
    await until(
      'ready again',
      BACK_MS,
      () => stack.api.get('/readyz'),
      ({ status }) => status === 200,
    );
    for (const process of [stack.api, worker]) process.mustLive();
    // An outage is told of once, not by each run and job that it meets.
    for (const line of ['tried again after', 'of the queue validation failed'])
      expect([line, worker.output.split(line).length - 1 <= 1]).toEqual([line, true]);
    await expectWhole(stack, client, load.history, contracts);
    // However often it goes away: no run is to blame for that.
    const givenUp = (await stack.journal.steps()).filter(({ is }) => is === 'Aborted');
    const told = worker.output.split('\n').filter((line) => line.includes('given up'));
    expect({ givenUp, told }).toEqual({ givenUp: [], told: [] });
    const { 503: refused = 0, 200: read = 0, ...others } = load.history.answers();
    expect(Object.keys(others).filter((answer) => answer !== '202')).toEqual([]);
    tally.add('refused', refused);
    tally.add('accepted', load.history.accepted.length);
    tally.add('read', read);
    const longest = quantile(
      load.history.calls.map(({ tookMs }) => tookMs),
      1,
    );
    tally.close({ awayMs, backMs: load.backMs, longestMs: longest });
    expect(longest).toBeLessThanOrEqual(BACK_MS);
  });

  it('with rows that somebody else holds: others write and read, and who waits comes through', async () => {
    const stack = stackOf();
    const client = await stack.client();
    // Of one contract they would wait for each other without a connection.
    const [free, ...held] = (await makeContracts(client, BLOCKED + 1)) as [string, ...string[]];
    const history = new History(client);
    const patch = (contract: string, description: string) =>
      history.noted('patch', () =>
        client.patch(`/dataContracts/${contract}`, [{ op: 'add', path: '/description', value: description }]),
      );
    let waited = 0;
    await stack.server.session(async (session) => {
      await session.query('begin');
      await session.query('select 1 from entity where id = any($1) for update', [held]);
      let isOver = false;
      const patches = held.map((contract) => patch(contract, 'kept').finally(() => (waited += isOver ? 1 : 0)));
      for (let i = 0; i < ELSEWHERE; i++) await patch(free, `change ${i}`);
      const asked = Date.now();
      expect((await stack.api.get('/livez')).status).toBe(200);
      expect((await client.get('/tables?limit=1')).status).toBe(200);
      expect(Date.now() - asked).toBeLessThan(LONGEST_MS);
      isOver = true;
      await session.query('rollback');
      await Promise.all(patches);
    });
    const tally = new Tally(`${stack.backend} rows held`, ['waited', 'written']);
    tally.add('waited', waited);
    tally.add('written', history.answers()['200']);
    const longest = quantile(
      history.calls.slice(0, ELSEWHERE).map(({ tookMs }) => tookMs),
      1,
    );
    tally.close({ longestElsewhereMs: longest });
    expect(longest).toBeLessThan(LONGEST_MS);
    expect(history.answers()).toEqual({ 200: ELSEWHERE + BLOCKED });
    expect(waited).toBe(BLOCKED);
  });
}

/** A server that may lose what it has said to be written proves nothing about those who relied on it. */
async function expectDurable({ server }: ChaosStack): Promise<void> {
  const text = `select name from pg_settings
                 where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting = 'on' order by name`;
  const on = await server.query<{ name: string }>(text);
  expect(on.map(({ name }) => name)).toEqual(['fsync', 'full_page_writes', 'synchronous_commit']);
}
