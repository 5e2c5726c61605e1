import {
  BooleanParameter,
  ChoiceParameter,
  IntegerParameter,
  TextParameter,
  UuidParameter,
} from '../../../../apps/api/src/http/input';

export class ListQuery {
  @IntegerParameter({ min: 0, max: 1000, default: 10, description: 'Rows of a page.' })
  limit = 10;

  @TextParameter({ description: 'Cursor.' })
  after?: string;

  @BooleanParameter({ description: 'Whether deleted ones, too.' })
  deleted?: boolean;

  @ChoiceParameter({ of: ['all', 'deleted', 'non-deleted'], description: 'Which ones.' })
  include?: string;

  @UuidParameter({ description: 'Owner.' })
  owner?: string;
}
