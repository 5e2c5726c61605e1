import { randomUUID } from 'node:crypto';
import { loadSettings } from '@app/config';
import { JobProducer, type JobType } from '@app/queue';
import type { ConsoleWorld } from './console-world';
import { eventually } from '../../support/eventually';

/** Of a later release, which one worker was already of. */
const LATER: JobType<unknown> = { queue: 'validation', name: 'validate-columns', parse: (payload) => payload };

/** What operators look at: a naming rule, a subscription, a name that is no asset, a job that no worker knows. */
export async function fillOperations({ client, service }: ConsoleWorld): Promise<void> {
  const mappings = [{ namespacePrefix: 'postgres://shop-db:5432', service: 'shop_warehouse' }];
  await client.must('PUT', '/openlineage/mappings', { mappings });
  await client.must('POST', '/openlineage/lineage', {
    eventType: 'COMPLETE',
    eventTime: new Date().toISOString(),
    producer: 'https://github.com/OpenLineage/OpenLineage/tree/1.54.0/integration/airflow',
    schemaURL: 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent',
    run: { runId: randomUUID() },
    job: { namespace: 'airflow', name: 'shop.nightly_export' },
    inputs: [{ namespace: 's3://shop-exports', name: 'orders/2026' }],
    outputs: [],
  });
  await client.must('POST', '/events/subscriptions', {
    name: 'on-call',
    // Nothing of the demo is at risk: no message is sent.
    eventTypes: ['contractSlaAtRisk'],
    destination: { type: 'webhook', url: 'https://hooks.example.org/data-contracts' },
  });
  const jobs = new JobProducer(loadSettings({ ...service.environment }));
  await jobs.send(LATER, { contractId: randomUUID(), columns: ['email'] }, { id: 'later', lane: 'batch' });
  await jobs.onApplicationShutdown();
  const parked = () => client.must<{ paging: { total: number } }>('GET', '/system/queues/parked');
  await eventually(async () => (await parked()).paging.total === 1);
}
