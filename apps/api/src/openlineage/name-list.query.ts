import { IntegerProperty, TextProperty } from '../http/input';

const DEFAULT_LIMIT = 10;
const MOST = 1_000;

/** Query parameters of a list of names. */
export class NameListQuery {
  @IntegerProperty({
    description: 'Entries at most; 0: the total alone.',
    min: 0,
    max: MOST,
    default: DEFAULT_LIMIT,
  })
  limit = DEFAULT_LIMIT;

  @TextProperty({ description: 'Cursor of the previous page, from an answer to the same query.' })
  before?: string;

  @TextProperty({ description: 'Cursor of the next page, from an answer to the same query.' })
  after?: string;
}
