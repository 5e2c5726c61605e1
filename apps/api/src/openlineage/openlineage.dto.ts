import { EVENT_TYPES, LONGEST_PREFIX, MOST_RULES, serviceName, type SentRule } from '@app/ingestion';
import {
  AfterProperty,
  BeforeProperty,
  BooleanProperty,
  ChoiceProperty,
  IntegerProperty,
  ListProperty,
  Property,
  ruleOf,
  TextProperty,
} from '../http/input';

const DEFAULT_LIMIT = 10;
const MOST = 1_000;

export class NameListQuery {
  @IntegerProperty({
    description: 'Entries at most; 0: the total alone.',
    min: 0,
    max: MOST,
  })
  limit = DEFAULT_LIMIT;

  @BeforeProperty
  before?: string;

  @AfterProperty
  after?: string;
}

export class EventListQuery extends NameListQuery {
  @TextProperty({ description: 'Only those of this run.', max: 2_000 })
  runId?: string;

  @ChoiceProperty({ description: 'Only those of this type.', of: EVENT_TYPES })
  eventType?: string;
}

const text = { type: 'string' };
const reference = { type: 'object', properties: { id: text, type: text, fullyQualifiedName: text, name: text } };

/** A rule without its prefix, which its path names. */
export class RuleDto implements Omit<SentRule, 'namespacePrefix'> {
  @Property(
    { required: true },
    ruleOf(
      'the FQN of a service, database or schema, or {type, id} or {type, fullyQualifiedName}',
      (service) => serviceName(service as SentRule['service']) !== undefined,
      { oneOf: [{ ...text, description: 'Its FQN' }, reference] },
    ),
  )
  service!: SentRule['service'];

  @BooleanProperty({ description: 'Whether tables are made that events show with their columns' })
  create = false;
}

class MappingRuleDto extends RuleDto implements SentRule {
  @TextProperty({ required: true, min: 0, max: LONGEST_PREFIX, description: 'Empty: of every namespace' })
  namespacePrefix!: string;

  @BooleanProperty({ description: 'Derived from a service, as listed: it stays unchanged' })
  derived?: boolean;

  @TextProperty({ description: 'Of a derived rule: its database', max: LONGEST_PREFIX })
  database?: string;
}

/** Query parameters of a change of all rules. */
export class ConfirmQuery {
  @IntegerProperty({
    description: 'The number of edges that may be deleted, as given by the 409',
    min: 0,
    max: 2 ** 31 - 1,
  })
  confirm = 0;
}

export class MappingsDto {
  @ListProperty<MappingsDto>({
    required: true,
    of: MappingRuleDto,
    max: MOST_RULES,
  })
  mappings!: MappingRuleDto[];
}
