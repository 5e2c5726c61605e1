import type { Database } from '@app/database';
import { RowIndexer } from './row-indexer';
import type { RowWriter } from './row-writer';

describe('the indexer of rows', () => {
  let looks: number;
  let indexer: RowIndexer;
  const nothing = (): Promise<object[]> => Promise.resolve([{ entries: 0, newest: null, wide: false }]);
  let answer = nothing;

  beforeEach(() => {
    jest.useFakeTimers();
    looks = 0;
    const read = (): Promise<object[]> => {
      looks += 1;
      return answer();
    };
    answer = nothing;
    indexer = new RowIndexer({ read } as unknown as Database, {} as RowWriter);
  });
  afterEach(async () => {
    await indexer.close();
    jest.useRealTimers();
  });

  /** So many commits, each so many ms after the one before. @returns how often it polled the queue until then */
  const commits = async (count: number, apart: number): Promise<number> => {
    for (let n = 0; n < count; n++) {
      if (n > 0) await jest.advanceTimersByTimeAsync(apart);
      void indexer.committed(1);
    }
    return looks;
  };

  it('looks for marks 20 ms after a commit, and at no other time', async () => {
    await commits(1, 0);
    await jest.advanceTimersByTimeAsync(19);
    expect(looks).toBe(0);
    await jest.advanceTimersByTimeAsync(1);
    expect(looks).toBe(1);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(looks).toBe(1);
  });

  it('waits with commits that follow each other closely, for some 100 ms at most', async () => {
    expect(await commits(5, 15)).toBe(0);
    await jest.advanceTimersByTimeAsync(20);
    expect(looks).toBe(1);
    looks = 0;
    await commits(13, 15);
    expect(looks).toBe(1);
  });

  it('waits with no more than 24 of them', async () => {
    expect(await commits(24, 1)).toBe(0);
    await jest.advanceTimersByTimeAsync(19);
    expect(looks).toBe(1);
  });

  it('has a fault while it cannot ask what is queued, and none once it can', async () => {
    const refusal = Object.assign(new Error('function max(xid8) does not exist'), { code: '42883' });
    answer = () => Promise.reject(refusal);
    for (let n = 0; n < 3; n++) await indexer.untilCurrent();
    expect(indexer.faults).toEqual([{ failing: 'the search index is behind', error: refusal }]);
    await indexer.lookAgain();
    expect(indexer.faults).toHaveLength(1);
    answer = nothing;
    await indexer.lookAgain();
    expect(indexer.faults).toEqual([]);
  });

  it('tries no document alone while the database takes no writes', async () => {
    const refusal = Object.assign(new Error('cannot execute DELETE in a read-only transaction'), { code: '25006' });
    const aside = jest.fn(() => Promise.reject(refusal));
    const read = () => Promise.resolve([{ entries: 1, newest: '1', wide: false, any: true }]);
    const behind = new RowIndexer({ read, aside } as unknown as Database, {} as RowWriter);
    await behind.step();
    expect(aside).toHaveBeenCalledTimes(1);
    await behind.close();
  });

  it('looks no more once it is closed', async () => {
    await commits(1, 0);
    await indexer.close();
    await commits(1, 0);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(looks).toBe(0);
  });
});
