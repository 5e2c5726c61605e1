import { randomUUID } from 'node:crypto';
import { entityTypes } from '@app/catalog';
import type { SentObservation } from '@app/quality';
import { checkSla } from '../../../libs/validation/src/checks/sla-check';
import { ADMIN, failure, QualityFixture, someone, timesOf, type Document } from './quality.fixture';

const T0 = Date.now() - 86_400_000;

describe('observations', () => {
  let world: QualityFixture;
  let table: Document;

  beforeAll(async () => {
    world = await QualityFixture.open();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    table = await world.table();
  });

  const push = (sent: object | readonly object[], { id } = table) =>
    world.observations.push(ADMIN, 'table', id, [sent].flat() as SentObservation[]);

  it('are what the validation of contracts finds', async () => {
    const sent = [
      { timestamp: T0, kind: 'refresh' },
      { timestamp: T0, kind: 'arrival', dataTimestamp: T0 - 5 },
      { timestamp: T0 + 1, kind: 'arrival', source: 'loader' },
      { timestamp: T0, kind: 'availability', available: true, source: 'a' },
      { timestamp: T0, kind: 'availability', available: false, source: 'b' },
    ];
    expect(await push(sent)).toEqual({ stored: 5 });
    const { refreshes, arrivals, availability } = await world.evidenceOf(table);
    expect(timesOf(refreshes)).toEqual([T0]);
    expect(arrivals).toMatchObject([
      { timestamp: T0 + 1, dataTimestamp: T0 + 1 },
      { timestamp: T0, dataTimestamp: T0 - 5 },
    ]);
    expect(availability.map(({ available }) => available).sort()).toEqual([false, true]);
  });

  it('show that the data of a day was there in time, however often it was refreshed afterwards', async () => {
    const now = Date.parse('2026-11-20T20:00:00Z');
    const inTime = Date.parse('2026-11-20T05:00:00Z');
    const later = Array.from({ length: 24 }, (_, n) => inTime + (3 + n) * 1_800_000);
    await push([inTime, ...later].map((timestamp) => ({ timestamp, kind: 'refresh' })));
    const sla = { availabilityTime: '06:00 UTC' };
    const evidence = { ...(await world.evidenceOf(table, sla, now)), now };
    expect(checkSla({ sla, evidence })).toMatchObject({ sla: { availabilityMet: true } });
    const earlier = { availabilityTime: '04:00 UTC' };
    const late = { ...(await world.evidenceOf(table, earlier, now)), now };
    expect(checkSla({ sla: earlier, evidence: late })).toMatchObject({ sla: { availabilityMet: false } });
  });

  it('that are dated in the future hide none of the others', async () => {
    const tomorrow = Date.now() + 86_400_000;
    const future = Array.from({ length: 20 }, (_, n) => tomorrow + n);
    for (const kind of ['refresh', 'arrival']) {
      await push([T0, ...future].map((timestamp) => ({ timestamp, kind })));
    }
    const { refreshes, arrivals } = await world.evidenceOf(table);
    expect([timesOf(refreshes), timesOf(arrivals)]).toEqual([[T0], [T0]]);
  });

  it('are stored once, however often they come; the last word counts', async () => {
    const seen = { timestamp: T0, kind: 'availability', available: true };
    for (const available of [true, true, false]) expect(await push({ ...seen, available })).toEqual({ stored: 1 });
    expect((await world.evidenceOf(table)).availability).toMatchObject([{ timestamp: T0, available: false }]);
    expect(await push([])).toEqual({ stored: 0 });
  });

  it('come in great lists from several at once, in any order, without standing in each other’s way', async () => {
    const many = Array.from({ length: 2_000 }, (_, i) => ({
      timestamp: T0 + i,
      kind: 'availability',
      available: i % 2 === 0,
    }));
    const stored = await Promise.all([many, many.toReversed(), many, many.toReversed()].map((list) => push(list)));
    expect(stored).toEqual(stored.map(() => ({ stored: 2_000 })));
    expect((await world.evidenceOf(table)).availability).toHaveLength(2_000);
  });

  it('are refused where the asset is not there, is of another type or is deleted, and for who may not', async () => {
    const refresh = { timestamp: T0, kind: 'refresh' as const };
    const id = randomUUID();
    expect(await failure(world.observations.push(ADMIN, 'table', id, [refresh]))).toMatchObject({
      code: 'NOT_FOUND',
      message: `table instance for ${id} not found`,
    });
    expect(await failure(world.observations.push(ADMIN, 'topic', table.id, [refresh]))).toMatchObject({
      code: 'NOT_FOUND',
    });
    const viewer = someone([{ operations: ['ViewAll'] }]);
    expect(await failure(world.observations.push(viewer, 'table', table.id, [refresh]))).toMatchObject({
      code: 'FORBIDDEN',
    });
    await world.remover.remove(
      ADMIN,
      entityTypes.get('table'),
      { id: table.id },
      { hardDelete: false, recursive: true, precondition: undefined },
    );
    expect(await failure(push(refresh))).toMatchObject({ code: 'NOT_FOUND' });
  });
});
