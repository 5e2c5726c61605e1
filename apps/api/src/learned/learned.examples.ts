import { METRICS } from '@app/learned';
import { component, count, instant, integer, list, number, oneOf, text } from '../http/schemas';

const metric = oneOf(METRICS);

export const LEARNED_SCHEMA = component(
  'LearnedBaseline',
  {
    metric,
    at: instant,
    state: oneOf(
      ['learning', 'usual', 'unusual'],
      'learning: fewer than 14 points, or of less than 21 days, or too few to compare with',
    ),
    'value?': { ...number, description: 'Of freshness the time since the last refresh' },
    'timestamp?': { ...instant, description: 'Of the newest profile or refresh, whose value is judged' },
    'level?': { ...number, description: 'The median of the 28 days before' },
    'bucket?': component(
      'LearnedBucket',
      { kind: oneOf(['hourOfWeek', 'dayOfWeek', 'all']), 'key?': count, n: count },
      'Baseline of the comparison: the same hour of the week (Monday 0 to 167), the same weekday, all points',
    ),
    'centre?': number,
    'spread?': number,
    'low?': { ...number, description: 'Of volume' },
    'high?': number,
    'score?': { ...number, description: 'Distance from the expected value, in spreads' },
    'month?': component(
      'LearnedMonth',
      { day: integer, n: count, shift: number, spread: number },
      'Where days of the month differ: 1 to 15, −16 to −1 from its end',
    ),
    'expectedBy?': { ...instant, description: 'Of freshness: from then on it is unusual that nothing came' },
    points: { ...count, description: 'That it is learned from' },
    'since?': { ...instant, description: 'Of the first of these' },
  },
  'Sizes of volume in rows, of freshness in seconds',
);

export const LEARNED = {
  metric: 'volume',
  at: 1_764_300_000_000,
  state: 'usual',
  value: 1_020,
  timestamp: 1_764_298_800_000,
  points: 90,
  since: 1_756_522_800_000,
  level: 1_000,
  bucket: { kind: 'hourOfWeek', key: 99, n: 12 },
  centre: 1_000,
  spread: 50,
  low: 750,
  high: 1_250,
  score: 0.4,
};

export const SERIES_SCHEMA = component(
  'LearnedSeries',
  { metric, points: list(LEARNED_SCHEMA, 'The newest first; at of a point is the end of the period it was judged by') },
  'The newest points of an asset, each compared with the points before it',
);

export const SERIES = { metric: 'volume', points: [LEARNED] };

export const SENT_FEEDBACK = {
  metric: 'volume',
  timestamp: 1_764_298_800_000,
  verdict: 'expected',
  comment: 'The yearly closing',
};

export const FEEDBACK = { ...SENT_FEEDBACK, updatedAt: 1_764_300_000_000, updatedBy: 'ann' };

export const FEEDBACK_SCHEMA = component('LearnedFeedback', {
  metric,
  timestamp: instant,
  verdict: oneOf(['expected', 'anomaly']),
  'comment?': text,
  updatedAt: instant,
  updatedBy: text,
});

export const WARNING = {
  metric: 'volume',
  from: 1_764_298_800_000,
  value: 0,
  low: 750,
  high: 1_250,
  score: 20,
};

export const WARNING_SCHEMA = component('LearnedWarning', {
  metric,
  from: { ...instant, description: 'Of the first unusual point' },
  'to?': { ...instant, description: 'Time of the first usual point after it; absent: the anomaly continues' },
  value: { ...number, description: 'Value, bounds and score at the begin of the anomaly' },
  'low?': number,
  high: number,
  score: number,
  'verdict?': oneOf(['expected', 'anomaly'], 'Feedback on the first point'),
});
