import type { TypeCategory } from '@app/catalog';
import { ChoiceParameter, IntegerParameter, TextParameter } from '../http/input';
import { MetadataTypeQuery } from './metadata-type.query';

export class MetadataTypeListQuery extends MetadataTypeQuery {
  @ChoiceParameter({
    of: ['entity', 'field'],
    description: 'entity: types of entities, with their custom properties; field: types of values.',
    default: 'entity',
  })
  category: TypeCategory = 'entity';

  @IntegerParameter({ min: 0, max: 1_000, description: 'Types at most; 0: the total alone.', default: 10 })
  limit = 10;

  @TextParameter({ description: 'Cursor of the previous page.' })
  before?: string;

  @TextParameter({ description: 'Cursor of the next page.' })
  after?: string;
}
