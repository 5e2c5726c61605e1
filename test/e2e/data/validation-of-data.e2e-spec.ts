import { randomUUID } from 'node:crypto';
import { eventually } from '../../support/eventually';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { sourceDatabase, type SourceDatabase } from './source-database';

type Json = Record<string, unknown>;

const NOT_NULL = { name: 'v is there', type: 'library', metric: 'nullValues', column: 'v', mustBe: 0 };
const ROWS = { name: 'some rows', type: 'library', metric: 'rowCount', mustBeGreaterThan: 0 };
const NAMED = { name: 'named', rule: { '==': [{ var: 'name' }, 'orders'] } };
const ENDED = ['Success', 'PartialSuccess', 'Failed', 'Aborted'];

describe('contracts are validated on the source', () => {
  let admin: RestClient;
  let shared: RunningService;
  let source: SourceDatabase;
  const name = `validated_${randomUUID().slice(0, 8)}`;
  const service = `/services/databaseServices/name/${name}`;
  const fqn = (table: string) => `${name}.${source.config.database}.sales.${table}`;

  beforeAll(async () => {
    shared = await RunningService.shared();
    admin = await shared.client();
    source = await sourceDatabase(
      'create table sales.orders (id int primary key, v int, s varchar(20), at timestamptz)',
      `insert into sales.orders values (1, null, 'a', now() - interval '1 hour'), (2, 2, 'b', now() - interval '2 hours'), (3, null, 'c', null)`,
      'create table sales.gone (id int)',
      'create table sales.bare (id int)',
    );
    await admin.must('POST', '/services/databaseServices', {
      ...{ name, serviceType: 'Postgres', connection: { config: source.config } },
    });
    await admin.must('PUT', `${service}/dataAccess`, {});
    await admin.must('POST', `${service}/crawls`, undefined);
  });
  afterAll(() => source?.drop());

  const contractOf = async (table: string, members: Json): Promise<string> => {
    const entity = { type: 'table', fullyQualifiedName: fqn(table) };
    const body = { name: `c_${table}_${name}`, entity, entityStatus: 'Active', ...members };
    return String((await admin.must('PUT', '/dataContracts?allowDrift=true', body)).id);
  };
  const validate = async (id: string, evidence = 'source'): Promise<Json> =>
    (
      await admin.post(`/dataContracts/${id}/validate?fields=details&evidence=${evidence}`, undefined, {
        prefer: 'wait=60',
      })
    ).body;

  it('a rule that does not hold fails it with the count, and has a test case from then on', async () => {
    const contract = await contractOf('orders', { odcsQualityRules: [NOT_NULL, ROWS] });
    expect(await validate(contract, 'stored')).toMatchObject({
      ...{ contractExecutionStatus: 'Success', details: { readFrom: 'stored' } },
    });
    const result = await validate(contract);
    expect(result).toMatchObject({
      contractExecutionStatus: 'Failed',
      qualityValidation: { passed: 1, failed: 1, total: 2 },
      result: expect.stringMatching(/v is there.*Found 2, expected/),
      attempts: 1,
      details: { readFrom: 'source', data: { runId: expect.any(String), readAt: expect.any(Number), statements: 1 } },
    });
    const { runId } = (result.details as { data: { runId: string } }).data;
    expect((await admin.get(`/dataRuns/${runId}`)).body).toMatchObject({
      ...{ kind: 'reading', status: 'PartialSuccess', trigger: 'contract', requestedBy: 'admin' },
      checks: [
        { name: 'v is there', status: 'Failed', value: 2, failedRows: 2, rule: { contract, index: 0 } },
        { name: 'some rows', status: 'Success', value: 3 },
      ],
    });
    expect((await admin.get(`/dataContracts/${contract}`)).body).toMatchObject({ version: 0.1 });
    expect(
      (await admin.get(`/dataQuality/testCases/name/${fqn('orders')}.v.v is there?fields=testCaseResult`)).body,
    ).toMatchObject({ testCaseResult: { testCaseStatus: 'Failed', failedRows: 2 } });
    expect(await validate(contract, 'stored')).toMatchObject({ contractExecutionStatus: 'Failed' });
  });

  it('a rule that goes takes its test case along', async () => {
    const path = `/dataQuality/testCases/name/${fqn('orders')}.v.v is there`;
    await validate(await contractOf('orders', { odcsQualityRules: [ROWS] }));
    expect((await admin.get(path)).status).toBe(404);
    await validate(await contractOf('orders', { odcsQualityRules: [{ ...NOT_NULL, mustBe: 2 }, ROWS] }));
    expect((await admin.get(path)).body).toMatchObject({ parameterValues: [{ name: 'mustBe', value: '2' }] });
  });

  it('test cases of rules go with their contract, and come back with it', async () => {
    const contract = await contractOf('orders', { odcsQualityRules: [NOT_NULL] });
    await validate(contract);
    const status = async () => (await admin.get(`/dataQuality/testCases/name/${fqn('orders')}.v.v is there`)).status;
    expect(await status()).toBe(200);
    await admin.must('DELETE', `/dataContracts/${contract}`, undefined);
    expect(await status()).toBe(404);
    await admin.must('PUT', '/dataContracts/restore', { id: contract });
    expect(await status()).toBe(200);
    await admin.must('DELETE', `/dataContracts/${contract}?hardDelete=true`, undefined);
    expect((await admin.get(`/dataQuality/testCases/name/${fqn('orders')}.v.v is there?include=all`)).status).toBe(404);
  });

  it('judges the columns as the source has them now, and its age by its column', async () => {
    const members = {
      schema: [
        { name: 'id', dataType: 'INT' },
        { name: 's', dataType: 'VARCHAR', dataLength: 20 },
      ],
      odcsQualityRules: [],
      sla: { refreshFrequency: 'PT24H', maxLatency: 'PT24H', availability: 50, columnName: 'at' },
    };
    const contract = await contractOf('orders', members);
    expect(await validate(contract, 'auto')).toMatchObject({
      contractExecutionStatus: 'Success',
      slaValidation: { refreshFrequencyMet: true, latencyMet: true, availabilityMet: true },
    });
    await source.query('alter table sales.orders alter column s type varchar(5)');
    expect(await validate(contract)).toMatchObject({
      contractExecutionStatus: 'PartialSuccess',
      schemaValidation: { failedFields: ['s'] },
    });
    // The version that the reading has written asks for no further run.
    expect((await admin.get(`/dataContracts/${contract}/results?limit=1`)).body).toMatchObject({
      data: [{ contractExecutionStatus: 'PartialSuccess' }],
    });
    await source.query('drop table sales.gone');
    const gone = await contractOf('gone', { schema: [{ name: 'id', dataType: 'INT' }] });
    expect(await validate(gone)).toMatchObject({
      contractExecutionStatus: 'Failed',
      schemaValidation: { failed: 1, failedFields: ['id'] },
    });
  });

  it('what cannot be kept as it is written fails: a column that is not there, SQL that is not run', async () => {
    const rules = [
      { name: 'x', type: 'library', metric: 'nullValues', column: 'no_such', mustBe: 0 },
      { name: 'q', type: 'sql', query: 'SELECT 0', mustBe: 0 },
      { name: 'words', type: 'text', description: 'is fine' },
    ];
    expect(await validate(await contractOf('bare', { odcsQualityRules: rules }))).toMatchObject({
      ...{ contractExecutionStatus: 'Failed', qualityValidation: { failed: 2, total: 2 }, notEvaluated: ['words'] },
    });
  });

  it('an outage breaks nothing and passes nothing', async () => {
    const contract = await contractOf('orders', { semantics: [NAMED], odcsQualityRules: [ROWS], schema: [], sla: {} });
    expect(await validate(contract)).toMatchObject({ contractExecutionStatus: 'Success' });
    await source.query(`alter role ${source.role} login password 'another'`);
    try {
      expect(await validate(contract)).toMatchObject({
        contractExecutionStatus: 'Aborted',
        ...{ semanticsValidation: { passed: 1 }, qualityValidation: { failed: 1 } },
        details: { reason: 'loginRefused' },
      });
      // What was found last was an outage as well.
      expect(await validate(contract, 'stored')).toMatchObject({
        ...{ contractExecutionStatus: 'Aborted', details: { reason: 'loginRefused' } },
      });
      const broken = { name: 'named', rule: { '==': [{ var: 'name' }, 'items'] } };
      expect(await validate(await contractOf('orders', { semantics: [broken] }))).toMatchObject({
        contractExecutionStatus: 'Failed',
      });
    } finally {
      await source.query(`alter role ${source.role} login password '${source.password}'`);
    }
  });

  it('a cancelled validation cancels its reading, and the next one begins', async () => {
    const contract = await contractOf('orders', { semantics: [NAMED], odcsQualityRules: [ROWS] });
    // The reading waits for it.
    await source.query('begin');
    await source.query('lock table sales.orders in access exclusive mode');
    const { body } = await admin.post(`/dataContracts/${contract}/validate?evidence=source`, undefined, {
      prefer: 'respond-async',
    });
    const readings = async (): Promise<Json[]> =>
      (await admin.get(`/dataRuns?kind=reading&asset=${fqn('orders')}&limit=1`)).body.data as Json[];
    const reading = await eventually(async () => {
      const [one] = await readings();
      return one && !ENDED.includes(String(one.status)) ? one : undefined;
    });
    const cancelled = await admin.post(`/dataContracts/${contract}/results/${String(body.id)}/cancel`);
    await source.query('rollback');
    expect(cancelled.body).toMatchObject({ contractExecutionStatus: 'Aborted' });
    expect((await admin.get(`/dataRuns/${String(reading?.id)}`)).body).toMatchObject({
      ...{ status: 'Aborted', reason: 'cancelled' },
    });
    expect(await validate(contract)).toMatchObject({ contractExecutionStatus: 'Success' });
  });

  it('the source is asked for where it may be read: else it is a conflict, and auto is what is stored', async () => {
    const contract = await contractOf('orders', { odcsQualityRules: [ROWS] });
    await validate(contract);
    expect(await admin.post(`/dataContracts/${contract}/validate?evidence=dream`)).toMatchObject({ status: 400 });
    await admin.must('PUT', `${service}/dataAccess`, { enabled: false });
    expect(await admin.post(`/dataContracts/${contract}/validate?evidence=source`)).toMatchObject({
      ...{ status: 409, body: { message: `Service ${name} has no data access` } },
    });
    expect(await validate(contract, 'auto')).toMatchObject({
      ...{ contractExecutionStatus: 'Success', details: { readFrom: 'stored' } },
    });
    const batch = await admin.post('/dataContracts/validations', { contractIds: [contract], evidence: 'source' });
    const ended = await eventually(async () => {
      const one = (await admin.get(`/dataContracts/validations/${String(batch.body.id)}`)).body;
      return one.ended === true ? one : undefined;
    });
    expect(ended).toMatchObject({ byStatus: { Aborted: 1 } });
    await admin.must('PUT', `${service}/dataAccess`, {});
    const schedule = { cron: '0 6 * * *', timezone: 'UTC', enabled: false, evidence: 'source' };
    expect(await admin.put(`/dataContracts/${contract}/schedule`, schedule)).toMatchObject({
      status: 201,
      body: schedule,
    });
    expect((await admin.get(`/dataContracts/${contract}/schedule`)).body).toEqual(schedule);
  });
});
