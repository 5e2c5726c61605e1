import type { SearchPool } from '../search-pool';
import { PrefixFrequencies } from './prefix-frequencies';

describe('PrefixFrequencies', () => {
  const read = jest.fn(() => Promise.resolve([{ field: 'n', df: 3 }]));
  const frequencies = new PrefixFrequencies({ read } as unknown as SearchPool);

  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('are asked once in a while for the same beginning of the same fields', async () => {
    const counted = async (codes: string[], text: string): Promise<number> => {
      const before = read.mock.calls.length;
      expect(await frequencies.of(codes, text)).toEqual(new Map([['n', 3]]));
      return read.mock.calls.length - before;
    };
    expect(await counted(['n', 'd'], 'ord')).toBe(1);
    expect(await counted(['n', 'd'], 'ord')).toBe(0);
    expect(await counted(['n', 'd'], 'orde')).toBe(1);
    expect(await counted(['n'], 'ord')).toBe(1);
    jest.advanceTimersByTime(10_001);
    expect(await counted(['n', 'd'], 'ord')).toBe(1);
  });
});
