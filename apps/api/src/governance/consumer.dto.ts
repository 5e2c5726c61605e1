import type { ConsumerListRequest, SentConsumer } from '@app/agreements';
import type { NamedReference } from '@app/catalog';
import { BooleanProperty, InstantProperty, ListProperty, RowsQuery, TextProperty, textRule } from '../http/input';
import { ReferenceProperty } from './reference.input';

const LONGEST_TEXT = 4_000;
const LONGEST_CONTACT = 256;
const MOST_COLUMNS = 200;
const LONGEST_PATH = 3_072;

const PATH = textRule({ max: LONGEST_PATH });

export class ContractConsumerDto implements SentConsumer {
  @ReferenceProperty({ required: true, of: ['user', 'team'], description: 'Its consumers' })
  party!: NamedReference;

  @TextProperty({ required: true, max: LONGEST_TEXT, description: 'Purpose' })
  purpose!: string;

  @ListProperty({
    of: PATH,
    max: MOST_COLUMNS,
    description:
      'Columns of the contract’s schema (of its asset where it has none), nested ones by dots, quoted as in FQNs. Absent or empty: the whole contract',
  })
  columns?: readonly string[];

  @TextProperty({ max: LONGEST_CONTACT, description: 'Contact' })
  contact?: string;

  @InstantProperty({ description: 'Epoch milliseconds, in the future: from then on the declaration has no effect' })
  until?: number;
}

export class ConsumerListQuery extends RowsQuery implements ConsumerListRequest {
  @TextProperty({ max: LONGEST_PATH, description: 'Only those of this user or team, by id or name.' })
  party?: string;

  @BooleanProperty({ description: 'Only those of the caller and its teams.' })
  mine = false;
}
