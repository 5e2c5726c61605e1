import type { Contract } from '../contracts/contract-world';
import { GovernanceWorld, type Person } from './people';

const [HOUR, DAY] = [3_600_000, 86_400_000];

interface Learned {
  readonly state: string;
  readonly points: number;
  readonly timestamp: number;
}
interface Feedback {
  readonly timestamp: number;
  readonly verdict: string;
}

describe('what is learned from the past of an asset', () => {
  let world: GovernanceWorld;
  let owner: Person;
  let reader: Person;
  let contract: Contract;
  const now = Date.now();
  const newest = now - HOUR;

  beforeAll(async () => {
    world = await GovernanceWorld.shared();
    [owner, reader] = [await world.person(), await world.person()];
    contract = await world.contract({ owners: [owner.ref] });
    const observations = Array.from({ length: 40 }, (_, at) => ({
      kind: 'refresh',
      timestamp: newest - (at + 2) * DAY,
    }));
    await world.admin.must('PUT', `/tables/${contract.entity.id}/observations`, observations);
    for (let day = 40; day > 0; day--) await profile(newest - day * DAY, 1_000);
    await profile(newest, 3_000);
  });

  const profile = (timestamp: number, rowCount: number) =>
    world.admin.must('PUT', `/tables/${contract.entity.id}/tableProfile`, { tableProfile: { timestamp, rowCount } });
  const path = (rest: string) => `/dataContracts/${contract.id}/learned${rest}`;

  it('is answered to who may view the contract, without any policy', async () => {
    expect(await reader.client.must<Learned>('GET', path('?metric=volume'))).toMatchObject({
      ...{ metric: 'volume', state: 'unusual', value: 3_000, timestamp: newest, points: 40, level: 1_000 },
      ...{ centre: 1_000, spread: 50, low: 750, high: 1_250, score: 40 },
    });
    const fresh = await reader.client.must<Learned>(
      'GET',
      path(`?metric=freshness&at=${newest + 3 * DAY}&sensitivity=low`),
    );
    expect(fresh).toMatchObject({ state: 'unusual', value: 259_200, timestamp: newest });
  });

  it('is answered as a series, the newest point first', async () => {
    const { points } = await reader.client.must<{ points: readonly Learned[] }>(
      'GET',
      path('/series?metric=volume&limit=3'),
    );
    expect(points.map(({ timestamp, state }) => [timestamp, state])).toEqual([
      [newest, 'unusual'],
      [newest - DAY, 'usual'],
      [newest - 2 * DAY, 'usual'],
    ]);
    const all = await reader.client.must<{ points: readonly Learned[] }>('GET', path('/series?metric=volume'));
    expect(all.points).toHaveLength(20);
    for (const query of ['', '?metric=volume&limit=0', '?metric=volume&limit=51', '?metric=volume&at=soon'])
      expect((await world.admin.get(path(`/series${query}`))).status).toBe(400);
  });

  it.each([
    '',
    '?metric=colour',
    '?metric=volume&sensitivity=9',
    '?metric=volume&timezone=Nowhere',
    '?metric=volume&at=soon',
    '?metric=volume&metric=freshness',
  ])('refuses the query "%s"', async (query) => {
    expect((await world.admin.get(path(query))).status).toBe(400);
  });

  it('takes the word of owners, and keeps what was said in the audit', async () => {
    const said = { metric: 'volume', timestamp: newest, verdict: 'expected', comment: 'Closing' };
    expect((await reader.client.put(path('/feedback'), said)).status).toBe(403);
    expect(await owner.client.put(path('/feedback'), said)).toMatchObject({ status: 201, body: said });
    expect((await owner.client.put(path('/feedback'), said)).status).toBe(200);
    expect(await reader.client.must('GET', path('?metric=volume'))).toMatchObject({ state: 'usual' });
    const { data } = await reader.client.must<{ data: readonly Feedback[] }>('GET', path('/feedback?metric=volume'));
    expect(data).toMatchObject([{ ...said, updatedBy: owner.name }]);
    const removed = await owner.client.delete(path(`/feedback/volume/${newest}`));
    expect(removed).toMatchObject({ status: 200, body: said });
    expect((await owner.client.delete(path(`/feedback/volume/${newest}`))).status).toBe(404);
    const audit = await world.admin.must<{ data: { operation: string }[] }>(
      'GET',
      `/audit?entity=${contract.id}&limit=100`,
    );
    expect(
      audit.data
        .map(({ operation }) => operation)
        .filter((one) => one.startsWith('learned'))
        .sort(),
    ).toEqual([...['learnedFeedbackRemoved', 'learnedFeedbackSet', 'learnedFeedbackSet']]);
  });

  it.each<[string, object, number]>([
    ['no such point', { metric: 'volume', timestamp: newest - 1, verdict: 'anomaly' }, 404],
    ['another word', { metric: 'volume', timestamp: newest, verdict: 'fine' }, 400],
    ['no metric', { timestamp: newest, verdict: 'anomaly' }, 400],
    ['a comment that says nothing', { metric: 'volume', timestamp: newest, verdict: 'anomaly', comment: '' }, 400],
  ])('refuses a word on %s', async (_, body, status) => {
    expect((await world.admin.put(path('/feedback'), body)).status).toBe(status);
  });

  it('has no warnings without a policy', async () => {
    expect(await reader.client.must('GET', path('/warnings?metric=volume'))).toEqual({
      data: [],
      paging: { total: 0 },
    });
    expect((await reader.client.get(path('/warnings?metric=colour'))).status).toBe(400);
  });

  it('of a contract that is gone is not there', async () => {
    const gone = await world.contract();
    await world.admin.must('DELETE', `/dataContracts/${gone.id}`);
    expect((await world.admin.get(`/dataContracts/${gone.id}/learned?metric=volume`)).status).toBe(404);
    expect((await world.admin.get(`/dataContracts/${gone.id}/learned/series?metric=volume`)).status).toBe(404);
    expect((await world.admin.get(`/dataContracts/${gone.id}/learned/feedback`)).status).toBe(404);
  });
});
