import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { encoded, makeTable, makeTestCase, newName, type Named, type TestedTable } from './tested-table';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Judged {
  readonly contractExecutionStatus: string;
  readonly result: string;
  readonly qualityValidation?: { passed: number; failed: number; total: number; qualityScore: number };
  readonly slaValidation?: Record<string, boolean>;
  readonly details?: Record<string, unknown>;
}

describe('contracts judged by evidence', () => {
  let service: RunningService;
  let admin: RestClient;

  beforeAll(async () => {
    service = await RunningService.shared();
    admin = await service.client();
  });

  const contractOf = async (id: string, type: string, more: object): Promise<() => Promise<Judged>> => {
    const body = { name: newName('contract'), entity: { id, type }, entityStatus: 'Active', ...more };
    const contract = await admin.must<Named>('POST', '/dataContracts', body);
    return () =>
      admin.must<Judged>('POST', `/dataContracts/${contract.id}/validate?fields=details`, undefined, {
        prefer: 'wait=60',
      });
  };

  describe('in quality', () => {
    let cases: Named[];
    let validate: () => Promise<Judged>;

    beforeEach(async () => {
      const table = await makeTable(admin);
      cases = [await makeTestCase(admin, table), await makeTestCase(admin, table)];
      const qualityExpectations = cases.map(({ id }) => ({ id, type: 'testCase' }));
      validate = await contractOf(table.id, 'table', { qualityExpectations });
    });

    const push = (at: number, testCaseStatus: string, timestamp: number, result?: string) =>
      admin.must('PUT', `/dataQuality/testCases/${encoded(cases[at]!.fullyQualifiedName)}/testCaseResult`, {
        timestamp,
        testCaseStatus,
        result,
      });

    it('are not judged by results of the future, which would hide those that come', async () => {
      const now = Date.now();
      for (const at of [0, 1]) {
        await push(at, 'Success', now + 50 * 24 * HOUR);
        await push(at, 'Failed', now);
      }
      expect((await validate()).qualityValidation).toMatchObject({ passed: 0, failed: 2 });
    });

    it('fail where there is no result, saying of which test case', async () => {
      const judged = await validate();
      expect(judged.contractExecutionStatus).toBe('Failed');
      expect(judged.qualityValidation).toEqual({ passed: 0, failed: 2, total: 2, qualityScore: 0 });
      expect(judged.details!.qualityValidation).toEqual(
        cases.map(({ fullyQualifiedName: field }) => ({ field, message: 'no result' })),
      );
    });

    it('pass by the newest result of each, and fail by one that fails, by name and with its words', async () => {
      await push(0, 'Success', Date.now() - HOUR);
      await push(1, 'Failed', Date.now() - HOUR, 'two come twice');
      const half = await validate();
      expect(half.qualityValidation).toEqual({ passed: 1, failed: 1, total: 2, qualityScore: 50 });
      expect(half.details!.qualityValidation).toEqual([
        { field: cases[1]!.fullyQualifiedName, message: expect.stringMatching(/^failed at .*: two come twice$/) },
      ]);
      expect(half.result).toContain(cases[1]!.fullyQualifiedName);
      await push(1, 'Success', Date.now() - MINUTE);
      const whole = await validate();
      expect(whole.contractExecutionStatus).toBe('Success');
      expect(whole.qualityValidation).toEqual({ passed: 2, failed: 0, total: 2, qualityScore: 100 });
    });

    it('are not failed by a test case whose extension says severity warn, but warn of it', async () => {
      await push(0, 'Success', Date.now() - HOUR);
      await push(1, 'Failed', Date.now() - HOUR);
      const operations = [{ op: 'add', path: '/extension', value: { severity: 'warn' } }];
      await admin.must('PATCH', `/dataQuality/testCases/${cases[1]!.id}`, operations);
      const judged = await validate();
      expect(judged.contractExecutionStatus).toBe('Success');
      expect(judged.qualityValidation).toEqual({ passed: 1, failed: 0, total: 1, qualityScore: 100 });
      const field = cases[1]!.fullyQualifiedName;
      expect(judged.details!.qualityWarnings).toEqual([{ field, message: expect.stringContaining('(severity warn)') }]);
      expect(judged.result).toContain(`All checks passed: 1 quality test. Warning: test ${field}: failed at `);
    });

    it.each(['Queued', 'Aborted'])('do not pass by a newest result that is %s', async (status) => {
      for (const at of [0, 1]) await push(at, 'Success', Date.now() - HOUR);
      await push(0, status, Date.now() - MINUTE);
      expect((await validate()).qualityValidation).toMatchObject({ passed: 1, failed: 1 });
    });
  });

  describe('in their SLA', () => {
    const SLA = { refreshFrequency: 'P1D', maxLatency: 'PT2H', availability: 90 };
    let table: TestedTable;
    let validate: () => Promise<Judged>;

    beforeEach(async () => {
      table = await makeTable(admin);
      validate = await contractOf(table.id, 'table', { sla: SLA });
    });

    const observe = (...observations: object[]) => admin.must('PUT', `/tables/${table.id}/observations`, observations);
    const met = async () => (await validate()).slaValidation;

    it('fail without evidence, and say so', async () => {
      const judged = await validate();
      expect(judged.slaValidation).toEqual({ refreshFrequencyMet: false, latencyMet: false, availabilityMet: false });
      expect(judged.contractExecutionStatus).toBe('Failed');
      expect(judged.result.match(/no evidence/g)?.length ?? 0).toBeGreaterThan(0);
    });

    it('pass and fail by observations', async () => {
      const now = Date.now();
      await observe(
        { timestamp: now - 2 * 24 * HOUR, kind: 'refresh' },
        { timestamp: now - HOUR, kind: 'arrival', dataTimestamp: now - 4 * HOUR },
        { timestamp: now - HOUR, kind: 'availability', available: false },
      );
      expect(await met()).toEqual({ refreshFrequencyMet: false, latencyMet: false, availabilityMet: false });
      await observe(
        { timestamp: now - MINUTE, kind: 'refresh' },
        { timestamp: now - MINUTE, kind: 'arrival', dataTimestamp: now - HOUR },
        ...Array.from({ length: 9 }, (_, i) => ({
          timestamp: now - i * MINUTE,
          kind: 'availability',
          available: true,
        })),
      );
      expect(await met()).toEqual({ refreshFrequencyMet: true, latencyMet: true, availabilityMet: true });
    });

    it('pass and fail by profiles: their time, the writes, the newest value of a column', async () => {
      const now = Date.now();
      const push = (timestamp: number, max: number, systemProfile: object[] = []) =>
        admin.must('PUT', `/tables/${table.id}/tableProfile`, {
          tableProfile: { timestamp },
          columnProfile: [{ name: 'ordered_at', timestamp, max: new Date(max).toISOString() }],
          systemProfile,
        });
      const old = now - 3 * 24 * HOUR;
      await push(old, old - 5 * HOUR);
      expect(await met()).toMatchObject({ refreshFrequencyMet: false, latencyMet: false });
      await push(old, old - HOUR, [{ timestamp: now - HOUR, operation: 'INSERT' }]);
      expect(await met()).toMatchObject({ refreshFrequencyMet: true, latencyMet: true });
      await push(old, old - HOUR, [{ timestamp: now - HOUR, operation: 'DELETE' }]);
      expect(await met()).toMatchObject({ refreshFrequencyMet: false });
      await push(now, now - HOUR);
      expect(await met()).toMatchObject({ refreshFrequencyMet: true, latencyMet: true });
    });

    /** What a run says it judged a target by, as `target kind source`. */
    const judgedBy = async (): Promise<string[]> => {
      const { details } = await validate();
      const { evidence = [] } = details!.slaValidation as { evidence?: Record<string, unknown>[] };
      return evidence.map(({ target, kind, source }) => `${target} ${kind} ${source}`);
    };

    it('name what they were judged by: observations, profile, life cycle', async () => {
      const now = Date.now();
      expect(await judgedBy()).toEqual([]);
      await observe(
        { timestamp: now - 5 * HOUR, kind: 'refresh', source: 'loader' },
        { timestamp: now - 5 * HOUR, kind: 'arrival', dataTimestamp: now - 6 * HOUR, source: 'loader' },
        { timestamp: now - 5 * HOUR, kind: 'availability', available: true, source: 'probe' },
      );
      const availability = 'availability availability probe';
      expect(await judgedBy()).toEqual(['refreshFrequency refresh loader', 'maxLatency arrival loader', availability]);
      await admin.must('PATCH', `/tables/${table.id}`, [
        { op: 'add', path: '/lifeCycle', value: { updated: { timestamp: now - 4 * HOUR } } },
      ]);
      expect(await judgedBy()).toEqual([
        'refreshFrequency refresh lifeCycle',
        'maxLatency arrival loader',
        availability,
      ]);
      await admin.must('PUT', `/tables/${table.id}/tableProfile`, {
        tableProfile: { timestamp: now - HOUR },
        columnProfile: [{ name: 'ordered_at', timestamp: now - HOUR, max: new Date(now - 2 * HOUR).toISOString() }],
      });
      expect(await judgedBy()).toEqual([
        expect.stringMatching(/^refreshFrequency refresh (profile|catalog:\S+)$/),
        expect.stringMatching(/^maxLatency arrival catalog:\S+$/),
        availability,
      ]);
    });

    it('pass and fail by the life cycle of the table', async () => {
      const updated = async (timestamp: number) =>
        admin.must('PATCH', `/tables/${table.id}`, [
          { op: 'add', path: '/lifeCycle', value: { updated: { timestamp } } },
        ]);
      await updated(Date.now() - 3 * 24 * HOUR);
      expect(await met()).toMatchObject({ refreshFrequencyMet: false });
      await updated(Date.now() - HOUR);
      expect(await met()).toMatchObject({ refreshFrequencyMet: true });
    });
  });

  it('of a pipeline pass by a run that ended with success', async () => {
    const airflow = newName('airflow');
    await admin.must('POST', '/services/pipelineServices', { name: airflow, serviceType: 'Airflow' });
    const pipeline = await admin.must<Named>('POST', '/pipelines', { name: 'load', service: airflow });
    const validate = await contractOf(pipeline.id, 'pipeline', { sla: { refreshFrequency: 'P1D' } });
    const push = (pipelineState: string) =>
      admin.must('PUT', `/pipelines/${encoded(pipeline.fullyQualifiedName)}/status`, {
        pipelineState,
        timestamp: Date.now(),
      });
    await push('failed');
    expect((await validate()).slaValidation).toEqual({ refreshFrequencyMet: false });
    await push('success');
    expect((await validate()).slaValidation).toEqual({ refreshFrequencyMet: true });
  });
});
