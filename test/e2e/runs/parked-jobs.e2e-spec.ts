import { loadSettings } from '@app/config';
import { JobProducer, type JobType } from '@app/queue';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { eventually } from '../../support/eventually';

interface Parked {
  readonly id: string;
  readonly queue: string;
  readonly name: string;
  readonly reason: string;
  readonly payload: string;
}

interface List {
  readonly data: readonly Parked[];
  readonly paging: { readonly total: number };
}

/** As a worker of another release would send it. */
const LATER: JobType<unknown> = { queue: 'validation', name: 'validate-later', parse: (payload) => payload };
const PARKED = '/system/queues/parked';

describe('jobs that no worker could run', () => {
  let service: RunningService;
  let client: RestClient;
  let jobs: JobProducer;

  beforeAll(async () => {
    service = await RunningService.start();
    client = await service.client();
    jobs = new JobProducer(loadSettings({ ...service.environment }));
  });
  afterAll(async () => {
    await jobs?.onApplicationShutdown();
    await service?.stop();
  });

  const list = async (query = ''): Promise<List> => (await client.get<List>(PARKED + query)).body;

  it('are listed with the reason, sent again, and removed', async () => {
    await jobs.send(LATER, { runId: 'r' }, { id: 'one', lane: 'batch' });
    await eventually(async () => (await list()).paging.total === 1);
    const { data } = await list();
    expect(data).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{64}$/),
        queue: 'validation-batch',
        name: 'validate-later',
        reason: 'No handler for the job validate-later of the queue validation-batch',
        payload: '{"runId":"r"}',
        parkedAt: expect.any(Number),
      },
    ]);
    const [{ id }] = data as [Parked];
    await client.post('/system/queues/validation-batch/pause');
    expect((await client.post(`${PARKED}/${id}/retry`)).status).toBe(200);
    expect(await list()).toEqual({ data: [], paging: { total: 0 } });
    expect((await client.get('/system/queues')).body).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ name: 'validation-batch', waiting: 1 })]),
    });
    await client.post('/system/queues/validation-batch/resume');
    await eventually(async () => (await list('?limit=0')).paging.total === 1);
    expect((await client.delete(`${PARKED}/${id}`)).status).toBe(200);
    expect((await list()).paging.total).toBe(0);
    for (const answer of [await client.delete(`${PARKED}/${id}`), await client.post(`${PARKED}/${id}/retry`)])
      expect(answer.status).toBe(404);
  });

  it('of a queue that nobody serves stay where they are', async () => {
    const copy = { queue: 'elsewhere', name: 'other', payload: 1, reason: 'of another release', at: 1 };
    await jobs.send({ ...LATER, queue: 'parked' }, copy, { id: 'foreign', lane: 'urgent' });
    expect(await client.post(`${PARKED}/foreign/retry`)).toMatchObject({
      status: 409,
      body: { message: 'No worker of this release serves the queue elsewhere' },
    });
    expect((await list()).paging.total).toBe(1);
  });

  it('are for administrators', async () => {
    const steward = await service.client('steward', 'DataSteward');
    const answers = [
      await steward.get(PARKED),
      await steward.post(`${PARKED}/foreign/retry`),
      await steward.delete(`${PARKED}/foreign`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  });
});
