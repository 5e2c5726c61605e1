import {
  BooleanProperty,
  ChoiceProperty,
  IntegerProperty,
  TextProperty,
  UuidProperty,
} from '../../../../apps/api/src/http/input';

export class ListQuery {
  @IntegerProperty({ min: 0, max: 1000, description: 'Rows of a page.' })
  limit = 10;

  @TextProperty({ description: 'Cursor.' })
  after?: string;

  @BooleanProperty({ description: 'Whether deleted ones, too.' })
  deleted?: boolean;

  @ChoiceProperty({ of: ['all', 'deleted', 'non-deleted'], description: 'Which ones.' })
  include?: string;

  @UuidProperty({ description: 'Owner.' })
  owner?: string;
}
