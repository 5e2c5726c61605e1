import { AccessControl } from '@app/auth';
import { Visibility } from '@app/catalog';
import { LargeReads } from '@app/database';
import { HiddenVerdicts, SummaryService, TREND_DIMENSIONS, type ExecutionStatus } from '@app/results';
import { SummaryRepository } from '../../../libs/results/src/summary/summary.repository';
import { actor, ADMIN, ContractWorld, type TestContract } from '../runs/support/contract-world';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('the summary of a contract', () => {
  let world: ContractWorld;
  let service: SummaryService;
  let contract: TestContract;

  beforeAll(async () => {
    world = await ContractWorld.create();
    const hidden = new HiddenVerdicts(world.database, new Visibility(new AccessControl()), new LargeReads());
    service = new SummaryService(world.finder, new SummaryRepository(world.database), hidden);
  });
  afterAll(() => world.destroy());
  beforeEach(async () => {
    contract = await world.contract();
  });

  const push = (timestamp: number, contractExecutionStatus: ExecutionStatus, more: object = {}) =>
    world.results.push(ADMIN, contract.id, { timestamp, contractExecutionStatus, ...more });

  it('counts by status, dimension and part of the window', async () => {
    const now = Date.now();
    const schemaValidation = { passed: 1, failed: 0, total: 1 };
    await push(now - 1_000, 'Success', { schemaValidation, slaValidation: { latencyMet: true } });
    await push(now - 2_000, 'Failed', { schemaValidation: { passed: 0, failed: 1, total: 1 } });
    await push(now - 3_000, 'Aborted');
    await push(now - DAY - 2_000, 'PartialSuccess', { slaValidation: { latencyMet: true, availabilityMet: false } });
    await push(now - 3 * DAY, 'Success');
    const summary = await service.summary(ADMIN, contract.id, { window: 'P2D', bucket: 'P1D' });
    expect(summary).toEqual({
      window: 'P2D',
      total: 4,
      byStatus: { Success: 1, Failed: 1, Aborted: 1, PartialSuccess: 1 },
      passRate: 33.33,
      dimensions: {
        schema: { evaluated: 2, passed: 1, passRate: 50 },
        sla: { evaluated: 2, passed: 1, passRate: 50 },
      },
      trend: [
        { from: expect.any(Number), byStatus: { PartialSuccess: 1 }, passRate: 0 },
        { from: expect.any(Number), byStatus: { Success: 1, Failed: 1, Aborted: 1 }, passRate: 50 },
      ],
    });
    expect(summary.trend[1]!.from - summary.trend[0]!.from).toBe(DAY);
  });

  it('takes what failed in a dimension from what is said of it, and leaves out what says too little', async () => {
    const other = await world.contract();
    const said = [{ passed: 3, total: 3 }, { passed: 2, total: 3 }, { failed: 0 }, { total: 3 }];
    for (const [at, qualityValidation] of said.entries()) {
      const result = {
        timestamp: Date.now() - at * 1_000 - 1_000,
        contractExecutionStatus: 'Success' as const,
        qualityValidation,
      };
      await world.results.push(ADMIN, other.id, result);
    }
    const { dimensions } = await service.summary(ADMIN, other.id, { window: 'P2D', bucket: 'P1D' });
    expect(dimensions).toEqual({ quality: { evaluated: 3, passed: 2, passRate: 66.67 } });
  });

  it('is the same as counting each result, wherever hours and parts of the window begin', async () => {
    const now = Date.now();
    const times = Array.from({ length: 400 }, (_, n) => now - Math.floor((n * n * 7_919_000) % (3 * DAY)) - 5_000);
    await world.database.query(
      `insert into contract_result (contract, timestamp, id, status, origin, body, details)
       select $1, t, gen_random_uuid(), (array['Success', 'Failed'])[1 + t % 2], 'pushed',
              case when t % 5 = 0 then '{}' else jsonb_build_object('schemaValidation', jsonb_build_object('failed', t % 3)) end, '{}'
         from (select distinct unnest($2::bigint[]) t) x`,
      [contract.node, times],
    );
    const unique = [...new Set(times)];
    for (const bucket of ['P1D', 'PT7H', 'PT25M', 'PT1H', 'PT90M']) {
      const query = { window: 'P3DT5H', bucket, fields: TREND_DIMENSIONS };
      const { trend, total } = await service.summary(ADMIN, contract.id, query);
      expect(total).toBe(unique.length);
      trend.forEach(({ from, byStatus, dimensions }, at) => {
        const to = trend[at + 1]?.from ?? Infinity;
        const inside = unique.filter((time) => time >= from && time < to);
        expect(byStatus.Success ?? 0).toBe(inside.filter((time) => time % 2 === 0).length);
        expect(byStatus.Failed ?? 0).toBe(inside.filter((time) => time % 2 === 1).length);
        const evaluated = inside.filter((time) => time % 5 !== 0);
        const passed = evaluated.filter((time) => time % 3 === 0).length;
        const schema = { evaluated: evaluated.length, passed, passRate: expect.any(Number) };
        expect(dimensions).toEqual(evaluated.length > 0 ? { schema } : {});
      });
    }
  });

  it('of nothing has no rate, and a part for each day', async () => {
    const { trend, ...rest } = await service.summary(ADMIN, contract.id, {});
    expect(rest).toEqual({ window: 'P30D', total: 0, byStatus: {}, dimensions: {} });
    expect(trend).toHaveLength(30);
    expect(trend[0]).toEqual({ from: expect.any(Number), byStatus: {} });
  });

  it.each([
    [{ window: 'x' }, 'window'],
    [{ bucket: '-P1D' }, 'bucket'],
    [{ window: 'P30D', bucket: 'PT1M' }, '1000'],
  ])('is refused as %j', async (query, text) => {
    await expect(service.summary(ADMIN, contract.id, query)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining(text),
    });
  });

  it('is for those who may see the contract', async () => {
    const nobody = actor('nobody', { rules: [] });
    await expect(service.summary(nobody, contract.id, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
