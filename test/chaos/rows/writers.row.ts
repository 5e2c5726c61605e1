import { makeContracts } from '../../support/chaos/chaos-catalog';
import { isFull, SIZE } from '../../support/chaos/chaos-size';
import type { ChaosStack } from '../../support/chaos/stack/chaos-stack';
import { Tally } from '../../support/chaos/tally';
import { pooled } from '../../support/chaos/until';

/** Before a refused write comes again, in ms. */
const REST_MS = 200;
const WRITERS = 20;
const WRITES = isFull ? 25 : 6;
/** Walks of a list, and rows that come and go beside them. */
const WALKS = 5;
const PASSING = isFull ? 200 : 20;
const TIMESTAMP = 1_700_000_000_000;

/** Many write the same thing at the same time, or read what others write. */
export function writersRow(stackOf: () => ChaosStack): void {
  const prepare = async (count: number) => {
    const stack = stackOf();
    const client = await stack.client();
    return { stack, client, contracts: await makeContracts(client, count) };
  };

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
}

/** What became of a PUT. @throws {Error} where no crowd explains it */
function outcomeOf(status: number): 'made' | 'replaced' | 'refused' {
  if (status === 201) return 'made';
  if (status === 200) return 'replaced';
  if (status === 503 || status === 408) return 'refused';
  throw new Error(`PUT was answered with ${status}`);
}
