import type { Database } from '@app/database';
import { Leases } from './leases';
import type { LeasedTable } from './leased-table';

const FRUIT: LeasedTable = { name: 'fruit_run', id: 'id', state: 'status' };
const STONES: LeasedTable = { name: 'stone_run', id: 'stone_id', state: 'state' };

describe('leases', () => {
  let ours: string[];
  let isAway: boolean;
  const query = jest.fn((_text: string, _values: readonly unknown[]) =>
    isAway ? Promise.reject(new Error('away')) : Promise.resolve(ours.map((id) => ({ id }))),
  );
  let leases: Leases;

  beforeEach(() => {
    jest.useFakeTimers();
    [ours, isAway] = [['1', '2'], false];
    query.mockClear();
    leases = new Leases({ query } as unknown as Database);
  });
  afterEach(() => jest.useRealTimers());

  const lease = (table: LeasedTable, id: string, lapses = false) =>
    leases.lease({ table }, { id, claim: `claim of ${id}` }, { lapses });

  it('of all kinds are renewed by one statement, which finds those that are lost', async () => {
    const [one, other] = [lease(STONES, '1'), lease(FRUIT, '2')];
    await jest.advanceTimersByTimeAsync(1_500);
    expect(query.mock.calls.map(([, values]) => values)).toEqual([
      [
        ['1', '2'],
        ['claim of 1', 'claim of 2'],
      ],
    ]);
    const [text] = query.mock.calls[0]!;
    expect(text).toContain('update fruit_run');
    expect(text).toContain('update stone_run');
    ours = ['2'];
    await jest.advanceTimersByTimeAsync(1_500);
    expect(one.lost.reason).toMatchObject({ why: 'taken' });
    expect(other.lost.aborted).toBe(false);
    one.release();
    other.release();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(query).toHaveBeenCalledTimes(2);
  });

  it('are lost while the database is away only where two workers must not go on', async () => {
    const [patient, strict] = [lease(STONES, '1'), lease(FRUIT, '2', true)];
    isAway = true;
    await jest.advanceTimersByTimeAsync(4_000);
    expect(strict.lost.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(4_000);
    expect(strict.lost.reason).toMatchObject({ why: 'lapsed' });
    expect(patient.lost.aborted).toBe(false);
    strict.release();
    patient.release();
  });

  it('of a run that is known to have ended is lost at once', () => {
    const one = lease(FRUIT, '1');
    leases.end('another');
    expect(one.lost.aborted).toBe(false);
    leases.end('1');
    expect(one.lost.reason).toMatchObject({ why: 'taken' });
    one.release();
  });
});
