import { LAST_INSTANT } from '@app/common';
import { zoneOf } from '@app/contracts';
import { SENSITIVITIES, type LearnedRules } from '@app/governance';
import { METRICS, type FeedbackListRequest, type LearnedRequest, type Metric, type SentFeedback } from '@app/learned';
import { RowsQuery } from '../governance/policy.dto';
import { ChoiceProperty, InstantProperty, IntegerProperty, TextProperty } from '../http/input';

const VERDICTS = ['expected', 'anomaly'] as const;
const LONGEST_TEXT = 4_000;

const zoneFault = (zone: unknown): string | undefined =>
  zone === undefined || zoneOf(zone as string)
    ? undefined
    : `must be an IANA time zone such as Europe/Berlin, not ${JSON.stringify(zone)}`;

export class LearnedQuery implements LearnedRequest {
  @ChoiceProperty({ required: true, of: METRICS, description: 'When data comes, or how much of it.' })
  metric!: Metric;

  @IntegerProperty({
    min: 0,
    max: LAST_INSTANT,
    description: 'What comes after it, in epoch milliseconds, is not seen. Absent: now.',
  })
  at?: number;

  @ChoiceProperty({
    of: SENSITIVITIES,
    description: 'Unusual is what lies 7, 5 or 3.5 spreads away. Absent: as the policy of the contract says.',
  })
  sensitivity?: LearnedRules['sensitivity'];

  @TextProperty({
    description: 'IANA zone of hours and days. Absent: as the policy of the contract says.',
    further: zoneFault,
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
