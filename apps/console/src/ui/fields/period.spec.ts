import { isoOf, periodOf } from './period';

describe('a period in a form', () => {
  it.each([
    ['P30D', { amount: '30', unit: 'days' }],
    ['PT6H', { amount: '6', unit: 'hours' }],
    ['PT90M', { amount: 'PT90M', unit: 'iso' }],
    ['P1M', { amount: 'P1M', unit: 'iso' }],
  ] as const)('reads and writes %s', (iso, period) => {
    expect(periodOf(iso)).toEqual(period);
    expect(isoOf(period)).toBe(iso);
  });

  it('is empty where none is set', () => {
    expect(periodOf(undefined)).toEqual({ amount: '', unit: 'days' });
    expect(isoOf({ amount: ' ', unit: 'days' })).toBe('');
  });

  it('leaves what is no whole number to be refused by the API', () => {
    expect(isoOf({ amount: '1.5', unit: 'days' })).toBe('1.5');
    expect(isoOf({ amount: '-1', unit: 'hours' })).toBe('-1');
  });
});
