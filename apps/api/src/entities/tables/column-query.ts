import { IntegerProperty, TextProperty } from '../../http/input';
import { EntityReadQuery } from '../entity-query';

/** Columns of a page where the query does not say: most tables have fewer. */
export const COLUMNS_PER_PAGE = 50;
/** More columns than any table has. */
const MOST_OFFSET = 1_000_000;

export class ColumnListQuery extends EntityReadQuery {
  @IntegerProperty({ min: 0, max: 1_000, description: 'Columns per page' })
  limit = COLUMNS_PER_PAGE;

  @IntegerProperty({ min: 0, max: MOST_OFFSET, description: 'Columns before the page; not together with a cursor' })
  offset?: number;

  @TextProperty({ description: 'Cursor `paging.before` of an answer' })
  before?: string;

  @TextProperty({ description: 'Cursor `paging.after` of an answer' })
  after?: string;
}
