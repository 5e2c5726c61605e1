import { DEFAULT_ITEMS, MAX_ITEMS } from '@app/validation';
import { IntegerProperty, TextProperty } from '../../http/input';

/** Which contracts of a batch an answer lists. */
export class BatchQuery {
  @IntegerProperty({
    description: 'Contracts at most; 0: the counts alone.',
    min: 0,
    max: MAX_ITEMS,
    default: DEFAULT_ITEMS,
  })
  limit = DEFAULT_ITEMS;

  @TextProperty({ description: 'Cursor of the next contracts, from paging.after of an answer about the same batch.' })
  after?: string;
}
