import { randomBytes } from 'node:crypto';
import type { RestClient } from '../../support/rest-client';
import type { ChaosStack } from '../../support/chaos/stack/chaos-stack';
import { Tally } from '../../support/chaos/tally';
import { until } from '../../support/chaos/until';

type Json = Readonly<Record<string, unknown>>;

/** Where a worker dies, and the lanes that it serves. */
const DEATHS = [
  ['after-reading-asked', 'urgent'],
  ['after-claim', 'data'],
  ['after-compute-before-commit', 'data'],
  ['after-commit-before-ack', 'data'],
] as const;
const PATIENCE_MS = 60_000;
const RULE = { name: 'three rows', type: 'library', metric: 'rowCount', mustBe: 3 };

/** A validation that reads its source, whose worker dies behind the request, or in the reading. */
export function readingsRow(stackOf: () => ChaosStack): void {
  it('goes on with the one reading that was asked for, whoever dies when', async () => {
    const stack = stackOf();
    const client = await stack.client();
    const contract = await contractOnData(stack, client);
    const tally = new Tally(`${stack.backend} readings`, ['deaths', 'read']);
    for (const [moment, lane] of DEATHS) {
      const others = await stack.startWorker({ WORKER_QUEUES: lane === 'data' ? 'urgent' : 'data' });
      const doomed = await stack.startWorker({ WORKER_QUEUES: lane, FAILPOINTS: `${moment}=kill@1` });
      const path = `/dataContracts/${contract}/validate?evidence=source`;
      const { id } = await client.must<{ id: string }>('POST', path, undefined, { prefer: 'respond-async' });
      const death = () => doomed.ending?.signal;
      await stack.explained(until(`a death ${moment}`, PATIENCE_MS, death, (signal) => signal === 'SIGKILL'));
      tally.add('deaths');
      const next = await stack.startWorker({ WORKER_QUEUES: lane });
      const result = (): Promise<Json> => client.must('GET', `/dataContracts/${contract}/results/${id}?fields=details`);
      const ended = await stack.explained(
        until(
          'an end',
          PATIENCE_MS,
          result,
          (one) => !['Queued', 'Running'].includes(String(one.contractExecutionStatus)),
        ),
      );
      expect(ended).toMatchObject({ contractExecutionStatus: 'Success', qualityValidation: { passed: 1, total: 1 } });
      await expectOneReading(stack, id, (ended.details as { data: { runId: string } }).data.runId);
      tally.add('read');
      for (const worker of [doomed, others, next]) await stack.endWorker(worker, 'SIGTERM');
    }
    const [{ results } = { results: 0 }] = await stack.server.query<{ results: number }>(
      'select count(*)::int as results from test_case_result join contract_rule_test using (test_case)',
    );
    expect(results).toBe(DEATHS.length);
    tally.close();
  });
}

async function expectOneReading(stack: ChaosStack, result: string, run: string): Promise<void> {
  const made = await stack.server.query(`select id::text, status from data_run where for_result = '${result}'`);
  expect(made).toEqual([{ id: run, status: 'Success' }]);
}

/** A contract of a table that lies in the database of the stack, beside the catalog. */
async function contractOnData({ server }: ChaosStack, client: RestClient): Promise<string> {
  const schema = `read_${randomBytes(4).toString('hex')}`;
  for (const statement of [`create schema ${schema}`, `create table ${schema}.t as select generate_series(1, 3) as id`])
    await server.query(statement);
  const { host, username, password, pathname } = new URL(server.url);
  const database = pathname.slice(1);
  const authType = { password: decodeURIComponent(password) };
  const config = { ...{ type: 'Postgres', hostPort: host, username, authType, database }, sslMode: 'disable' };
  const service = { name: schema, serviceType: 'Postgres', connection: { config } };
  await client.must('POST', '/services/databaseServices', service);
  await client.must('PUT', `/services/databaseServices/name/${schema}/dataAccess`, {});
  await client.must('POST', '/databases', { name: database, service: schema });
  await client.must('POST', '/databaseSchemas', { name: schema, database: `${schema}.${database}` });
  const columns = [{ name: 'id', dataType: 'INT' }];
  const table = { name: 't', databaseSchema: `${schema}.${database}.${schema}`, columns };
  const { id } = await client.must<{ id: string }>('POST', '/tables', table);
  const contract = { name: 'c', entity: { id, type: 'table' }, odcsQualityRules: [RULE] };
  return (await client.must<{ id: string }>('POST', '/dataContracts', contract)).id;
}
