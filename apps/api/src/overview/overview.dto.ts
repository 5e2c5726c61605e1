import { COVERED_BY, MOST_MARKS, MOST_STRIPS, MOST_TREND_DAYS, type CoveredBy } from '@app/validation';
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
  @IntegerProperty({ description: 'Rows at most.', min: 1, max: MOST_ROWS })
  limit = 10;
}

class RowsQuery {
  @IntegerProperty({ description: 'Rows at most.', min: 1, max: MOST_ROWS })
  limit = 10;
}

export class RecoveredQuery extends OwnRowsQuery {
  @EpochProperty('Those that turned at that time or later, in epoch ms.')
  since?: number;

  @AfterProperty
  after?: string;
}

export class BrokenQuery extends RecoveredQuery {
  @ChoiceProperty({ description: 'oldest: those first that have failed longest.', of: ['newest', 'oldest'] })
  order: 'newest' | 'oldest' = 'newest';
}

export class SchedulesQuery extends RowsQuery {
  @UuidProperty({ description: 'The id of a contract: only its schedule.' })
  contract?: string;

  @AfterProperty
  after?: string;
}

export class CoverageQuery {
  @ChoiceProperty({ description: 'Of what assets are counted together.', of: COVERED_BY, required: true })
  by!: CoveredBy;

  @IntegerProperty({ description: 'Services or domains at most.', min: 1, max: MOST_ROWS })
  limit = 100;
}

export class TrendQuery {
  @TextProperty({ description: 'FQN of a domain: contracts of assets that show it.', max: 3_072, example: 'Sales' })
  domain?: string;

  @TextProperty({ description: 'FQN of a service: contracts of its assets.', max: 3_072 })
  service?: string;

  @IntegerProperty({ description: 'Days, of which today is the last.', min: 1, max: MOST_TREND_DAYS })
  days = 30;

  @TextProperty({ description: 'IANA time zone in which days begin.', max: 64, example: 'Europe/Berlin' })
  timezone = 'UTC';
}

export class HistoryQuery {
  @TextProperty({
    description: `Ids of contracts, at most ${MOST_STRIPS}, with commas between them.`,
    required: true,
    min: 36,
    example: '0b7c9a52-7c1f-4b0e-9c7d-0f5a2d1e6b34',
  })
  ids!: string;

  @EpochProperty('Results from then on, in epoch ms.')
  startTs?: number;

  @EpochProperty('Results up to then, in epoch ms.')
  endTs?: number;

  @IntegerProperty({ description: 'Results of each contract at most, the newest ones.', min: 1, max: MOST_MARKS })
  limit = 100;
}
