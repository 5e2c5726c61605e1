import { JobRegistry, WorkerHost, type JobType } from '@app/queue';
import { openWorker } from '../../../libs/queue/src/open-worker';
import { TcpProxy } from '../../support/chaos/stack/tcp-proxy';
import { createTestDatabase, type TestDatabase } from '../../support/embedded-database';
import { producerOf, stopsAfterEach } from './stops';

const WORD: JobType<string> = { queue: 'words', name: 'word', parse: (payload) => payload as string };

describe('a queue on PostgreSQL whose server resets every connection', () => {
  let database: TestDatabase;
  let wire: TcpProxy;
  const stops = stopsAfterEach();

  const settings = () => {
    const url = new URL(database.url);
    url.port = String(wire.port);
    return { databaseUrl: url.href, workerConcurrency: 1 };
  };

  beforeEach(async () => {
    database = await createTestDatabase();
    wire = await TcpProxy.to(Number(new URL(database.url).port), 'queue');
    wire.cut('queue');
  });
  afterEach(async () => {
    await wire.close();
    await database.drop();
  });

  it('is asked for jobs twice a second, not as often as it can refuse', async () => {
    const failures: number[] = [];
    let enough!: () => void;
    const seen = new Promise<void>((resolve) => (enough = resolve));
    const worker = openWorker(
      settings(),
      WORD.queue,
      async () => undefined,
      () => {
        // A tenth that comes at once must still let the test end.
        if (failures.push(performance.now()) === 5 || failures.length === 10) enough();
        if (failures.length === 10) void worker.close();
      },
    );
    stops.push(() => worker.close());
    void worker.run();
    await seen;
    // The connection and the claim tell of the first failure both.
    expect(failures.at(-1)! - failures[0]!).toBeGreaterThan(900);
  });

  it('is used as soon as it is back, though nobody ever reached it', async () => {
    const sender = producerOf(settings(), stops);
    const registry = new JobRegistry();
    const taken: string[] = [];
    let end!: () => void;
    const ended = new Promise<void>((resolve) => (end = resolve));
    registry.handle(WORD, {
      handle: async (word) => {
        taken.push(word);
        end();
      },
    });
    const host = new WorkerHost(settings(), registry);
    stops.push(() => host.stop(1_000));
    host.start();
    await expect(sender.send(WORD, 'lost', { id: 'lost', lane: 'urgent' })).rejects.toThrow();
    wire.heal();
    await sender.send(WORD, 'found', { id: 'found', lane: 'urgent' });
    await ended;
    expect(taken).toEqual(['found']);
  });
});
