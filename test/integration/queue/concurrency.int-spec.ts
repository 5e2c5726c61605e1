import { randomUUID } from 'node:crypto';
import type { JobType } from '@app/queue';
import { openWorker, setConcurrency } from '../../../libs/queue/src/open-worker';
import { createTestDatabase, type TestDatabase } from '../../support/embedded-database';
import { backends, deferred } from '../runs/support/run-world';
import { producerOf, stopsAfterEach } from './stops';

describe.each(backends(8))('a worker whose concurrency changes, with the queue on $name', ({ redisUrl }) => {
  let database: TestDatabase;
  const stops = stopsAfterEach();

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('is given further jobs as soon as it may have more, while its first one goes on', async () => {
    const word: JobType<string> = {
      queue: `words-${randomUUID()}`,
      name: 'word',
      parse: (payload) => payload as string,
    };
    const settings = { databaseUrl: database.url, workerConcurrency: 1, ...(redisUrl && { redisUrl }) };
    const release = deferred();
    const begun = new Map(['long', 'second', 'third'].map((name) => [name, deferred()]));
    const worker = openWorker(
      settings,
      word.queue,
      async ({ data }) => {
        begun.get(data as string)!.resolve();
        if (data === 'long') await release.promise;
      },
      () => undefined,
    );
    const producer = producerOf(settings, stops);
    stops.push(() => worker.close());
    stops.push(async () => release.resolve());
    void worker.run();
    await producer.send(word, 'long', { id: 'long', lane: 'urgent' });
    await begun.get('long')!.promise;
    for (const name of ['second', 'third']) await producer.send(word, name, { id: name, lane: 'urgent' });
    setConcurrency(worker, 2);
    await Promise.all([...begun.values()].map(({ promise }) => promise));
  });
});
