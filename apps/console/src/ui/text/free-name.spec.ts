import { freeName } from './free-name';

describe('a name that is free', () => {
  it.each<[readonly string[], string]>([
    [[], 'Alerts of orders'],
    [['Alerts of payments'], 'Alerts of orders'],
    [['Alerts of orders'], 'Alerts of orders (2)'],
    [['Alerts of orders', 'Alerts of orders (2)'], 'Alerts of orders (3)'],
    [['Alerts of orders (2)'], 'Alerts of orders'],
  ])('where %j are taken is "%s"', (taken, name) => {
    expect(freeName('Alerts of orders', new Set(taken), 128)).toBe(name);
  });

  it('has no more characters than names may have', () => {
    const base = 'x'.repeat(200);
    const first = freeName(base, new Set(), 128);
    const second = freeName(base, new Set([first]), 128);
    expect([first.length, second.length, second.endsWith('x (2)')]).toEqual([128, 128, true]);
  });
});
