import { instantOf } from './newest-value';

const NOON = Date.UTC(2025, 10, 20, 12);

describe('instantOf', () => {
  it.each([
    ['2025-11-20T12:00:00Z', NOON],
    ['2025-11-20 12:00:00', NOON],
    ['2025-11-20 12:00', NOON],
    ['2025-11-20T12:00:00.123456789Z', NOON + 123],
    ['2025-11-20 12:00:00,5', NOON + 500],
    ['2025-11-20T14:30:00+02:30', NOON],
    ['2025-11-20 09:00:00-03', NOON],
    ['2025-11-20 14:00:00 +0200', NOON],
    ['2025-11-20 12:00:00 UTC', NOON],
    [' 2025-11-20 ', Date.UTC(2025, 10, 20)],
    ['2024-02-29', Date.UTC(2024, 1, 29)],
    [NOON, NOON],
    [NOON + 0.5, NOON],
  ])('reads %j', (value, instant) => {
    expect(instantOf(value)).toBe(instant);
  });

  it.each([
    ['2025-02-30'],
    ['2025-13-01'],
    ['2025-11-20 24:00:00'],
    ['20/11/2025'],
    ['12:00:00'],
    ['2025-11-20 12:00:00 Europe/Berlin'],
    ['1763640000000'],
    [1_763_640_000],
    [Number.MAX_VALUE],
    [Infinity],
    [true],
    [null],
    [undefined],
    [{}],
  ])('makes no guess of %j', (value) => {
    expect(instantOf(value)).toBeUndefined();
  });
});
