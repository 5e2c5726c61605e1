import { uuidOfText } from '@app/common';
import type { ChangeEventType } from '@app/database';

interface EventResult {
  readonly id: string;
  /** Epoch ms. */
  readonly timestamp: number;
  /** Absent where it was deleted. */
  readonly status?: string;
  /** Status of the newest earlier result that had ended; of a result that was replaced or deleted its own. Absent where there was none. */
  readonly previousStatus?: string;
  /** Whether no newer result of the contract had ended. */
  readonly isLatest: boolean;
}

interface FieldChange {
  readonly name: string;
  readonly oldValue?: unknown;
  readonly newValue?: unknown;
}

interface EventChanges {
  readonly fieldsAdded: readonly FieldChange[];
  readonly fieldsUpdated: readonly FieldChange[];
  readonly fieldsDeleted: readonly FieldChange[];
  readonly previousVersion?: number;
}

/** A change of an entity, or of a result of a contract, which is the entity then. */
export interface ChangeEvent {
  /** Its position: increases in the order in which events are sent. */
  readonly id: number;
  readonly eventType: ChangeEventType;
  readonly entityType: string;
  readonly entityId: string;
  /** The FQN after the change. */
  readonly entityFullyQualifiedName: string;
  /** Absent where the entity is new. */
  readonly previousVersion?: number;
  readonly currentVersion: number;
  /** The user who made the change; for the result of a run, who requested it. */
  readonly userName: string;
  /** Epoch ms. */
  readonly timestamp: number;
  readonly changeDescription?: EventChanges;
  readonly result?: EventResult;
}

/** A row of change_event. Numbers are bigint in decimal, versions in tenths. */
export interface EventRow {
  readonly position: string;
  readonly event_type: ChangeEventType;
  readonly entity_type: string;
  readonly entity_id: string;
  readonly fqn: string;
  readonly previous_version: number | null;
  readonly version: number;
  readonly at: string;
  readonly actor: string;
  /** JSON text: it may have megabytes. */
  readonly change: string | null;
  readonly result: EventResult | null;
}

export function eventOf(row: EventRow): ChangeEvent {
  return {
    id: Number(row.position),
    eventType: row.event_type,
    entityType: row.entity_type,
    entityId: row.entity_id,
    entityFullyQualifiedName: row.fqn,
    ...(row.previous_version !== null && { previousVersion: row.previous_version / 10 }),
    currentVersion: row.version / 10,
    userName: row.actor,
    timestamp: Number(row.at),
    ...(row.change && { changeDescription: JSON.parse(row.change) as EventChanges }),
    ...(row.result && { result: row.result }),
  };
}

/** The event as JSON text; what changed is passed through as it is stored. */
export function eventText({ change, ...row }: EventRow, show: (event: ChangeEvent) => object): string {
  const shown = show(eventOf({ ...row, change: null }));
  const text = JSON.stringify(shown);
  return change === null || 'changeDescription' in shown ? text : `${text.slice(0, -1)},"changeDescription":${change}}`;
}

/** The event as the OpenMetadata API shows it: its id is a UUID, and a result is a change of its contract. */
export function compatibleEvent({ id, result, ...event }: ChangeEvent): object {
  const shown = { id: uuidOfText(`change event ${id}`), ...event };
  if (!result) return shown;
  const { previousStatus, status, id: resultId, timestamp } = result;
  const change: FieldChange = {
    name: 'latestResult',
    ...(previousStatus !== undefined && { oldValue: { status: previousStatus } }),
    ...(status !== undefined && { newValue: { status, resultId, timestamp } }),
  };
  const { currentVersion: previousVersion } = event;
  const changeDescription = { fieldsAdded: [], fieldsUpdated: [change], fieldsDeleted: [], previousVersion };
  return { ...shown, eventType: 'entityUpdated', changeDescription };
}
