import type { TypeCategory } from '@app/catalog';
import { ChoiceProperty, IntegerProperty, TextProperty } from '../http/input';
import { MetadataTypeQuery } from './metadata-type.query';

export class MetadataTypeListQuery extends MetadataTypeQuery {
  @ChoiceProperty({
    of: ['entity', 'field'],
    description: 'entity: types of entities, with their custom properties; field: types of values.',
  })
  category: TypeCategory = 'entity';

  @IntegerProperty({ min: 0, max: 1_000, description: 'Maximum number of types; 0: only the total.' })
  limit = 10;

  @TextProperty({ description: 'Cursor of the previous page.' })
  before?: string;

  @TextProperty({ description: 'Cursor of the next page.' })
  after?: string;
}
