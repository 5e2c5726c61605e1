import { EVENT_TYPES } from '@app/ingestion';
import { ChoiceProperty, TextProperty } from '../http/input';
import { NameListQuery } from './name-list.query';

/** Query parameters of the list of events. */
export class EventListQuery extends NameListQuery {
  @TextProperty({ description: 'Only those of this run.', max: 2_000 })
  runId?: string;

  @ChoiceProperty({ description: 'Only those of this type.', of: EVENT_TYPES })
  eventType?: string;
}
