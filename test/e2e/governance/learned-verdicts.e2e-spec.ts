import type { Contract, Result } from '../contracts/contract-world';
import { GovernanceWorld } from './people';

const [HOUR, DAY] = [3_600_000, 86_400_000];
const AS_OPENMETADATA = { 'x-compatibility': 'openmetadata' };

interface Judged extends Result {
  readonly qualityValidation?: { readonly passed: number; readonly failed: number; readonly total: number };
  readonly slaValidation?: { readonly refreshFrequencyMet: boolean };
  readonly details: { readonly learned?: object };
}

describe('a contract that fails where its asset is not as usual', () => {
  let world: GovernanceWorld;
  const now = Date.now();

  beforeAll(async () => {
    world = await GovernanceWorld.shared();
  });

  const profile = ({ entity }: Contract, timestamp: number, rowCount: number) =>
    world.admin.must('PUT', `/tables/${entity.id}/tableProfile`, { tableProfile: { timestamp, rowCount } });
  const refreshes = ({ entity }: Contract, ...times: number[]) =>
    world.admin.must(
      'PUT',
      `/tables/${entity.id}/observations`,
      times.map((timestamp) => ({ kind: 'refresh', timestamp })),
    );
  const path = ({ id }: Contract) => `/dataContracts/${id}`;
  const read = (contract: Contract) => world.admin.must<Contract>('GET', path(contract));
  async function judged(contract: Contract): Promise<Judged> {
    const { body } = await world.admin.post<Result>(`${path(contract)}/validate`, undefined, { prefer: 'wait=60' });
    return world.admin.must('GET', `${path(contract)}/results/${body.id}?fields=details`);
  }
  /** A profile of each day before today. */
  async function profiled(contract: Contract, days = 40): Promise<Contract> {
    for (let day = days; day > 0; day--) await profile(contract, now - HOUR - day * DAY, 1_000);
    return contract;
  }

  it('counts volume as one more test of the quality', async () => {
    const contract = await profiled(await world.contract({ sla: { learned: ['volume'] } }));
    await profile(contract, now - HOUR, 1_010);
    expect(await judged(contract)).toMatchObject({
      contractExecutionStatus: 'Success',
      qualityValidation: { passed: 1, failed: 0, total: 1, qualityScore: 100 },
      details: { learned: { volume: { state: 'usual', value: 1_010, low: 750, high: 1_250 } } },
    });
    await profile(contract, now, 0);
    const failed = await judged(contract);
    expect(failed).toMatchObject({
      contractExecutionStatus: 'PartialSuccess',
      qualityValidation: { passed: 0, failed: 1, total: 1 },
      details: { learned: { volume: { state: 'unusual', value: 0 } } },
    });
    expect(failed).not.toHaveProperty('slaValidation');
    expect(failed.result).toMatch(/1 of 1 quality test failed \(learned volume\).*0 rows, where 750 to 1250 are usual/);
    const feedback = { metric: 'volume', timestamp: now, verdict: 'expected' };
    await world.admin.must('PUT', `${path(contract)}/learned/feedback`, feedback);
    expect(await judged(contract)).toMatchObject({ contractExecutionStatus: 'Success' });
  });

  it('counts freshness in the refresh frequency, beside one that is promised', async () => {
    const contract = await world.contract({ sla: { refreshFrequency: 'P30D', learned: ['freshness'] } });
    const last = now - 5 * DAY;
    await refreshes(contract, ...Array.from({ length: 40 }, (_, day) => last - day * DAY));
    const stale = await judged(contract);
    expect(stale).toMatchObject({ slaValidation: { refreshFrequencyMet: false } });
    expect(stale.result).toMatch(/SLA learned freshness: last refreshed at .*, 5 days ago, where at most/);
    await refreshes(contract, now - HOUR);
    expect(await judged(contract)).toMatchObject({ slaValidation: { refreshFrequencyMet: true } });
  });

  it('holds while there is too little to learn from, and says so', async () => {
    const contract = await world.contract({ sla: { learned: ['volume', 'freshness'] } });
    const { contractExecutionStatus, result, qualityValidation, slaValidation } = await judged(contract);
    expect({ contractExecutionStatus, qualityValidation, slaValidation }).toMatchObject({
      contractExecutionStatus: 'Success',
      qualityValidation: { passed: 1, total: 1 },
      slaValidation: { refreshFrequencyMet: true },
    });
    expect(result).toMatch(/ The contract is still learning the usual freshness and volume\.$/);
  });

  it('judges as the policy says', async () => {
    const contract = await profiled(await world.contract({ sla: { learned: ['volume'] } }));
    await profile(contract, now, 1_300);
    expect(await judged(contract)).toMatchObject({ qualityValidation: { failed: 1 } });
    const scope = { type: 'dataContract', id: contract.id };
    await world.admin.must('PUT', '/dataContracts/policies', { scope, learned: { sensitivity: 'low' } });
    expect(await judged(contract)).toMatchObject({ qualityValidation: { failed: 0 } });
  });

  it('is without any trace of it where it does not ask', async () => {
    const contract = await world.contract({ sla: { refreshFrequency: 'P1D' } });
    const { details, result, qualityValidation } = await judged(contract);
    expect(details).not.toHaveProperty('learned');
    expect({ qualityValidation, result }).toEqual({ result: expect.not.stringMatching(/learn/) as string });
  });

  it.each([['colour'], [['colour']], [[1]], [{}]])('refuses %j as what is learned', async (learned) => {
    const contract = await world.contract();
    const patch = [{ op: 'add', path: '/sla', value: { learned } }];
    const { status, body } = await world.admin.patch<{ message: string }>(path(contract), patch);
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: expect.stringContaining('sla.learned') as string,
    });
  });

  it('keeps it where a client of OpenMetadata writes, which does not see it', async () => {
    const sla = { refreshFrequency: 'P1D', learned: ['volume'] };
    const contract = await world.contract({ sla });
    const { body } = await world.admin.get<Contract>(path(contract), AS_OPENMETADATA);
    expect(body.sla).toEqual({ refreshFrequency: { interval: 1, unit: 'day' } });
    const patch = [{ op: 'replace', path: '/sla/refreshFrequency/interval', value: 2 }];
    await world.admin.patch(path(contract), patch, AS_OPENMETADATA);
    expect((await read(contract)).sla).toMatchObject({ learned: ['volume'], refreshFrequency: { interval: 2 } });
    const { name, entity } = contract;
    const sent = { name, entity, entityStatus: 'Active', schema: contract.schema };
    for (const more of [{ sla: { availability: 99 } }, {}]) {
      await world.admin.must('PUT', '/dataContracts', { ...sent, ...more }, AS_OPENMETADATA);
      expect((await read(contract)).sla).toEqual({ ...more.sla, learned: ['volume'] });
    }
    await world.admin.must('PUT', '/dataContracts', sent);
    expect(await read(contract)).not.toHaveProperty('sla');
  });

  it('goes out to an ODCS document and comes in again', async () => {
    const contract = await world.contract({ sla: { learned: ['volume', 'freshness'] } });
    const document = await world.admin.must<Record<string, unknown>>('GET', `${path(contract)}/odcs`);
    const property = { property: 'slaLearned', value: ['freshness', 'volume'] };
    expect(document.customProperties).toContainEqual(property);
    const other = await world.contract();
    const odcs = `/dataContracts/odcs?entityId=${other.entity.id}&entityType=table`;
    await world.admin.must('PUT', odcs, { ...document, name: other.name });
    expect((await read(other)).sla).toEqual({ learned: ['freshness', 'volume'] });
  });
});
