import { LAST_INSTANT } from '@app/common';
import { MAX_SERIES_LIMIT } from '@app/quality';
import { IntegerProperty, TextProperty } from '../http/input';

/** Query parameters shared by all lists of evidence. */
export class EvidenceListQuery {
  @IntegerProperty({
    description: 'Entries at most; 0: the total alone.',
    min: 0,
    max: MAX_SERIES_LIMIT,
    default: MAX_SERIES_LIMIT,
  })
  limit = MAX_SERIES_LIMIT;

  @IntegerProperty({ description: 'Entries from then on, in epoch ms.', min: 0, max: LAST_INSTANT })
  startTs?: number;

  @IntegerProperty({ description: 'Entries up to then, in epoch ms.', min: 0, max: LAST_INSTANT })
  endTs?: number;

  @TextProperty({ description: 'Cursor of the previous page, from an answer to the same query.' })
  before?: string;

  @TextProperty({ description: 'Cursor of the next page, from an answer to the same query.' })
  after?: string;
}
