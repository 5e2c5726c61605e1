import { slaOutlook, slaRisks } from './risk';

const at = (text: string): number => Date.parse(text);
const NOW = at('2026-03-10T08:00:00Z');

describe('an SLA at risk', () => {
  it.each([
    ['P1D', '2026-03-09T08:00:00Z', ['2026-03-10T08:00:00Z']],
    ['P1D', '2026-03-09T12:48:00Z', ['2026-03-10T12:48:00Z']],
    ['P1D', '2026-03-09T12:48:01Z', []],
    ['P1D', '2026-03-09T07:59:59Z', []],
    ['PT1H', '2026-03-10T07:12:00Z', ['2026-03-10T08:12:00Z']],
    ['P1M', '2026-02-12T08:00:00Z', ['2026-03-12T08:00:00Z']],
    ['soon', '2026-03-09T08:00:00Z', []],
  ])('of %s, refreshed at %s, is due at %j', (refreshFrequency, refreshed, due) => {
    const risks = slaRisks({ refreshFrequency }, { refreshedAt: at(refreshed) }, NOW);
    expect(risks).toEqual(due.map((text) => ({ target: 'refreshFrequency', dueAt: at(text) })));
  });

  it.each([
    ['09:00', {}, '2026-03-10T09:00:00Z'],
    ['10:00', {}, '2026-03-10T10:00:00Z'],
    ['10:01', {}, undefined],
    ['08:00', {}, undefined],
    ['07:00', {}, undefined],
    ['09:00 Europe/Berlin', {}, undefined],
    ['10:00 Europe/Berlin', {}, '2026-03-10T09:00:00Z'],
    [
      '09:00',
      { refreshedAt: at('2026-03-09T23:59:59Z'), arrivedAt: at('2026-03-09T23:59:59Z') },
      '2026-03-10T09:00:00Z',
    ],
    ['09:00', { refreshedAt: at('2026-03-10T00:00:00Z') }, undefined],
    ['09:00', { arrivedAt: at('2026-03-10T01:00:00Z') }, undefined],
    ['09:00', { arrivedAt: at('2026-03-09T23:00:00Z'), dataOf: at('2026-03-10T00:00:00Z') }, undefined],
  ])('of data due at %s, of which is known %j, is due at %s', (availabilityTime, seen, due) => {
    const risks = slaRisks({ availabilityTime }, seen, NOW);
    expect(risks).toEqual(due === undefined ? [] : [{ target: 'availabilityTime', dueAt: at(due) }]);
  });

  it('is none without a known refresh, and may be of both targets', () => {
    expect(slaRisks({ refreshFrequency: 'P1D' }, {}, NOW)).toEqual([]);
    expect(slaRisks(undefined, {}, NOW)).toEqual([]);
    const both = { refreshFrequency: 'PT24H', availabilityTime: '09:00' };
    expect(slaRisks(both, { refreshedAt: at('2026-03-09T08:30:00Z') }, NOW)).toHaveLength(2);
  });

  it.each([
    ['before the last fifth', '2026-03-10T00:00:00Z', '2026-03-10T19:12:00Z', false],
    ['at risk', '2026-03-09T10:00:00Z', '2026-03-10T10:00:00.001Z', true],
    ['overdue: a refresh right now would be at risk then', '2026-03-08T00:00:00Z', '2026-03-11T03:12:00Z', true],
    ['without a refresh', undefined, '2026-03-11T03:12:00Z', true],
  ])('is looked for again when another may come: %s', (_what, refreshed, next, hangsOnRefresh) => {
    const seen = refreshed === undefined ? {} : { refreshedAt: at(refreshed) };
    expect(slaOutlook({ refreshFrequency: 'P1D' }, seen, NOW)).toMatchObject({ nextAt: at(next), hangsOnRefresh });
  });

  it('of the data of a day is looked for in the last fifth, and behind it', () => {
    const outlook = (now: string) => slaOutlook({ availabilityTime: '10:00' }, {}, at(now));
    expect(outlook('2026-03-10T07:59:00Z')).toEqual({ risks: [], nextAt: NOW, hangsOnRefresh: false });
    expect(outlook('2026-03-10T08:00:00Z')).toMatchObject({ nextAt: at('2026-03-10T10:00:00.001Z') });
    expect(outlook('2026-03-10T10:00:00.001Z')).toMatchObject({ risks: [], nextAt: at('2026-03-11T08:00:00Z') });
  });

  it('without a target is never looked for', () => {
    expect(slaOutlook({}, {}, NOW)).toEqual({ risks: [], hangsOnRefresh: false });
  });
});
