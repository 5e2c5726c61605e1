import { type Answer, CONTRACT, FakeService, inTurn, status } from '../../fake-service.cases';

const service = new FakeService();
beforeAll(() => service.start());
afterAll(() => service.stop());
beforeEach(() => service.reset());
afterEach(() => service.cleanUp());

const RESULT = {
  id: '0b7c9a52-7c1f-4b0e-9c7d-0f5a2d1e6b34',
  timestamp: 1763612345678,
  contractExecutionStatus: 'Success',
  result: 'All checks passed',
  schemaValidation: { passed: 2, failed: 0, total: 2, failedFields: [] },
};
const cut: Answer = (_asked, response) => void response.destroy();

describe('a validation', () => {
  const VALIDATE = `POST /dataContracts/${CONTRACT.id}/validate`;
  const LOOK = `GET /dataContracts/${CONTRACT.id}/results/${RESULT.id}`;
  const args = ['contract', 'validate', CONTRACT.id, '--wait', '--timeout', '20'];
  const open = { ...RESULT, contractExecutionStatus: 'Running' };

  it('waits till the run has ended', async () => {
    Object.assign(service.answers, {
      [VALIDATE]: status(202, open),
      [LOOK]: inTurn(status(200, open), status(200, RESULT)),
    });
    expect(await service.run(args)).toMatchObject({
      code: 0,
      out: expect.stringContaining('PASSED  1 of 1 contract passed') as string,
    });
    expect(service.asked[1]!.headers.prefer).toMatch(/^wait=(19|20)$/);
  });

  it('that is cut off is sent again under its key', async () => {
    service.answers[VALIDATE] = inTurn(cut, status(200, RESULT));
    expect((await service.run(args)).code).toBe(0);
    const keys = service.asked
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), keys[0]]);
  });

  it('that fails fails, a dimension a case', async () => {
    const failed = {
      ...{ ...RESULT, contractExecutionStatus: 'PartialSuccess', result: '1 rule failed' },
      semanticsValidation: { passed: 0, failed: 1, total: 1, failedRules: [{ ruleName: 'owned', reason: 'no owner' }] },
      slaValidation: { latencyMet: false, availabilityMet: true },
    };
    service.answers[VALIDATE] = status(200, failed);
    const ran = await service.run([...args, '-o', 'junit']);
    expect(ran.code).toBe(1);
    expect(ran.out).toContain('tests="5" failures="3" errors="0"');
    expect(ran.out).toContain('owned: no owner');
  });

  it('that fails says why, for each column, test and target', async () => {
    const many = Array.from({ length: 130 }, (_, at) => ({ field: `c${at}`, message: 'is missing in the asset' }));
    const failed = {
      ...{ ...RESULT, contractExecutionStatus: 'Failed', result: '130 of 130 columns failed' },
      schemaValidation: { passed: 0, failed: 130, total: 130, failedFields: many.map(({ field }) => field) },
      qualityValidation: { passed: 0, failed: 1, total: 1, qualityScore: 0 },
      slaValidation: { latencyMet: false, availabilityMet: false },
      details: {
        schemaValidation: many,
        qualityValidation: [{ field: 't.unique', message: 'no result' }],
        slaValidation: { notes: ['latency: no evidence', 'availabilityTime: too late'] },
      },
    };
    service.answers[VALIDATE] = status(200, failed);
    const { out } = await service.run([...args, '-o', 'junit']);
    const asked = service.asked.find(({ method }) => method === 'POST')?.url;
    expect([asked?.includes('fields=details'), asked?.includes('evidence')]).toEqual([true, false]);
    expect(out).toContain('c99 is missing in the asset&#10;and 30 more<');
    for (const line of ['t.unique: no result', 'is not met&#10;latency: no evidence', 'availabilityTime: too late'])
      expect(out).toContain(line);
  });

  it('names the promises that nothing judges, and counts those for people', async () => {
    const notEvaluated = [
      { promise: 'schema.id.multipleOf', reason: 'noCheck', message: 'No check exists for it' },
      { promise: 'semantics.be nice', reason: 'text', message: 'The rule is text' },
      { promise: 'termsOfUse', reason: 'forPeople', message: 'It is for people to judge' },
    ];
    const details = { notEvaluated, promises: { notEvaluated: 7 } };
    service.answers[VALIDATE] = status(200, { ...RESULT, details });
    const { code, out } = await service.run(args);
    expect(code).toBe(0);
    expect(out).toContain('Promises that are not judged');
    expect(out).toMatch(/schema\.id\.multipleOf +noCheck: No check exists for it/);
    expect(out).toMatch(/semantics\.be nice +text: The rule is text/);
    expect(out).toMatch(/1 promise more +for people to judge/);
    expect(out).toMatch(/and 4 more +not listed/);
    expect(out).not.toContain('termsOfUse');
  });

  it('that does not end is given up in time: 4', async () => {
    Object.assign(service.answers, { [VALIDATE]: status(202, open), [LOOK]: status(200, open) });
    const ran = await service.run([...args.slice(0, -1), '1']);
    expect([ran.code, ran.out]).toEqual([4, expect.stringContaining('1 run still open after 1 s')]);
  });

  it('of several tells each, and ends with the worst', async () => {
    service.answers[VALIDATE] = status(200, RESULT);
    const ran = await service.run([...args, 'gone', '-o', 'json']);
    expect(ran.code).toBe(3);
    const { results } = JSON.parse(ran.out) as { results: { contract: string; error?: string }[] };
    expect(results.map(({ contract, error }) => [contract, error])).toEqual([
      [CONTRACT.fullyQualifiedName, undefined],
      ['gone', expect.stringContaining('nothing here')],
    ]);
  });

  it('that was aborted is no verdict: 3', async () => {
    const aborted = {
      ...RESULT,
      contractExecutionStatus: 'Aborted',
      result: 'db.example.org:5432 refuses connections',
    };
    service.answers[VALIDATE] = status(200, aborted);
    const ran = await service.run([...args, '--evidence', 'source', '-o', 'junit']);
    expect(ran.code).toBe(3);
    expect(ran.out).toContain('failures="0" errors="1"');
    expect(service.asked.find(({ method }) => method === 'POST')?.url).toContain('evidence=source');
  });

  it('is only queued without --wait', async () => {
    service.answers[VALIDATE] = status(202, { ...open, result: undefined });
    expect(await service.run(args.slice(0, 3))).toMatchObject({
      code: 0,
      out: expect.stringContaining(`run ${RESULT.id}`) as string,
    });
    expect(service.asked[1]!.headers.prefer).toBe('respond-async');
  });
});
