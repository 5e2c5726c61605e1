import { parseSla } from './sla-terms';

describe('parseSla', () => {
  it.each<[string, unknown, string[]]>([
    [
      'everything right',
      {
        refreshFrequency: 'P1D',
        latency: 'PT1H',
        availability: 99.9,
        availabilityTime: '23:59 UTC',
        timezone: 'GMT+00:00 (Europe/London)',
        retention: { period: 1, unit: 'year' },
      },
      [],
    ],
    ['no object', 'fast', ['sla']],
    [
      'zero and negative durations',
      { refreshFrequency: 'PT0S', maxLatency: '-PT1H', retention: 'P0D' },
      ['sla.refreshFrequency', 'sla.maxLatency', 'sla.retention'],
    ],
    ['the spelling that was sent is named', { latency: 'x' }, ['sla.latency']],
    ['both spellings, saying the same', { latency: 'PT1H', maxLatency: 'PT1H' }, []],
    ['both spellings', { latency: 'PT1H', maxLatency: 'PT2H' }, ['sla.latency']],
    ['both spellings, each wrong', { latency: 'x', maxLatency: 'y' }, ['sla.maxLatency', 'sla.latency', 'sla.latency']],
    ['more than all', { availability: 100.1 }, ['sla.availability']],
    ['less than nothing', { availability: -1 }, ['sla.availability']],
    ['a share in words', { availability: '99' }, ['sla.availability']],
    ['no number', { availability: Number.NaN }, ['sla.availability']],
    ['24:00', { availabilityTime: '24:00' }, ['sla.availabilityTime']],
    ['one digit', { availabilityTime: '9:00' }, ['sla.availabilityTime']],
    ['an unknown zone in the time', { availabilityTime: '09:00 Mars/Base' }, ['sla.availabilityTime']],
    ['an unknown zone', { timezone: 'Mars/Base' }, ['sla.timezone']],
    ['an offset that no place has', { timezone: '+15:00' }, ['sla.timezone']],
    ['a zone that is no text', { timezone: 1 }, ['sla.timezone']],
    ['nothing that is learned', { learned: [] }, []],
    ['what nobody learns', { learned: ['volume', 'colour'] }, ['sla.learned']],
    ['what is learned, as a word', { learned: 'volume' }, ['sla.learned']],
    ['null is nothing asked', { latency: null, maxLatency: 'PT1H', timezone: null, availability: null }, []],
    ['other members are left alone', { columnName: 1, note: 'x' }, []],
  ])('%s', (_title, sla, fields) => {
    expect(parseSla(sla).errors.map(({ field }) => field)).toEqual(fields);
  });

  it('reads what is asked for, and nothing else', () => {
    const sla = {
      latency: 'PT1H',
      availability: 0,
      availabilityTime: '09:30',
      timezone: 'Asia/Tokyo',
      columnName: 'c',
    };
    expect(parseSla(sla).terms).toEqual({
      maxLatency: { months: 0, milliseconds: 3_600_000 },
      availability: 0,
      availabilityTime: { hour: 9, minute: 30, zone: { kind: 'named', name: 'Asia/Tokyo' } },
    });
  });

  it('reads what is learned in one order, each once', () => {
    expect(parseSla({ learned: ['volume', 'freshness', 'volume'] }).terms).toEqual({
      learned: ['freshness', 'volume'],
    });
    expect(parseSla({ learned: [] }).terms).toEqual({});
  });

  it.each<[string, unknown, string]>([
    ['UTC where nothing is said', { availabilityTime: '09:00' }, 'UTC'],
    ['its own zone wins', { availabilityTime: '09:00 +02:00', timezone: 'Asia/Tokyo' }, '+02:00'],
    [
      'its own zone counts where the other cannot be read',
      { availabilityTime: '09:00Z', timezone: 'Mars/Base' },
      'UTC',
    ],
  ])('the zone of a time: %s', (_title, sla, name) => {
    expect(parseSla(sla).terms.availabilityTime?.zone.name).toBe(name);
  });

  it('has no time in another zone than the one that was meant', () => {
    expect(parseSla({ availabilityTime: '09:00', timezone: 'Mars/Base' })).toMatchObject({
      terms: {},
      errors: [{ field: 'sla.timezone' }],
    });
  });
});
