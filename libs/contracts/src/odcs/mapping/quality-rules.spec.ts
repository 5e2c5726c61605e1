import { UniqueNames } from './quality-rules';

describe('UniqueNames', () => {
  it('puts numbers behind names that are taken, and skips those that are written', () => {
    const names = new UniqueNames();
    const taken = ['a', 'a (2)', 'a', 'b', 'a', 'a (2)'].map((name) => names.take(name));
    expect(taken).toEqual(['a', 'a (2)', 'a (3)', 'b', 'a (4)', 'a (2) (2)']);
  });

  it('cuts a long name so that its number fits', () => {
    const names = new UniqueNames();
    const long = '€'.repeat(256);
    expect([long, long].map((name) => [...names.take(name)].length)).toEqual([256, 252]);
  });

  it('gives 100,000 equal names numbers within seconds', () => {
    const names = new UniqueNames();
    const given = Array.from({ length: 100_000 }, () => names.take('not null'));
    expect(new Set(given).size).toBe(100_000);
  });
});
