import { checkOf, entityTypes, shape } from '@app/catalog';
import type { SentQueryCost, SentTableJoins } from '@app/quality';
import {
  ChoiceProperty,
  InstantProperty,
  IntegerProperty,
  isDay,
  ListProperty,
  NumberProperty,
  ObjectProperty,
  Property,
  ruleOf,
  SchemaProperty,
  TextProperty,
  UuidProperty,
} from '../http/input';

const DayProperty = (options: { required?: boolean; description: string }): PropertyDecorator =>
  Property(options, ruleOf('a day such as 2026-01-31', isDay, { type: 'string', format: 'date' }));

const listAs = (name: string) => (sent: unknown) => (Array.isArray(sent) ? { [name]: sent as unknown[] } : sent);

const USED = entityTypes.get('query').relations['queryUsedIn']?.types ?? [];

/** References to what a query uses, as a bare list. */
export class ReferencesDto {
  static readonly fromBody = listAs('references');

  @ListProperty({
    required: true,
    max: 1_000,
    of: {
      check: checkOf({ reference: USED }),
      allowed: `a reference to a ${USED.join(' or ')}`,
      schema: { $ref: '#/components/schemas/EntityReference' },
    },
  })
  references!: readonly { readonly id: string; readonly type: string }[];
}

/** Names, as a bare list. */
export class NamesDto {
  static readonly fromBody = listAs('names');

  @SchemaProperty({ required: true, schema: shape.array(shape.text, 1_000) })
  names!: readonly string[];
}

class QueryReferenceDto {
  @UuidProperty({ required: true })
  id!: string;

  @ChoiceProperty({ of: ['query'] })
  type = 'query';

  @TextProperty({ min: 0, description: 'Accepted for compatibility with clients that send it' })
  name?: string;

  @TextProperty({ min: 0, description: 'Accepted for compatibility with clients that send it' })
  fullyQualifiedName?: string;
}

export class QueryCostDto implements SentQueryCost {
  @ObjectProperty({ required: true, of: QueryReferenceDto })
  queryReference!: QueryReferenceDto;

  @InstantProperty({ required: true })
  timestamp!: number;

  @NumberProperty({ required: true, min: 0, description: 'Of one run, on average, in the unit of the source' })
  cost!: number;

  @NumberProperty({ required: true, min: 0, description: 'How many runs' })
  count!: number;

  @NumberProperty({ min: 0, description: 'Of all runs, in the unit of the source' })
  totalDuration = 0;

  @TextProperty({ min: 0, description: 'Accepted for compatibility with clients that send it' })
  jsonSchema?: string;
}

/** How often something was used on one day. */
export class UsageDto {
  @DayProperty({ required: true, description: 'The day, in UTC' })
  date!: string;

  @IntegerProperty({ required: true, min: 0, max: 1_000_000_000 })
  count!: number;
}

export class UsageQuery {
  @DayProperty({ description: 'The last day; default: today' })
  date?: string;

  @IntegerProperty({ min: 1, max: 30, description: 'How many days' })
  days = 1;
}

/** The name of a table, or of a column in it. */
const NAME = { type: 'string', maxLength: 2_060 } as const;

const joinedWith = shape.array(
  shape.closed({ fullyQualifiedName: NAME, joinCount: { type: 'integer', minimum: 0, maximum: 1_000_000_000 } }, [
    'fullyQualifiedName',
    'joinCount',
  ]),
  1_000,
);

/** With what a table was joined on one day. */
export class TableJoinsDto implements SentTableJoins {
  @DayProperty({ required: true, description: 'The day, in UTC' })
  startDate!: string;

  @IntegerProperty({ min: 1, max: 1, description: 'Joins by day' })
  dayCount = 1;

  @SchemaProperty({
    schema: shape.array(shape.closed({ columnName: NAME, joinedWith }, ['columnName', 'joinedWith']), 1_000),
  })
  columnJoins?: SentTableJoins['columnJoins'];

  @SchemaProperty({ schema: joinedWith })
  directTableJoins?: SentTableJoins['directTableJoins'];
}

export class ConnectionDefinitionQuery {
  @TextProperty({ min: 0, description: 'Accepted for compatibility with clients that send it' })
  fields?: string;
}
