export { ChangeEventList, MOST_EVENTS, type ChangeEventQuery } from './change/change-event-list';
export { ChangeEventStream } from './change/change-event-stream';
export { compatibleEvent, type ChangeEvent } from './change/change-event';
export { EventNumbering } from './change/event-numbering';
export { purgeChangeEvents } from './change/retention';
export { EventsModule } from './events.module';
export { ChangeWatch } from './stream/change-watch';
export {
  openFeed,
  type EventFeed,
  type EventLog,
  type FollowOptions,
  type StreamEvent,
  type StreamPart,
} from './stream/event-feed';
