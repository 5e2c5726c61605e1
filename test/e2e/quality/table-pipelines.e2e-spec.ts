import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { encoded, makeTable, newName, type Named, type TestedTable } from './tested-table';

const T0 = Date.UTC(2026, 0, 10);
const COMPATIBLE = { 'x-compatibility': 'openmetadata' };
const UNKNOWN = '4d2f7c1a-0b3e-4c5d-8e9f-a1b2c3d4e5f6';
const RUN = { serviceType: 'Airflow', lastRunStatus: 'Running', lastRunTime: T0, averageRunTime: 1.5 };

interface ErrorBody {
  readonly message: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
}

describe('the pipelines of a table over HTTP', () => {
  let service: RunningService;
  let admin: RestClient;
  let table: TestedTable;
  let pipeline: Named;

  beforeAll(async () => {
    service = await RunningService.shared();
    admin = await service.client();
    const airflow = newName('airflow');
    await admin.must('POST', '/services/pipelineServices', { name: airflow, serviceType: 'Airflow' });
    pipeline = await admin.must<Named>('POST', '/pipelines', { name: 'load all/1', service: airflow });
  });
  beforeEach(async () => {
    table = await makeTable(admin);
  });

  const path = () => `/tables/${table.id}/pipelineObservability`;
  const one = () => `${path()}/${encoded(pipeline.fullyQualifiedName)}`;
  const reference = () => ({ id: pipeline.id, type: 'pipeline', fullyQualifiedName: pipeline.fullyQualifiedName });

  it('are put together and one by one, shown with the table and removed', async () => {
    const sent = { ...reference(), name: null, deleted: null, inherited: null };
    const first = await admin.put(path(), [{ ...RUN, pipeline: sent, scheduleInterval: null }]);
    expect([first.status, first.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"0\.1-/)]);
    expect(first.body).toMatchObject({ version: 0.1, pipelineObservability: [{ ...RUN, pipeline: reference() }] });
    const again = await admin.put<{ pipelineObservability: object[] }>(
      one(),
      { pipeline: sent, lastRunStatus: 'Failed' },
      COMPATIBLE,
    );
    expect(again.body).toMatchObject({ id: table.id, pipelineObservability: [{ lastRunStatus: 'Failed' }] });
    expect(again.body.pipelineObservability[0]).not.toHaveProperty('lastRunTime');
    const told = [{ lastRunStatus: 'Failed', pipeline: reference() }];
    expect(await admin.must('GET', `/tables/${encoded(table.fqn)}/pipelineObservability`)).toMatchObject(told);
    const listed = `/tables?databaseSchema=${encoded(table.schemaFqn)}&fields=pipelineObservability`;
    expect(await admin.must('GET', listed)).toMatchObject({ data: [{ pipelineObservability: told }] });
    expect(await admin.must('DELETE', one())).toMatchObject({ id: table.id, pipelineObservability: [] });
    expect((await admin.delete(one())).status).toBe(404);
    expect((await admin.delete(path())).status).toBe(200);
    expect(await admin.must('GET', path())).toEqual([]);
  });

  it('are not for who may only view the table', async () => {
    const consumer = await service.client(newName('reader'), 'DataConsumer');
    expect((await consumer.get(path())).status).toBe(200);
    const answers = [await consumer.put(path(), []), await consumer.delete(path()), await consumer.delete(one())];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  });

  it('are refused with the field that is wrong, and with 404 for what is not there', async () => {
    const wrong: [path: string, body: unknown, field: string][] = [
      [path(), [{ lastRunStatus: 'Failed' }], 'pipeline'],
      [path(), [{ pipeline: reference(), lastRunStatus: 'success' }], 'lastRunStatus'],
      [path(), [{ pipeline: reference(), lastRunTime: T0 / 1000 }], 'lastRunTime'],
      [path(), [{ pipeline: reference(), averageRunTime: -1 }], 'averageRunTime'],
      [path(), [{ pipeline: reference(), scheduleInterval: 'x'.repeat(4_097) }], 'scheduleInterval'],
      [path(), [{ pipeline: { id: table.id, type: 'table' } }], 'pipeline'],
      [path(), [{ pipeline: reference(), runs: 1 }], 'runs'],
      [`${path()}/another`, { pipeline: reference() }, 'pipeline'],
    ];
    for (const [to, body, field] of wrong) {
      const { status, body: answer } = await admin.put<ErrorBody>(to, body);
      expect([status, answer.details?.[0]?.field]).toEqual([400, expect.stringContaining(field)]);
    }
    expect((await admin.put(path(), Array(10_001).fill({ pipeline: reference() }))).status).toBe(400);
    expect((await admin.put(path(), [{ pipeline: { id: UNKNOWN, type: 'pipeline' } }])).status).toBe(404);
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect(
        (
          await admin.send(method, `/tables/${UNKNOWN}/pipelineObservability`, {
            body: method === 'PUT' ? '[]' : undefined,
          })
        ).status,
      ).toBe(404);
  });
});
