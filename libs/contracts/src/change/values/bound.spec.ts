import { readBound } from './bound';

describe('a bound', () => {
  it.each<[unknown, unknown, number]>([
    [1, 2, -1],
    ['10', 9, 1],
    ['2024-01-01', '2024-01-02', -1],
    ['2024-01-01', '2024-01-01T00:00:00Z', 0],
    ['2024-01-01T10:00:00+02:00', '2024-01-01T08:00:00Z', 0],
    ['2024-01-01 10:00:00', '2024-01-01T10:00:00Z', 0],
    ['2024-01-01T10:00:00.000001Z', '2024-01-01T10:00:00Z', 1],
    ['08:30', '08:30:00', 0],
    ['08:30', '09:00:00.5', -1],
    ['10:00+02:00', '08:00Z', 0],
  ])('%j and %j', (one, other, order) => {
    const [a, b] = [readBound(one), readBound(other)];
    expect(a?.scale).toBe(b?.scale);
    expect(Math.sign((a?.at ?? NaN) - (b?.at ?? NaN))).toBe(order);
  });

  it.each([['x'], [''], [NaN], [null], [[1]], ['2024-13-01'], ['25:00']])('is not %j', (value) => {
    expect(readBound(value)).toBeUndefined();
  });
});
