import { EVENT_TYPES } from '@app/ingestion';
import { ChoiceParameter, TextParameter } from '../http/input';
import { NameListQuery } from './name-list.query';

/** What the list of events can be asked for. */
export class EventListQuery extends NameListQuery {
  @TextParameter({ description: 'Only those of this run.', max: 2_000 })
  runId?: string;

  @ChoiceParameter({ description: 'Only those of this type.', of: EVENT_TYPES })
  eventType?: string;
}
