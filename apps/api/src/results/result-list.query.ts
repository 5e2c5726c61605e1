import { LAST_INSTANT } from '@app/common';
import { EXECUTION_STATUSES, MAX_LIMIT } from '@app/results';
import type { ExecutionStatus } from '@app/results';
import { ChoiceProperty, IntegerProperty, TextProperty } from '../http/input';
import { ResultQuery } from './result.query';

/** What a list of results can be asked for. */
export class ResultListParameters extends ResultQuery {
  @IntegerProperty({ description: 'Results at most; 0: the total alone.', min: 0, max: MAX_LIMIT, default: 10 })
  limit = 10;

  @IntegerProperty({ description: 'Results from then on, in epoch ms.', min: 0, max: LAST_INSTANT })
  startTs?: number;

  @IntegerProperty({ description: 'Results up to then, in epoch ms.', min: 0, max: LAST_INSTANT })
  endTs?: number;

  @ChoiceProperty({ description: 'Results of this status.', of: EXECUTION_STATUSES })
  status?: ExecutionStatus;

  @TextProperty({ description: 'Cursor of the previous page, from an answer to the same query.' })
  before?: string;

  @TextProperty({ description: 'Cursor of the next page, from an answer to the same query.' })
  after?: string;
}
