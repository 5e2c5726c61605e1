import type { DiffCase } from './diff-case';

const by = (availabilityTime: string, timezone?: string) => ({
  sla: { availabilityTime, ...(timezone ? { timezone } : {}) },
});
const sla = (target: string, value: unknown) => ({ sla: { [target]: value } });

export const SLA_CASES: readonly DiffCase[] = [
  [
    'refreshed less often',
    sla('refreshFrequency', 'P1D'),
    sla('refreshFrequency', 'P2D'),
    [['sla.refreshFrequency', 'breaking']],
  ],
  [
    'refreshed more often',
    sla('refreshFrequency', 'P1D'),
    sla('refreshFrequency', 'PT12H'),
    [['sla.refreshFrequency', 'compatible']],
  ],
  [
    'the same in another form',
    sla('refreshFrequency', 'P1D'),
    sla('refreshFrequency', { interval: 1, unit: 'day' }),
    [['sla.refreshFrequency', 'info']],
  ],
  ['the same in another spelling', sla('maxLatency', 'PT24H'), sla('maxLatency', 'P1D'), [['sla.maxLatency', 'info']]],
  [
    'objects are compared by meaning',
    sla('maxLatency', { value: 90, unit: 'minute' }),
    sla('maxLatency', { value: 1, unit: 'hour' }),
    [['sla.maxLatency', 'compatible']],
  ],
  ['later', sla('maxLatency', 'PT1H'), sla('maxLatency', 'PT2H'), [['sla.maxLatency', 'breaking']]],
  [
    'a mean month is longer than 30 days',
    sla('maxLatency', 'P30D'),
    sla('maxLatency', 'P1M'),
    [['sla.maxLatency', 'breaking']],
  ],
  ['kept for less', sla('retention', 'P1Y'), sla('retention', 'P11M'), [['sla.retention', 'breaking']]],
  ['kept for longer', sla('retention', 'P1Y'), sla('retention', 'P2Y'), [['sla.retention', 'compatible']]],
  [
    'a year is twelve months',
    sla('retention', { period: 1, unit: 'year' }),
    sla('retention', 'P12M'),
    [['sla.retention', 'info']],
  ],
  ['less available', sla('availability', 99.9), sla('availability', 99), [['sla.availability', 'breaking']]],
  ['more available', sla('availability', 99), sla('availability', 99.9), [['sla.availability', 'compatible']]],
  ['available from 0', sla('availability', 0), sla('availability', 1), [['sla.availability', 'compatible']]],
  ['a target dropped', sla('availability', 99), { sla: {} }, [['sla.availability', 'breaking']]],
  ['a target added', {}, sla('availability', 99), [['sla.availability', 'compatible']]],
  [
    'the SLA dropped, each target named',
    { sla: { maxLatency: 'P1D', retention: 'P1Y', columnName: 'ts' } },
    {},
    [
      ['sla.maxLatency', 'breaking'],
      ['sla.retention', 'breaking'],
      ['sla.columnName', 'breaking'],
    ],
  ],
  ['an empty SLA is none', {}, { sla: {} }, []],
  ['there later', by('09:00'), by('10:00'), [['sla.availabilityTime', 'breaking']]],
  ['there earlier', by('09:00'), by('08:59'), [['sla.availabilityTime', 'compatible']]],
  ['no time any more', by('09:00'), { sla: {} }, [['sla.availabilityTime', 'breaking']]],
  ['no zone is UTC', by('09:00'), by('09:00 UTC'), [['sla.availabilityTime', 'info']]],
  ['the same moment in another zone', by('09:00Z'), by('11:00+02:00'), [['sla.availabilityTime', 'info']]],
  ['later by the zone', by('09:00+02:00'), by('09:00Z'), [['sla.availabilityTime', 'breaking']]],
  ['earlier by the zone', by('09:00Z'), by('10:00+02:00'), [['sla.availabilityTime', 'compatible']]],
  [
    'the zone alone, westwards',
    by('09:00', 'Europe/Berlin'),
    by('09:00', 'America/New_York'),
    [['sla.timezone', 'breaking']],
  ],
  [
    'the zone alone, eastwards',
    by('09:00', 'Europe/Berlin'),
    by('09:00', 'Asia/Tokyo'),
    [['sla.timezone', 'compatible']],
  ],
  [
    'the zone alone, the same clocks',
    by('09:00', 'Europe/Berlin'),
    by('09:00', 'Europe/Paris'),
    [['sla.timezone', 'info']],
  ],
  ['later in winter only', by('09:00', 'Europe/Berlin'), by('09:00', '+00:30'), [['sla.timezone', 'breaking']]],
  [
    'later in summer only',
    by('09:00', '+01:00'),
    by('10:00', 'Europe/Berlin'),
    [
      ['sla.availabilityTime', 'breaking'],
      ['sla.timezone', 'info'],
    ],
  ],
  [
    'the zone of the time wins',
    by('09:00 UTC', 'Asia/Tokyo'),
    by('09:00 UTC', 'America/New_York'),
    [['sla.timezone', 'info']],
  ],
  ['a zone without a time', sla('timezone', 'UTC'), sla('timezone', 'Asia/Tokyo'), [['sla.timezone', 'info']]],
  ['unusual values fail it now', {}, sla('learned', ['volume']), [['sla.learned.volume', 'compatible']]],
  [
    'unusual values no longer fail it',
    sla('learned', ['freshness', 'volume']),
    { sla: {} },
    [
      ['sla.learned.freshness', 'breaking'],
      ['sla.learned.volume', 'breaking'],
    ],
  ],
  [
    'one for the other',
    sla('learned', ['freshness']),
    sla('learned', ['volume']),
    [
      ['sla.learned.freshness', 'breaking'],
      ['sla.learned.volume', 'compatible'],
    ],
  ],
  ['the same in another order', sla('learned', ['freshness', 'volume']), sla('learned', ['volume', 'freshness']), []],
  ['another column without a target', sla('columnName', 'a'), sla('columnName', 'b'), [['sla.columnName', 'info']]],
  [
    'the age is read from another column',
    { sla: { refreshFrequency: 'P1D', columnName: 'a' } },
    { sla: { refreshFrequency: 'P1D', columnName: 'b' } },
    [['sla.columnName', 'breaking']],
  ],
  [
    'the age is read from no column any more',
    { sla: { maxLatency: 'P1D', columnName: 'a' } },
    { sla: { maxLatency: 'P1D' } },
    [['sla.columnName', 'breaking']],
  ],
  [
    'the age is read from a column now',
    { sla: { refreshFrequency: 'P1D' } },
    { sla: { refreshFrequency: 'P1D', columnName: 'a' } },
    [['sla.columnName', 'info']],
  ],
];
