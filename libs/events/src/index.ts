export { checkAudit, type BlockName } from './audit/audit-check';
export { AuditLog, MOST_AUDIT_RECORDS, type AuditPage, type AuditQuery } from './audit/audit-log';
export { AUDIT_OPERATIONS, AUDIT_OUTCOMES, type AuditOutcome, type AuditRecord } from './audit/audit-record';
export { pruneAudit } from './audit/audit-retention';
export { AuditSealer, sealNext } from './audit/audit-sealer';
export { RefusalLog } from './audit/refusal-log';
export { ChangeEventList, MOST_EVENTS, type ChangeEventQuery } from './change/change-event-list';
export { ChangeEventStream } from './change/change-event-stream';
export { compatibleEvent, eventOf, type ChangeEvent } from './change/change-event';
export { ChangeEventRepository } from './change/change-event.repository';
export { EventLagMetrics } from './change/event-lag-metrics';
export { EVENT_CHANNEL, EventNumbering } from './change/event-numbering';
export { purgeChangeEvents } from './change/change-event.repository';
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
