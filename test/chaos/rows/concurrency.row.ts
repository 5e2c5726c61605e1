import { makeContracts, resultsOf } from '../../support/chaos/chaos-catalog';
import type { ChaosStack } from '../../support/chaos/stack/chaos-stack';
import { isFull, SIZE } from '../../support/chaos/chaos-size';
import { History } from '../../support/chaos/history';
import { findBroken } from '../../support/chaos/invariants';
import { quantile, Tally } from '../../support/chaos/tally';
import { pooled, until } from '../../support/chaos/until';
import { expectWhole, NOTHING_BROKEN } from './verdict';

/** What a full run asks of the machine; a small one on a busy machine only has to end, in ms. */
const ANSWERED_MS = isFull ? 2_000 : 20_000;
const PATIENCE_MS = 120_000;
/** Before a refused write comes again, in ms. */
const REST_MS = 200;
const WRITERS = 20;
const WRITES = isFull ? 25 : 6;
/** Walks of a list, and rows that come and go beside them. */
const WALKS = 5;
const PASSING = isFull ? 200 : 20;
const TIMESTAMP = 1_700_000_000_000;

/** Many want the same thing at the same time. */
export function concurrencyRow(stackOf: () => ChaosStack): void {
  const prepare = async (count: number) => {
    const stack = stackOf();
    await stack.journal.clear();
    const client = await stack.client();
    return { stack, client, contracts: await makeContracts(client, count), history: new History(client, false) };
  };
  const crowd = (history: History, contract: string, prefer: string) =>
    Promise.all(Array.from({ length: SIZE.crowd }, () => history.validate(contract, Date.now() + PATIENCE_MS, prefer)));

  it(`${SIZE.crowd} validates at once: one run while no worker has claimed it, else few, each later than its request`, async () => {
    const { stack, client, contracts, history } = await prepare(1);
    const [contract = ''] = contracts;
    const tally = new Tally(`${stack.backend} ${SIZE.crowd} validates at once`, ['joined', 'runs while claimed']);
    const queued = await crowd(history, contract, 'respond-async');
    expect(new Set(queued.map(({ id }) => id)).size).toBe(1);
    await stack.startWorker();
    await until(
      'the first run',
      PATIENCE_MS,
      () => stack.journal.openRuns(),
      (open) => open === 0,
    );
    const from = history.calls.length;
    const answered = await crowd(history, contract, 'wait=60');
    const took = history.calls.slice(from).map(({ tookMs }) => tookMs);
    const p99 = quantile(took, 0.99);
    tally.add('joined', history.joined);
    tally.close({
      'runs while claimed': new Set(answered.map(({ id }) => id)).size,
      p50Ms: quantile(took, 0.5),
      p99Ms: p99,
    });
    await expectWhole(stack, client, history, contracts);
    expect(p99).toBeLessThanOrEqual(ANSWERED_MS);
  });

  it(`${SIZE.crowd} PUTs of one timestamp: one whole body wins`, async () => {
    const { stack, client, contracts } = await prepare(1);
    const path = `/dataContracts/${contracts[0]}/results`;
    const bodies = Array.from({ length: SIZE.crowd }, (_, i) => ({
      timestamp: TIMESTAMP,
      contractExecutionStatus: i % 2 ? 'Success' : 'Failed',
      result: `writer ${i}`,
      schemaValidation: { passed: i, failed: 0, total: i, failedFields: [] },
    }));
    const tally = new Tally(`${stack.backend} one timestamp`, ['made', 'replaced']);
    await Promise.all(
      bodies.map(async (body) => {
        // What the pool does not serve in time, or a starved machine does not read in time, had no effect and comes again.
        const put = () => client.put(path, body).then(({ status }) => status);
        for (let outcome = ''; outcome !== 'made' && outcome !== 'replaced';) {
          if (outcome) await new Promise((rest) => setTimeout(rest, REST_MS));
          outcome = outcomeOf(await put());
          tally.add(outcome);
        }
      }),
    );
    const { data } = await client.must<{ data: ((typeof bodies)[number] & { id: string })[] }>('GET', path);
    expect(data).toHaveLength(1);
    const winner = bodies.find(({ result }) => result === data[0]!.result);
    expect(data[0]).toMatchObject(winner!);
    tally.close();
    expect([tally.of('made'), tally.of('replaced')]).toEqual([1, SIZE.crowd - 1]);
  });

  it('writers with If-Match: the version rises by exactly the number of those that were let in', async () => {
    const { stack, client, contracts } = await prepare(1);
    const path = `/dataContracts/${contracts[0]}`;
    const versionOf = async () => Math.round((await client.must<{ version: number }>('GET', path)).version * 10);
    const before = await versionOf();
    const tally = new Tally(`${stack.backend} If-Match`, ['written', 'refused 412']);
    await pooled(WRITERS, WRITERS, async (writer) => {
      for (let i = 0; i < WRITES; i++) {
        const { headers } = await client.get(path);
        const patch = [{ op: 'add', path: '/description', value: `${writer} ${i}` }];
        const { status } = await client.patch(path, patch, { 'if-match': headers.get('etag')! });
        expect([200, 412]).toContain(status);
        tally.add(status === 200 ? 'written' : 'refused 412');
      }
    });
    const after = await versionOf();
    tally.close({ rise: after - before });
    expect(after - before).toBe(tally.of('written'));
  });

  it('a list that is walked while rows come and go shows each lasting row once', async () => {
    const { stack, client, contracts } = await prepare(60);
    const tally = new Tally(`${stack.backend} walked list`, ['walks', 'came', 'went', 'pages']);
    const one = await client.must<{ fullyQualifiedName: string }>('GET', `/dataContracts/${contracts[0]}`);
    const [service = ''] = one.fullyQualifiedName.split('.');
    const schema = `${service}.db.s`;
    let isOver = false;
    const come = async (): Promise<void> => {
      for (let i = 0; !isOver; i++) {
        const body = { name: `passing_${i}`, databaseSchema: schema, columns: [{ name: 'id', dataType: 'INT' }] };
        const { id } = await client.must<{ id: string }>('POST', '/tables', body);
        tally.add('came');
        await client.must('DELETE', `/tables/${id}?hardDelete=true`);
        tally.add('went');
      }
    };
    const coming = [come()];
    while (tally.of('walks') < WALKS || tally.of('went') < PASSING) {
      tally.add('walks');
      const seen: string[] = [];
      for (let after: string | undefined = ''; after !== undefined;) {
        const path: string = `/tables?databaseSchema=${schema}&limit=7${after ? `&after=${encodeURIComponent(after)}` : ''}`;
        const page: { data: { name: string }[]; paging: { after?: string } } = await client.must('GET', path);
        seen.push(...page.data.map(({ name }) => name));
        after = page.paging.after;
        tally.add('pages');
      }
      const lasting = seen.filter((name) => name.startsWith('t')).sort();
      expect(lasting).toEqual(Array.from({ length: 60 }, (_, i) => `t${i}`).sort());
    }
    isOver = true;
    await Promise.all(coming);
    tally.close();
  });

  it(`a batch of ${SIZE.batch} ends, tells the truth on its way, and delays no run that somebody waits for`, async () => {
    const { stack, client, contracts, history } = await prepare(SIZE.batch);
    const [own = ''] = await makeContracts(client, 1);
    await stack.startWorker();
    const { id } = await client.must<{ id: string }>('POST', '/dataContracts/validations', { contractIds: contracts });
    const tally = new Tally(`${stack.backend} batch of ${SIZE.batch}`, ['looks on the way', 'runs meanwhile']);
    const starts: number[] = [];
    let done = 0;
    for (let isEnded = false; !isEnded;) {
      const progress = await client.must<Progress>('GET', `/dataContracts/validations/${id}`);
      const sum = Object.values(progress.byStatus).reduce((total, n) => total + n, 0);
      const over = sum - (progress.byStatus['Queued'] ?? 0) - (progress.byStatus['Running'] ?? 0);
      expect([progress.total, sum]).toEqual([SIZE.batch, SIZE.batch]);
      expect(over).toBeGreaterThanOrEqual(done);
      expect(progress.ended).toBe(over === SIZE.batch);
      done = over;
      isEnded = progress.ended;
      if (isEnded) break;
      tally.add('looks on the way');
      const { id: run } = await history.validate(own, Date.now() + PATIENCE_MS, 'wait=60');
      starts.push(await startedAfter(stack, run, history.accepted.at(-1)!.sentAt));
    }
    tally.add('runs meanwhile', starts.length);
    const shown = await resultsOf(client, contracts);
    expect([shown.length, new Set(shown.map(({ id: result }) => result)).size]).toEqual([SIZE.batch, SIZE.batch]);
    expect(shown.filter(({ contractExecutionStatus }) => contractExecutionStatus !== 'Success')).toEqual([]);
    const ownRuns = await resultsOf(client, [own]);
    const steps = await stack.journal.steps();
    expect(findBroken(history.accepted, steps, [...shown, ...ownRuns])).toEqual(NOTHING_BROKEN);
    const longest = Math.round(Math.max(...starts));
    tally.close({ longestStartMs: longest, p50StartMs: quantile(starts, 0.5) });
    expect(longest).toBeLessThanOrEqual(isFull ? 1_000 : 10_000);
  });
}

/** What became of a PUT. @throws {Error} where no crowd explains it */
function outcomeOf(status: number): 'made' | 'replaced' | 'refused' {
  if (status === 201) return 'made';
  if (status === 200) return 'replaced';
  if (status === 503 || status === 408) return 'refused';
  throw new Error(`PUT was answered with ${status}`);
}

interface Progress {
  readonly total: number;
  readonly byStatus: Record<string, number>;
  readonly ended: boolean;
}

/** From the request to the start of its run, in ms. */
async function startedAfter(stack: ChaosStack, run: string, sentAt: number): Promise<number> {
  const text = `select extract(epoch from at)::float8 * 1000 as at from chaos_step where id = $1 and now_is = 'Running'`;
  return (await stack.server.query<{ at: number }>(text, [run]))[0]!.at - sentAt;
}
