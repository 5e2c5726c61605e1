import { LAST_INSTANT } from '@app/common';
import { MAX_SERIES_LIMIT } from '@app/quality';
import { IntegerParameter, TextParameter } from '../http/input';

/** What every list of evidence can be asked for. */
export class EvidenceListQuery {
  @IntegerParameter({
    description: 'Entries at most; 0: the total alone.',
    min: 0,
    max: MAX_SERIES_LIMIT,
    default: MAX_SERIES_LIMIT,
  })
  limit = MAX_SERIES_LIMIT;

  @IntegerParameter({ description: 'Entries from then on, in epoch ms.', min: 0, max: LAST_INSTANT })
  startTs?: number;

  @IntegerParameter({ description: 'Entries up to then, in epoch ms.', min: 0, max: LAST_INSTANT })
  endTs?: number;

  @TextParameter({ description: 'Cursor of the previous page, from an answer to the same query.' })
  before?: string;

  @TextParameter({ description: 'Cursor of the next page, from an answer to the same query.' })
  after?: string;
}
