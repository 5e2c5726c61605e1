import { type LearnedRules, SENSITIVITIES } from '@app/agreements';
import {
  METRICS,
  type FeedbackListRequest,
  type LearnedRequest,
  type Metric,
  type SentFeedback,
  type SeriesRequest,
} from '@app/learned';
import {
  ChoiceProperty,
  EpochProperty,
  InstantProperty,
  IntegerProperty,
  RowsQuery,
  TextProperty,
  ZoneProperty,
} from '../http/input';

const VERDICTS = ['expected', 'anomaly'] as const;
/** Each takes some milliseconds of CPU. */
const MOST_POINTS = 50;
const LONGEST_TEXT = 4_000;

export class LearnedQuery implements LearnedRequest {
  @ChoiceProperty({ required: true, of: METRICS, description: 'freshness (when data comes) or volume (how much).' })
  metric!: Metric;

  @EpochProperty('End of the observed period, in epoch milliseconds. Absent: now.')
  at?: number;

  @ChoiceProperty({
    of: SENSITIVITIES,
    description: 'A value is unusual at a distance of 7, 5 or 3.5 spreads. Absent: from the policy of the contract.',
  })
  sensitivity?: LearnedRules['sensitivity'];

  @ZoneProperty({
    description: 'IANA time zone of hours and days. Absent: from the policy of the contract.',
  })
  timezone?: string;
}

export class LearnedSeriesQuery extends LearnedQuery implements SeriesRequest {
  @IntegerProperty({ description: 'Maximum number of points.', min: 1, max: MOST_POINTS })
  limit = 20;
}

/** The feedback of a user on a point. */
export class LearnedFeedbackDto implements SentFeedback {
  @ChoiceProperty({ required: true, of: METRICS })
  metric!: Metric;

  @InstantProperty({ required: true, description: 'Of the profile, or of the refresh, in epoch milliseconds' })
  timestamp!: number;

  @ChoiceProperty({
    required: true,
    of: VERDICTS,
    description:
      'expected: similar values are usual at that hour of the week and day of the month; anomaly: the point is left out of the baseline',
  })
  verdict!: SentFeedback['verdict'];

  @TextProperty({ max: LONGEST_TEXT, description: 'Why' })
  comment?: string;
}

export class LearnedFeedbackQuery extends RowsQuery implements FeedbackListRequest {
  @ChoiceProperty({ of: METRICS, description: 'Only that of this metric.' })
  metric?: Metric;
}
