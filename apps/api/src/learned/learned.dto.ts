import { SENSITIVITIES, type LearnedRules } from '@app/governance';
import { METRICS, type FeedbackListRequest, type LearnedRequest, type Metric, type SentFeedback } from '@app/learned';
import { ChoiceProperty, EpochProperty, InstantProperty, RowsQuery, TextProperty, ZoneProperty } from '../http/input';

const VERDICTS = ['expected', 'anomaly'] as const;
const LONGEST_TEXT = 4_000;

export class LearnedQuery implements LearnedRequest {
  @ChoiceProperty({ required: true, of: METRICS, description: 'When data comes, or how much of it.' })
  metric!: Metric;

  @EpochProperty('What comes after it, in epoch milliseconds, is not seen. Absent: now.')
  at?: number;

  @ChoiceProperty({
    of: SENSITIVITIES,
    description: 'Unusual is what lies 7, 5 or 3.5 spreads away. Absent: as the policy of the contract says.',
  })
  sensitivity?: LearnedRules['sensitivity'];

  @ZoneProperty({
    description: 'IANA zone of hours and days. Absent: as the policy of the contract says.',
  })
  timezone?: string;
}

/** The word of somebody on a point. */
export class LearnedFeedbackDto implements SentFeedback {
  @ChoiceProperty({ required: true, of: METRICS })
  metric!: Metric;

  @InstantProperty({ required: true, description: 'Of the profile, or of the refresh, in epoch milliseconds' })
  timestamp!: number;

  @ChoiceProperty({
    required: true,
    of: VERDICTS,
    description:
      'expected: its like is usual at that hour of the week and day of the month; anomaly: nothing is learned from it',
  })
  verdict!: SentFeedback['verdict'];

  @TextProperty({ max: LONGEST_TEXT, description: 'Why' })
  comment?: string;
}

export class LearnedFeedbackQuery extends RowsQuery implements FeedbackListRequest {
  @ChoiceProperty({ of: METRICS, description: 'Only that of this metric.' })
  metric?: Metric;
}
