import { MOST_EVENTS } from '@app/events';
import {
  AfterProperty,
  BeforeProperty,
  ChoiceProperty,
  EpochProperty,
  IntegerProperty,
  TextProperty,
  UuidProperty,
} from '../http/input';

/** Which events are asked for. */
export class ChangeEventQuery {
  @TextProperty({ description: 'Entity types, separated by commas.', example: 'table,dataContract' })
  entityType?: string;

  @TextProperty({
    description:
      'Event types, separated by commas: entityCreated, entityUpdated, entitySoftDeleted, entityRestored, entityDeleted, resultCreated, resultUpdated, resultDeleted.',
    example: 'entityUpdated,resultCreated',
  })
  eventType?: string;

  @UuidProperty({ description: 'The entity.' })
  entityId?: string;

  @TextProperty({ description: 'The FQN that the entity had after the change.' })
  fqn?: string;

  @TextProperty({ description: 'Who made the change; for the result of a run, who asked for it.', example: 'admin' })
  userName?: string;

  @EpochProperty('Changes from then on, in epoch ms.')
  startTs?: number;

  @EpochProperty('Changes up to then, in epoch ms.')
  endTs?: number;

  @ChoiceProperty({ description: 'asc: oldest first; desc: newest first.', of: ['asc', 'desc'] })
  order: 'asc' | 'desc' = 'asc';

  @IntegerProperty({ description: 'Maximum number of events.', min: 1, max: MOST_EVENTS })
  limit = 10;

  @BeforeProperty
  before?: string;

  @AfterProperty
  after?: string;
}
