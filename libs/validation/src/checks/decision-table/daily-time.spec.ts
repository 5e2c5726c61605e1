import { checkSla } from '../sla-check';
import type { SlaEvidence } from '../sla/sla-evidence';

type Given = Partial<SlaEvidence>;

function judge(sla: unknown, given: Given) {
  const now = Date.parse('2026-11-20T10:00:00Z');
  return checkSla({ sla, evidence: { refreshes: [], arrivals: [], availability: [], now, ...given } });
}

describe('checkSla: availabilityTime', () => {
  const at = (time: string) => Date.parse(time);

  it.each<[string, Record<string, unknown>, string, string[], boolean]>([
    ['there by then', { availabilityTime: '09:00' }, '2026-11-20T10:00:00Z', ['2026-11-20T09:00:00Z'], true],
    ['a minute late', { availabilityTime: '09:00' }, '2026-11-20T10:00:00Z', ['2026-11-20T09:01:00Z'], false],
    ['of the day before', { availabilityTime: '09:00' }, '2026-11-20T10:00:00Z', ['2026-11-19T23:59:59Z'], false],
    [
      'before the time of today, yesterday counts',
      { availabilityTime: '09:00' },
      '2026-11-20T08:59:00Z',
      ['2026-11-19T08:00:00Z'],
      true,
    ],
    ['at the very time', { availabilityTime: '09:00' }, '2026-11-20T09:00:00Z', ['2026-11-20T09:00:00Z'], true],
    [
      'zone beside it',
      { availabilityTime: '09:00', timezone: 'Europe/Berlin' },
      '2026-11-20T10:00:00Z',
      ['2026-11-20T08:00:00Z'],
      true,
    ],
    [
      'zone beside it, too late',
      { availabilityTime: '09:00', timezone: 'Europe/Berlin' },
      '2026-11-20T10:00:00Z',
      ['2026-11-20T08:01:00Z'],
      false,
    ],
    [
      'its own zone wins',
      { availabilityTime: '09:00Z', timezone: 'Europe/Berlin' },
      '2026-11-20T10:00:00Z',
      ['2026-11-20T08:30:00Z'],
      true,
    ],
    [
      'own zone by name',
      { availabilityTime: '09:00 America/New_York' },
      '2026-11-20T15:00:00Z',
      ['2026-11-20T14:00:00Z'],
      true,
    ],
    ['own offset', { availabilityTime: '09:00+02:00' }, '2026-11-20T10:00:00Z', ['2026-11-20T07:01:00Z'], false],
    [
      'the form of the reference',
      { availabilityTime: '09:00', timezone: 'GMT+01:00 (Europe/Berlin)' },
      '2026-07-01T10:00:00Z',
      ['2026-07-01T07:01:00Z'],
      false,
    ],
    [
      'local midnight begins the day',
      { availabilityTime: '09:00', timezone: 'Asia/Tokyo' },
      '2026-11-20T10:00:00Z',
      ['2026-11-19T15:00:00Z'],
      true,
    ],
    [
      'before local midnight',
      { availabilityTime: '09:00', timezone: 'Asia/Tokyo' },
      '2026-11-20T10:00:00Z',
      ['2026-11-19T14:59:59Z'],
      false,
    ],
    [
      'summer time in Berlin',
      { availabilityTime: '09:00', timezone: 'Europe/Berlin' },
      '2026-07-01T10:00:00Z',
      ['2026-07-01T07:00:00Z'],
      true,
    ],
    [
      'summer time in Berlin, late',
      { availabilityTime: '09:00', timezone: 'Europe/Berlin' },
      '2026-07-01T10:00:00Z',
      ['2026-07-01T07:01:00Z'],
      false,
    ],
    [
      'the day clocks go forward',
      { availabilityTime: '09:00', timezone: 'Europe/Berlin' },
      '2026-03-29T10:00:00Z',
      ['2026-03-29T07:01:00Z'],
      false,
    ],
    [
      'midnight of the day clocks go forward',
      { availabilityTime: '09:00', timezone: 'Europe/Berlin' },
      '2026-03-29T10:00:00Z',
      ['2026-03-28T23:00:00Z'],
      true,
    ],
    [
      'a time that the day skips',
      { availabilityTime: '02:30', timezone: 'Europe/Berlin' },
      '2026-03-29T10:00:00Z',
      ['2026-03-29T01:30:00Z'],
      true,
    ],
    [
      'after a time that the day skips',
      { availabilityTime: '02:30', timezone: 'Europe/Berlin' },
      '2026-03-29T10:00:00Z',
      ['2026-03-29T01:31:00Z'],
      false,
    ],
    [
      'a time that the day has twice is its first',
      { availabilityTime: '02:30', timezone: 'Europe/Berlin' },
      '2026-10-25T10:00:00Z',
      ['2026-10-25T00:31:00Z'],
      false,
    ],
    [
      'by the first of the two',
      { availabilityTime: '02:30', timezone: 'Europe/Berlin' },
      '2026-10-25T10:00:00Z',
      ['2026-10-25T00:30:00Z'],
      true,
    ],
  ])('%s', (_title, sla, now, refreshes, expected) => {
    expect(judge(sla, { now: at(now), refreshes: refreshes.map(at) })?.sla).toEqual({ availabilityMet: expected });
  });

  it('takes an arrival before midnight that already brought data of the day', () => {
    const early = { timestamp: at('2026-11-19T23:00:00Z'), dataTimestamp: at('2026-11-20T00:00:00Z') };
    expect(judge({ availabilityTime: '09:00' }, { arrivals: [early] })?.sla).toEqual({ availabilityMet: true });
  });

  it('does not take data of the day that arrived after the time', () => {
    const late = { timestamp: at('2026-11-20T09:30:00Z'), dataTimestamp: at('2026-11-20T00:00:00Z') };
    const verdict = judge({ availabilityTime: '09:00' }, { arrivals: [late] });
    expect(verdict).toEqual({
      sla: { availabilityMet: false },
      notes: ['availabilityTime: the data of 2026-11-20 was not there by 09:00 UTC'],
    });
  });

  it('asks for both where a share is asked for, too', () => {
    const sla = { availability: 90, availabilityTime: '09:00' };
    const inTime = [at('2026-11-20T08:00:00Z')];
    expect(
      judge(sla, { refreshes: inTime, availability: [{ timestamp: at('2026-11-20T07:00:00Z'), available: true }] })
        ?.sla,
    ).toEqual({ availabilityMet: true });
    expect(
      judge(sla, { refreshes: inTime, availability: [{ timestamp: at('2026-11-20T07:00:00Z'), available: false }] })
        ?.sla,
    ).toEqual({ availabilityMet: false });
    expect(
      judge(sla, { refreshes: [], availability: [{ timestamp: at('2026-11-20T07:00:00Z'), available: true }] })?.sla,
    ).toEqual({ availabilityMet: false });
  });
});
