import { randomUUID } from 'node:crypto';
import { JobProducer, JobRegistry, QueueHealth } from '@app/queue';
import { eventually } from '../../support/eventually';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { describeUnless } from '../../support/unless-refused';
import { missingRedis, startCluster, startEncrypted, startSentinels, type RedisGroup } from './redis-servers';

/** Contracts of one batch; each of them has one result in the end. */
const CONTRACTS = 60;
const PREFIX = 'several';

interface Result {
  readonly id: string;
  readonly contractExecutionStatus: string;
}

describeUnless(missingRedis, 'the queue on Redis servers of an operator', () => {
  let service: RunningService;
  let client: RestClient;
  let group: RedisGroup;
  let contracts: string[];
  /** In no batch. */
  let other: string;

  async function begin(url: string, more: Record<string, string> = {}): Promise<void> {
    const environment = { REDIS_URL: url, QUEUE_PREFIX: PREFIX, ...more };
    service = await RunningService.start({ environment, workers: 2 });
    client = await service.client();
    const schema = await schemaOf(client);
    other = await contractOf(client, schema, CONTRACTS);
    contracts = await Promise.all(Array.from({ length: CONTRACTS }, (_, n) => contractOf(client, schema, n)));
  }

  afterEach(async () => {
    await service.stop();
    await group.stop();
  });

  const isReady = async (): Promise<boolean> => (await fetch(`${service.baseUrl}/readyz`)).status === 200;

  /** A batch of all contracts, by its id. */
  const beginBatch = async (): Promise<string> =>
    (await client.must<{ id: string }>('POST', '/dataContracts/validations', { contractIds: contracts })).id;

  /** All of a batch have passed. */
  const expectPassed = async (batch: string): Promise<void> => {
    const { byStatus } = await eventually(
      () => client.must<{ ended: boolean; byStatus: object }>('GET', `/dataContracts/validations/${batch}`),
      ({ ended }) => ended,
    );
    expect(byStatus).toEqual({ Success: CONTRACTS });
  };

  const waited = async (id: string): Promise<Result> =>
    client.must<Result>('POST', `/dataContracts/${id}/validate`, undefined, { prefer: 'wait=30' });

  /** Each run of so many batches has one result. */
  async function expectOnce(batches: number): Promise<void> {
    for (const id of contracts) {
      const { data } = await client.must<{ data: Result[] }>('GET', `/dataContracts/${id}/results?limit=100`);
      expect(data.map((result) => result.contractExecutionStatus)).toEqual(Array(batches).fill('Success'));
    }
  }

  it('goes on with the server that Sentinels make the primary', async () => {
    const sentinels = await startSentinels('catalog');
    ({ group } = sentinels);
    await begin(sentinels.url);
    const first = await sentinels.primary();
    const before = await beginBatch();
    await group.kill(first);
    // Runs need no queue, so a waited one goes on meanwhile.
    expect(await waited(other)).toMatchObject({ contractExecutionStatus: 'Success' });
    await eventually(sentinels.primary, (port) => port !== first);
    await eventually(isReady);
    await expectPassed(before);
    await expectPassed(await beginBatch());
    // The connection of the API follows in its own time; until then the answer is 503.
    await eventually(async () => (await client.post('/system/queues/validation-batch/pause')).status < 300);
    expect(await client.must('GET', '/system/queues')).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ name: 'validation-batch', paused: true })]),
    });
    await expectOnce(2);
  });

  it('goes on where a cluster moves its keys, and where it loses the node that has them', async () => {
    const cluster = await startCluster();
    ({ group } = cluster);
    await begin(cluster.url);
    const key = `{${PREFIX}}`;
    const moved = await beginBatch();
    await cluster.moveSlotOf(key);
    await expectPassed(moved);
    const lost = await cluster.primaryOf(key);
    const before = await beginBatch();
    await group.kill(lost);
    expect(await waited(other)).toMatchObject({ contractExecutionStatus: 'Success' });
    await eventually(
      () => cluster.primaryOf(key),
      (port) => port !== lost,
    );
    await eventually(isReady);
    await expectPassed(before);
    await expectPassed(await beginBatch());
    await expectOnce(3);
  });

  it('takes a server that speaks TLS by a certificate of an authority of its own, as a user of its own', async () => {
    const encrypted = await startEncrypted(PREFIX);
    ({ group } = encrypted);
    await begin(encrypted.url, { REDIS_CA_FILE: encrypted.caFile });
    await expectPassed(await beginBatch());
    await expectOnce(1);
    expect(await isReady()).toBe(true);
    expect(await reasonAt(encrypted.url)).toMatch(/^it does not answer \((DEPTH_ZERO_|)SELF_SIGNED_CERT/);
  });
});

/** Why the queue is not ready. */
async function reasonAt(redisUrl: string): Promise<string | undefined> {
  const settings = { redisUrl, workerConcurrency: 1 };
  const state = await new QueueHealth(settings, new JobProducer(settings), new JobRegistry()).check();
  return state.ready ? undefined : state.reason;
}

async function schemaOf(client: RestClient): Promise<string> {
  const name = `several_${randomUUID().slice(0, 8)}`;
  await client.must('PUT', '/services/databaseServices', { name, serviceType: 'Postgres' });
  await client.must('PUT', '/databases', { name: 'd', service: name });
  await client.must('PUT', '/databaseSchemas', { name: 's', database: `${name}.d` });
  return `${name}.d.s`;
}

async function contractOf(client: RestClient, databaseSchema: string, n: number): Promise<string> {
  const columns = [{ name: 'id', dataType: 'BIGINT' }];
  const { id } = await client.must<{ id: string }>('PUT', '/tables', { name: `t${n}`, databaseSchema, columns });
  const contract = { name: 'c', entity: { id, type: 'table' }, schema: columns, entityStatus: 'Approved' };
  return (await client.must<{ id: string }>('POST', '/dataContracts', contract)).id;
}
