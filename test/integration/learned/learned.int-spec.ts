import { randomUUID } from 'node:crypto';
import { PolicyService } from '@app/agreements';
import { entityTypes, EntityWriter, SubtreeRemover } from '@app/catalog';
import type { Actor } from '@app/common';
import { ContractsModule } from '@app/contracts';
import { FeedbackService, LearnedModule, LearnedService, type Metric, type SentFeedback } from '@app/learned';
import { ObservationService, QualityModule, TableProfileService } from '@app/quality';
import { LibraryContext } from '../../support/library-context';

const [HOUR, DAY] = [3_600_000, 86_400_000];
const AT = Date.UTC(2026, 5, 1, 12);
const ADMIN: Actor = { name: 'admin', id: randomUUID(), isAdmin: true, ownerIds: new Set(), rules: [] };
const named = (kind: string): string => `${kind}_${randomUUID().slice(0, 13)}`;

type Document = Record<string, unknown> & { readonly id: string; readonly fullyQualifiedName: string };

describe('what is learned from the past of an asset', () => {
  let context: LibraryContext;
  let schema: string;
  let table: Document;
  let contract: Document;

  const create = async (type: string, body: Record<string, unknown>): Promise<Document> =>
    JSON.parse((await context.app.get(EntityWriter).create(ADMIN, entityTypes.get(type), body)).json) as Document;

  beforeAll(async () => {
    context = await LibraryContext.open(() => [ContractsModule, QualityModule, LearnedModule]);
    const service = await create('databaseService', { name: named('s'), serviceType: 'Postgres' });
    const database = await create('database', { name: 'd', service: service.fullyQualifiedName });
    schema = (await create('databaseSchema', { name: 'p', database: database.fullyQualifiedName })).fullyQualifiedName;
  });
  afterAll(() => context.close());
  beforeEach(async () => {
    table = await create('table', {
      name: named('t'),
      databaseSchema: schema,
      columns: [{ name: 'a', dataType: 'INT' }],
    });
    contract = await create('dataContract', { name: named('c'), entity: { id: table.id, type: 'table' } });
  });

  const profile = (timestamp: number, rowCount: unknown) =>
    context.app
      .get(TableProfileService)
      .push(ADMIN, table.fullyQualifiedName, { tableProfile: { timestamp, ...{ rowCount } } });
  const profiles = async (n: number, rows: number): Promise<void> => {
    for (let day = n; day > 0; day--) await profile(AT - day * DAY, rows);
  };
  const refresh = (times: readonly number[]) =>
    context.app.get(ObservationService).push(
      ADMIN,
      'table',
      table.id,
      times.map((timestamp) => ({ timestamp, kind: 'refresh' as const })),
    );
  const ask = (metric: Metric, more: object = {}, actor = ADMIN) =>
    context.app.get(LearnedService).of(actor, contract.id, { metric, at: AT, ...more });
  const series = (metric: Metric, limit: number) =>
    context.app.get(LearnedService).series(ADMIN, contract.id, { metric, at: AT, limit });
  const say = (more: Partial<SentFeedback> & Pick<SentFeedback, 'timestamp'>, actor = ADMIN) =>
    context.app.get(FeedbackService).put(actor, contract.id, { metric: 'volume', verdict: 'expected', ...more });

  it('is volume: of the newest profile beside those before it', async () => {
    expect(await ask('volume')).toEqual({ metric: 'volume', at: AT, state: 'learning', points: 0 });
    await profiles(60, 1_000);
    await profile(AT - 2 * HOUR, 1_200);
    await profile(AT - HOUR, undefined);
    await profile(AT + 1, 0);
    expect(await ask('volume')).toMatchObject({
      state: 'usual',
      timestamp: AT - 2 * HOUR,
      value: 1_200,
      points: 60,
      spread: 50,
    });
    expect(await ask('volume', { at: AT + 1 })).toMatchObject({ state: 'unusual', value: 0, points: 61 });
    expect(await ask('volume', { at: AT - 50 * DAY })).toMatchObject({ state: 'learning', points: 10 });
    expect(await ask('volume', { sensitivity: 'high' })).toMatchObject({ state: 'unusual', score: 4 });
  });

  it('is a series: each of the newest points as it is asked for alone, by the half year before it', async () => {
    for (let day = 210; day > 0; day -= 2) await profile(AT - day * DAY, 1_000 + (day % 14));
    await profile(AT - HOUR, 3_000);
    await say({ timestamp: AT - 10 * DAY, verdict: 'anomaly' });
    const volume = await series('volume', 20);
    expect(volume.points).toHaveLength(20);
    expect(volume.points[0]).toMatchObject({ at: AT, timestamp: AT - HOUR, state: 'unusual' });
    for (const point of volume.points) expect(await ask('volume', { at: point.at })).toEqual(point);
  });

  it('is a series of refreshes, of which all but the newest have a gap that is closed', async () => {
    await refresh(Array.from({ length: 210 }, (_, day) => AT - (210 - day) * DAY - HOUR));
    const freshness = await series('freshness', 5);
    expect(freshness.points.map(({ timestamp, value }) => [timestamp, value])).toEqual(
      [1, 2, 3, 4, 5].map((day) => [AT - day * DAY - HOUR, day === 1 ? 90_000 : 86_400]),
    );
    for (const { at, points, since } of freshness.points)
      expect(await ask('freshness', { at })).toMatchObject({ points, since });
    expect(freshness.points.map(({ points }) => points)).toEqual([180, 180, 180, 180, 180]);
  });

  it('is an empty series without points', async () => {
    expect(await series('volume', 20)).toEqual({ metric: 'volume', points: [] });
  });

  it('is freshness: of the gap that is still open, by all that refreshes a table', async () => {
    await refresh(Array.from({ length: 60 }, (_, day) => AT - (60 - day) * DAY));
    expect(await ask('freshness', { at: AT })).toMatchObject({
      ...{ state: 'usual', value: 86_400, timestamp: AT - DAY, points: 59, expectedBy: AT + 0.1 * DAY },
    });
    expect(await ask('freshness', { at: AT + 3 * HOUR })).toMatchObject({ state: 'unusual' });
    await profile(AT + HOUR, 5);
    expect(await ask('freshness', { at: AT + 3 * HOUR })).toMatchObject({
      state: 'usual',
      timestamp: AT + HOUR,
      value: 7_200,
    });
    const update = [{ op: 'add', path: '/lifeCycle', value: { updated: { timestamp: AT + 2 * HOUR } } }];
    await context.app.get(EntityWriter).patch(ADMIN, entityTypes.get('table'), { id: table.id }, update);
    expect(await ask('freshness', { at: AT + 3 * HOUR })).toMatchObject({ timestamp: AT + 2 * HOUR });
  });

  it('forgets what is older than half a year, but not what somebody expected', async () => {
    await refresh([AT - 400 * DAY, AT - 395 * DAY, ...Array.from({ length: 60 }, (_, day) => AT - (60 - day) * DAY)]);
    const late = AT + 4 * DAY;
    expect(await ask('freshness', { at: late })).toMatchObject({ state: 'unusual', points: 59 });
    // Of another day of the month and another hour of the week, thus no like of the tested one.
    await say({ metric: 'freshness', timestamp: AT - 395 * DAY });
    expect(await ask('freshness', { at: late })).toMatchObject({ state: 'unusual', points: 59 });
    await say({ metric: 'freshness', timestamp: AT - DAY });
    expect(await ask('freshness', { at: late })).toMatchObject({ state: 'usual', points: 59 });
  });

  it('takes what is left out from the policy', async () => {
    await profiles(60, 1_000);
    await profile(AT, 1_200);
    const rules = { freshness: 'off', volume: 'off', sensitivity: 'high', timezone: 'Asia/Tokyo' } as const;
    await context.app
      .get(PolicyService)
      .put(ADMIN, { scope: { type: 'dataContract', id: contract.id }, learned: rules });
    expect(await ask('volume')).toMatchObject({ state: 'unusual', bucket: { key: 21 } });
    expect(await ask('volume', { timezone: 'UTC', sensitivity: 'low' })).toMatchObject({
      state: 'usual',
      bucket: { key: 12 },
    });
  });

  it('leaves out anomalies, and takes expected points as usual', async () => {
    await profiles(60, 1_000);
    await profile(AT - 7 * DAY, 3_000);
    await profile(AT, 3_000);
    expect((await ask('volume')).state).toBe('unusual');
    const { isNew } = await say({ timestamp: AT - 7 * DAY, comment: 'Closing' });
    expect([isNew, (await ask('volume')).state]).toEqual([true, 'usual']);
    expect((await say({ timestamp: AT - 7 * DAY, verdict: 'anomaly' })).isNew).toBe(false);
    expect(await ask('volume')).toMatchObject({ state: 'unusual', points: 59 });
    const service = context.app.get(FeedbackService);
    const removed = await service.remove(ADMIN, contract.id, 'volume', AT - 7 * DAY);
    expect(removed).toEqual({
      metric: 'volume',
      timestamp: AT - 7 * DAY,
      verdict: 'anomaly',
      updatedAt: expect.any(Number),
      updatedBy: 'admin',
    });
    await expect(service.remove(ADMIN, contract.id, 'volume', AT - 7 * DAY)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(say({ timestamp: AT - 7 * DAY + 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('lists what was said by the newest point, page by page', async () => {
    await profiles(5, 10);
    for (let day = 1; day <= 5; day++) await say({ timestamp: AT - day * DAY });
    await say({ timestamp: AT - 3 * DAY, metric: 'freshness' });
    const service = context.app.get(FeedbackService);
    type Page = { data: readonly SentFeedback[]; paging: { total: number; after?: string; before?: string } };
    const page = async (more: object) => (await service.list(ADMIN, contract.id, { limit: 2, ...more })) as Page;
    const days = ({ data }: Page) => data.map(({ timestamp, metric }) => [(AT - timestamp) / DAY, metric[0]]);
    const first = await page({});
    const second = await page({ after: first.paging.after });
    expect([days(first), days(second), first.paging.total]).toEqual([
      [
        [1, 'v'],
        [2, 'v'],
      ],
      [
        [3, 'v'],
        [3, 'f'],
      ],
      6,
    ]);
    expect(days(await page({ before: second.paging.before }))).toEqual(days(first));
    expect(days(await page({ metric: 'freshness' }))).toEqual([[3, 'f']]);
  });

  it('is seen by who may view the contract, and said by its owners and who may edit tests', async () => {
    await profiles(1, 10);
    const rule = (operations: readonly string[], resources = ['All']) =>
      ({ name: 'r', effect: 'allow', resources, operations }) as never;
    const person = (rules: readonly never[], ownerIds: readonly string[] = []): Actor => ({
      ...{ name: 'ada', id: randomUUID(), isAdmin: false, ownerIds: new Set(ownerIds), rules },
    });
    const viewer = person([rule(['ViewAll'])]);
    expect((await ask('volume', {}, viewer)).state).toBe('learning');
    await expect(say({ timestamp: AT - DAY }, viewer)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(
      (await say({ timestamp: AT - DAY }, person([rule(['ViewAll']), rule(['EditTests'], ['table'])]))).isNew,
    ).toBe(true);
    await expect(ask('volume', {}, person([]))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const removal = { recursive: false, hardDelete: false, precondition: undefined };
    await context.app.get(SubtreeRemover).remove(ADMIN, entityTypes.get('dataContract'), { id: contract.id }, removal);
    await expect(ask('volume')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
