import type { Actor, Operation, Refusal } from '@app/common';
import { Logger } from '@nestjs/common';
import { RefusalLog } from './refusal-log';

/** The parts of a record: operation, key, actor, count. */
type Written = readonly [string, string | null, string, number];

class FakeDatabase {
  readonly written: Written[] = [];
  failure: Error | undefined;

  execute = ((_keys: unknown, _statement: unknown, values: readonly unknown[]): Promise<never[]> => {
    if (this.failure) return Promise.reject(this.failure);
    const [operations, , ids, fqns, , actors, , refusals] = values as string[][];
    operations!.forEach((operation, i) => {
      const { count } = JSON.parse(refusals![i]!) as { count: number };
      this.written.push([operation, ids![i] ?? fqns![i] ?? null, actors![i]!, count]);
    });
    return Promise.resolve([]);
  }) as never;
}

const refusal = (name: string, operation: Operation = 'EditAll', key = 'orders'): Refusal => ({
  actor: { name, id: `${name}-id` } as Actor,
  operations: [operation],
  resource: 'table',
  key,
  reason: 'notAllowed',
});

describe('the log of refusals', () => {
  let now: number;
  let database: FakeDatabase;
  let log: RefusalLog;

  beforeAll(() => void jest.spyOn(Logger.prototype, 'error').mockImplementation());
  afterAll(() => jest.restoreAllMocks());

  beforeEach(() => {
    now = 1_000;
    database = new FakeDatabase();
    log = new RefusalLog(database, () => now);
  });

  it('writes the first of its kind at once, and those of the minute behind it as one, with their count', async () => {
    for (let n = 0; n < 5; n++) log.note(refusal('ann', 'EditAll', `orders${n}`));
    await log.write();
    expect(database.written).toEqual([['EditAll', 'orders0', 'ann', 1]]);
    now += 59_999;
    log.note(refusal('ann'));
    await log.write();
    expect(database.written).toHaveLength(1);
    now += 1;
    await log.write();
    expect(database.written.slice(1)).toEqual([['EditAll', 'orders1', 'ann', 5]]);
    log.note(refusal('ann'));
    now += 59_999;
    await log.write();
    expect(database.written).toHaveLength(2);
    now += 1;
    await log.write();
    expect(database.written.slice(2)).toEqual([['EditAll', 'orders', 'ann', 1]]);
  });

  it('counts principals, operations and reasons apart', async () => {
    log.note(refusal('ann'));
    log.note(refusal('ben'));
    log.note(refusal('ann', 'Delete'));
    log.note({ ...refusal('ann'), reason: 'hidden' });
    await log.write();
    expect(database.written).toHaveLength(4);
  });

  it('keeps what the database did not take, and writes what is counted when it stops', async () => {
    database.failure = new Error('away');
    log.note(refusal('ann'));
    await expect(log.write()).rejects.toThrow('away');
    database.failure = undefined;
    log.note(refusal('ann'));
    await log.stop();
    expect(database.written.map(([, , , count]) => count)).toEqual([1, 1]);
  });

  it('lets no refusal that cannot be written hold up the others', async () => {
    database.failure = Object.assign(new Error('invalid byte sequence'), { code: '22021' });
    log.note(refusal('ann'));
    await log.write();
    database.failure = undefined;
    log.note(refusal('ben'));
    await log.write();
    expect(database.written).toEqual([['EditAll', 'orders', 'ben', 1]]);
  });

  it('holds no more windows than it may: the oldest one ends early', async () => {
    for (let n = 0; n < 10_000; n++) log.note(refusal(`user${n}`));
    while (await log.write());
    log.note(refusal('user0'));
    log.note(refusal('one more'));
    await log.write();
    expect(database.written.slice(10_000).map(([, , name]) => name)).toEqual(['user0', 'one more']);
  });

  it('takes no more of a key than its beginning', async () => {
    log.note(refusal('ann', 'EditAll', 'x'.repeat(5_000)));
    await log.write();
    expect(database.written[0]![1]).toHaveLength(1_000);
  });
});
