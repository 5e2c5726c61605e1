import { IntegerParameter, TextParameter } from '../http/input';

const DEFAULT_LIMIT = 10;
const MOST = 1_000;

/** What a list of names can be asked for. */
export class NameListQuery {
  @IntegerParameter({
    description: 'Entries at most; 0: the total alone.',
    min: 0,
    max: MOST,
    default: DEFAULT_LIMIT,
  })
  limit = DEFAULT_LIMIT;

  @TextParameter({ description: 'Cursor of the previous page, from an answer to the same query.' })
  before?: string;

  @TextParameter({ description: 'Cursor of the next page, from an answer to the same query.' })
  after?: string;
}
