import {
  COVERED_BY,
  GROUPED_BY,
  MOST_MARKS,
  MOST_REPORT_DAYS,
  MOST_STRIPS,
  MOST_TREND_DAYS,
  type CoveredBy,
  type GroupedBy,
  type NotJudgedQuery,
  type ReportRequest,
} from '@app/validation';
import {
  AfterProperty,
  BooleanProperty,
  ChoiceProperty,
  EpochProperty,
  IntegerProperty,
  TextProperty,
  UuidProperty,
} from '../http/input';

const MOST_ROWS = 1_000;

export class MineQuery {
  @BooleanProperty({
    description: 'Only contracts that the caller or a team of the caller owns, or whose asset they own.',
  })
  mine = false;
}

export class OwnRowsQuery extends MineQuery {
  @IntegerProperty({ description: 'Maximum number of rows.', min: 1, max: MOST_ROWS })
  limit = 10;
}

class RowsQuery {
  @IntegerProperty({ description: 'Maximum number of rows.', min: 1, max: MOST_ROWS })
  limit = 10;
}

export class RecoveredQuery extends OwnRowsQuery {
  @EpochProperty('Earliest change of status, inclusive, in epoch ms.')
  since?: number;

  @AfterProperty
  after?: string;
}

export class BrokenQuery extends RecoveredQuery {
  @ChoiceProperty({ description: 'oldest: the longest failing first.', of: ['newest', 'oldest'] })
  order: 'newest' | 'oldest' = 'newest';
}

export class NotJudgedListQuery extends OwnRowsQuery implements NotJudgedQuery {
  @TextProperty({
    max: 3_072,
    description: 'Only those of assets that show this domain, by id or FQN; inherited ones count.',
  })
  domain?: string;

  @TextProperty({
    max: 3_072,
    description: 'Only those that this user or team owns, or whose asset it owns, by id or name.',
  })
  owner?: string;

  @TextProperty({
    max: 64,
    description: 'Only those whose newest run was aborted for this reason.',
    example: 'timedOut',
  })
  reason?: string;

  @ChoiceProperty({ description: 'oldest: the longest without a verdict first.', of: ['newest', 'oldest'] })
  order: 'newest' | 'oldest' = 'newest';

  @AfterProperty
  after?: string;
}

export class SchedulesQuery extends RowsQuery {
  @UuidProperty({ description: 'The id of a contract: only its schedule.' })
  contract?: string;

  @AfterProperty
  after?: string;
}

export class CoverageQuery {
  @ChoiceProperty({ description: 'Key by which assets are grouped.', of: COVERED_BY, required: true })
  by!: CoveredBy;

  @IntegerProperty({ description: 'Maximum number of services or domains.', min: 1, max: MOST_ROWS })
  limit = 100;
}

export class GroupReportQuery implements ReportRequest {
  @ChoiceProperty({ description: 'Key by which assets and contracts are grouped.', of: GROUPED_BY, required: true })
  groupBy!: GroupedBy;

  @IntegerProperty({ description: 'Number of days of UTC, including today.', min: 1, max: MOST_REPORT_DAYS })
  days = 30;

  @IntegerProperty({ description: 'Maximum number of groups, the worst.', min: 1, max: MOST_ROWS })
  limit = MOST_ROWS;

  @ChoiceProperty({ of: ['json', 'csv'], description: 'The form of the answer.' })
  format: 'json' | 'csv' = 'json';
}

export class TrendQuery {
  @TextProperty({ description: 'FQN of a domain: contracts of assets that show it.', max: 3_072, example: 'Sales' })
  domain?: string;

  @TextProperty({ description: 'FQN of a service: contracts of its assets.', max: 3_072 })
  service?: string;

  @IntegerProperty({ description: 'Number of days, including today.', min: 1, max: MOST_TREND_DAYS })
  days = 30;

  @TextProperty({ description: 'IANA time zone in which days begin.', max: 64, example: 'Europe/Berlin' })
  timezone = 'UTC';
}

export class HistoryQuery {
  @TextProperty({
    description: `Ids of contracts, at most ${MOST_STRIPS}, separated by commas.`,
    required: true,
    min: 36,
    example: '0b7c9a52-7c1f-4b0e-9c7d-0f5a2d1e6b34',
  })
  ids!: string;

  @EpochProperty('Results from then on, in epoch ms.')
  startTs?: number;

  @EpochProperty('Results up to then, in epoch ms.')
  endTs?: number;

  @IntegerProperty({
    description: 'Maximum number of results of each contract, the newest ones.',
    min: 1,
    max: MOST_MARKS,
  })
  limit = 100;
}
