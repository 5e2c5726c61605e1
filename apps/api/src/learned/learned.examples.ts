import { METRICS } from '@app/learned';
import { instant } from '../governance/policy.examples';

const text = { type: 'string' };
const number = { type: 'number' };
const count = { type: 'integer', minimum: 0 };
const metric = { type: 'string', enum: [...METRICS] };

export const LEARNED_SCHEMA = {
  title: 'LearnedBaseline',
  type: 'object',
  description: 'Sizes of volume in rows, of freshness in seconds',
  required: ['metric', 'at', 'state', 'points'],
  properties: {
    metric,
    at: instant,
    state: {
      type: 'string',
      enum: ['learning', 'usual', 'unusual'],
      description: 'learning: fewer than 14 points, or of less than 21 days, or too few to compare with',
    },
    value: { ...number, description: 'Of freshness the time since the last refresh' },
    timestamp: { ...instant, description: 'Of the newest profile or refresh, whose value is judged' },
    level: { ...number, description: 'The median of the 28 days before' },
    bucket: {
      title: 'LearnedBucket',
      type: 'object',
      description:
        'What the value is compared with: the same hour of the week (Monday 0 to 167), the same weekday, all',
      required: ['kind', 'n'],
      properties: { kind: { type: 'string', enum: ['hourOfWeek', 'dayOfWeek', 'all'] }, key: count, n: count },
    },
    centre: number,
    spread: number,
    low: { ...number, description: 'Of volume' },
    high: number,
    score: { ...number, description: 'The distance from what is expected, in spreads' },
    month: {
      title: 'LearnedMonth',
      type: 'object',
      description: 'Where days of the month differ: 1 to 15, −16 to −1 from its end',
      required: ['day', 'n', 'shift', 'spread'],
      properties: { day: { type: 'integer' }, n: count, shift: number, spread: number },
    },
    expectedBy: { ...instant, description: 'Of freshness: from then on it is unusual that nothing came' },
    points: { ...count, description: 'That it is learned from' },
    since: { ...instant, description: 'Of the first of these' },
  },
};

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

export const SENT_FEEDBACK = {
  metric: 'volume',
  timestamp: 1_764_298_800_000,
  verdict: 'expected',
  comment: 'The yearly closing',
};

export const FEEDBACK = { ...SENT_FEEDBACK, updatedAt: 1_764_300_000_000, updatedBy: 'ann' };

export const FEEDBACK_SCHEMA = {
  title: 'LearnedFeedback',
  type: 'object',
  required: ['metric', 'timestamp', 'verdict', 'updatedAt', 'updatedBy'],
  properties: {
    metric,
    timestamp: instant,
    verdict: { type: 'string', enum: ['expected', 'anomaly'] },
    comment: text,
    updatedAt: instant,
    updatedBy: text,
  },
};

export const WARNING = {
  metric: 'volume',
  from: 1_764_298_800_000,
  value: 0,
  low: 750,
  high: 1_250,
  score: 20,
};

export const WARNING_SCHEMA = {
  title: 'LearnedWarning',
  type: 'object',
  required: ['metric', 'from', 'value', 'high', 'score'],
  properties: {
    metric,
    from: { ...instant, description: 'Of the first unusual point' },
    to: { ...instant, description: 'Of the first point that was not; absent: it goes on' },
    value: { ...number, description: 'As it was when the spell began, as the bounds and the score' },
    low: number,
    high: number,
    score: number,
    verdict: { type: 'string', enum: ['expected', 'anomaly'], description: 'What was said of the first point' },
  },
};
