import type { StoredRow } from './result-write.repository';
import { planBulk, type BulkEntry } from './bulk-plan';

const T = 1_700_000_000_000;
const contract = (node: string) => ({ node, id: `c${node}`, fqn: `f${node}`, ownerIds: [] });

function entry(at: number, timestamp: number, id?: string, node = '1'): BulkEntry {
  return {
    at,
    contract: contract(node),
    sender: { name: 'ann' },
    result: { timestamp, status: 'Success', body: '{}', details: '{}', ...(id && { id }) },
  };
}

const row = (timestamp: number, id: string, more: Partial<StoredRow> = {}): StoredRow => ({
  contract: '1',
  timestamp: String(timestamp),
  id,
  status: 'Failed',
  origin: 'pushed',
  ...more,
});

describe('the plan of a bulk push', () => {
  it('makes new ones new, and takes the id of what stood at the timestamp', () => {
    const { results, removed, refused } = planBulk([entry(0, T), entry(1, T + 1)], [row(T + 1, 'a')]);
    expect(results).toMatchObject([{ isNew: true }, { isNew: false, id: 'a' }]);
    expect({ removed, refused }).toEqual({ removed: [row(T + 1, 'a')], refused: [] });
  });

  it('lets both go where an id and a timestamp meet two', () => {
    const { results, removed } = planBulk([entry(0, T, 'b')], [row(T, 'a'), row(T + 1, 'b')]);
    expect(results).toMatchObject([{ id: 'b', isNew: false }]);
    expect(removed.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('replaces within the request, in the order sent', () => {
    const { results, removed } = planBulk([entry(0, T, 'a'), entry(1, T), entry(2, T + 5, 'a')], []);
    expect(results).toMatchObject([
      { isNew: true, isKept: false },
      { isNew: false, isKept: false, id: 'a' },
      { isNew: false, isKept: true, id: 'a' },
    ]);
    expect(removed).toEqual([]);
  });

  it('gives the place back that a move has left', () => {
    const { results, removed } = planBulk([entry(0, T + 9, 'a'), entry(1, T)], [row(T, 'a')]);
    expect(results).toMatchObject([
      { id: 'a', isNew: false },
      { isNew: true, isKept: true },
    ]);
    expect(results[1]?.id).not.toBe('a');
    expect(removed).toHaveLength(1);
  });

  it('refuses what meets a run, or an id of another contract, and nothing else', () => {
    const stored = [row(T, 'r', { origin: 'run' }), row(T, 'o', { contract: '2' })];
    const { results, refused } = planBulk(
      [entry(0, T), entry(1, T + 1, 'r'), entry(2, T + 2, 'o'), entry(3, T + 3)],
      stored,
    );
    expect(refused).toMatchObject([
      { at: 0, error: { code: 'CONFLICT', message: expect.stringContaining('validation run') } },
      { at: 1, error: { message: expect.stringContaining('validation run') } },
      { at: 2, error: { message: expect.stringContaining('another contract') } },
    ]);
    expect(results.map(({ at }) => at)).toEqual([3]);
  });

  it('refuses an id that the request gave to another contract before', () => {
    const { refused } = planBulk([entry(0, T, 'a'), entry(1, T, 'a', '2')], []);
    expect(refused).toMatchObject([{ at: 1 }]);
  });
});
