import { RunningService } from '../../support/running-service';
import type { RestClient } from '../../support/rest-client';
import { encoded, makeTable, makeTestCase, newName, type TestedTable } from './tested-table';

const SAMPLE = { columns: ['id', 'ordered_at'], rows: [[1, '2026-01-01T00:00:00Z']] };
const COMPATIBLE = { 'x-compatibility': 'openmetadata' };

describe('sample data over HTTP, where it is kept', () => {
  let service: RunningService;
  let admin: RestClient;
  let table: TestedTable;

  beforeAll(async () => {
    service = await RunningService.start({ environment: { SAMPLE_DATA: 'on' }, workers: 0 });
    admin = await service.client();
    table = await makeTable(admin);
  });
  afterAll(() => service?.stop());

  it('is put by id, read by FQN, and deleted, in both shapes', async () => {
    const path = `/tables/${encoded(table.fqn)}/sampleData`;
    const put = await admin.put(`/tables/${table.id}/sampleData`, SAMPLE, COMPATIBLE);
    expect([put.status, put.body.sampleData]).toEqual([200, SAMPLE]);
    expect((await admin.get(path)).body).toMatchObject({ id: table.id, sampleData: SAMPLE });
    const bare = await admin.must('GET', `/tables/${table.id}?fields=*`);
    expect(JSON.stringify(bare)).not.toContain('2026-01-01T00');
    expect((await admin.delete(path)).status).toBe(200);
    expect((await admin.get(path)).body).not.toHaveProperty('sampleData');
  });

  it('is not for those who may view the table', async () => {
    const consumer = await service.client(newName('reader'), 'DataConsumer');
    const path = `/tables/${table.id}/sampleData`;
    expect((await consumer.get(`/tables/${table.id}`)).status).toBe(200);
    const answers = [await consumer.get(path), await consumer.put(path, SAMPLE), await consumer.delete(path)];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(answers[0]?.body.message).toContain('ViewSampleData');
  });

  it('of topics and search indexes is messages', async () => {
    const kafka = newName('kafka');
    await admin.must('POST', '/services/messagingServices', { name: kafka, serviceType: 'Kafka' });
    const topic = await admin.must('POST', '/topics', { name: 't', service: kafka, partitions: 1 });
    const path = `/topics/${String(topic.id)}/sampleData`;
    const messages = ['{"id": 1}'];
    expect((await admin.put(path, { messages })).body.sampleData).toEqual({ messages });
    expect((await admin.put(path, SAMPLE)).status).toBe(400);
    expect((await admin.put(path, { messages: [{ id: 1 }] })).status).toBe(400);
    expect((await admin.get(path)).body.sampleData).toEqual({ messages });
  });

  it('of the rows that failed a test, with what may be shown of its table', async () => {
    const { id, fullyQualifiedName: fqn } = await makeTestCase(admin, table);
    const path = `/dataQuality/testCases/${encoded(fqn)}/failedRowsSample`;
    const put = await admin.put(`/dataQuality/testCases/${id}/failedRowsSample`, SAMPLE, COMPATIBLE);
    expect([put.status, put.body.failedRowsSample]).toEqual([200, SAMPLE]);
    const unknown = await admin.put(path, { columns: ['nothing'], rows: [[1]] });
    expect([unknown.status, unknown.body.message]).toEqual([400, expect.stringContaining('has no column "nothing"')]);
    const patch = [{ op: 'add', path: '/columns/0/tags/-', value: { tagFQN: 'PII.Sensitive' } }];
    await admin.must('PUT', '/classifications', { name: 'PII', description: 'Personal data' });
    await admin.must('PUT', '/tags', { name: 'Sensitive', classification: 'PII', description: 'Not to be shown' });
    await admin.must('PATCH', `/tables/${table.id}`, patch);
    expect((await admin.get(path)).body).toMatchObject({
      id,
      failedRowsSample: { columns: ['id', 'ordered_at'], rows: [['*********', '2026-01-01T00:00:00Z']] },
    });
    const consumer = await service.client(newName('reader'), 'DataConsumer');
    expect((await consumer.get(path)).status).toBe(403);
    expect((await consumer.get(`/dataQuality/testCases/${id}?fields=*`)).body).not.toHaveProperty('failedRowsSample');
    expect((await admin.delete(path)).status).toBe(200);
    expect((await admin.get(path)).body).not.toHaveProperty('failedRowsSample');
  });

  it('of nothing is 404', async () => {
    expect((await admin.get('/tables/a.b.c.d/sampleData')).status).toBe(404);
    expect((await admin.delete('/searchIndexes/a.b/sampleData')).status).toBe(404);
  });
});
