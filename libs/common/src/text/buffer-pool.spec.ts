import { BufferPool } from './buffer-pool';

describe('a pool of buffers', () => {
  it('gives the smallest one that is large enough, or makes one', () => {
    const pool = new BufferPool({ buffers: 3, bytes: 100 });
    const [small, large] = [pool.take(10), pool.take(50)];
    expect([small.length, large.length]).toEqual([10, 50]);
    pool.give(large);
    pool.give(small);
    expect(pool.take(11)).toBe(large);
    expect(pool.take(11)).not.toBe(large);
    expect(pool.take(1)).toBe(small);
  });

  it('holds so many, the larger ones, and none that is too large', () => {
    const pool = new BufferPool({ buffers: 2, bytes: 100 });
    const given = [30, 10, 20, 101].map((length) => Buffer.alloc(length));
    for (const buffer of given) pool.give(buffer);
    expect([pool.take(1), pool.take(1), pool.take(1)].map(({ length }) => length)).toEqual([20, 30, 1]);
  });
});
