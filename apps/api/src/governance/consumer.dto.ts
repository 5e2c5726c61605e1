import type { ConsumerListRequest, NamedReference, SentConsumer } from '@app/governance';
import { BooleanProperty, InstantProperty, ListProperty, RowsQuery, TextProperty, textRule } from '../http/input';
import { ReferenceProperty } from './reference.input';

const LONGEST_TEXT = 4_000;
const LONGEST_CONTACT = 256;
const MOST_COLUMNS = 200;
const LONGEST_PATH = 3_072;

const PATH = textRule({ max: LONGEST_PATH });

/** The declaration that somebody relies on a contract. */
export class ContractConsumerDto implements SentConsumer {
  @ReferenceProperty({ required: true, of: ['user', 'team'], description: 'Who relies on it' })
  party!: NamedReference;

  @TextProperty({ required: true, max: LONGEST_TEXT, description: 'What for' })
  purpose!: string;

  @ListProperty({
    of: PATH,
    max: MOST_COLUMNS,
    description:
      'Columns of the contract’s schema (of its asset where it has none), nested ones by dots, quoted as in FQNs. Absent or empty: the whole contract',
  })
  columns?: readonly string[];

  @TextProperty({ max: LONGEST_CONTACT, description: 'Whom to ask' })
  contact?: string;

  @InstantProperty({ description: 'From then on, in epoch milliseconds, it counts for nothing; in the future' })
  until?: number;
}

export class ConsumerListQuery extends RowsQuery implements ConsumerListRequest {
  @TextProperty({ max: LONGEST_PATH, description: 'Only those of this user or team, by id or name.' })
  party?: string;

  @BooleanProperty({ description: 'Only those of the caller and its teams.' })
  mine = false;
}
