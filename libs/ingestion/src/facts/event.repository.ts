import { query } from '@app/database';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { LineageEvent } from '../event/event';
import { eventKey } from '../event/event-key';
import { rawBody } from './raw-body';

/** The events as they came. */
@Injectable()
export class EventRepository {
  /** false where the event is there already: (runId, eventType, eventTime) tells. Waits for one who stores it just now. */
  async add(tx: Transaction, event: LineageEvent, sent: unknown, sender: string): Promise<boolean> {
    const { kind, eventType, time, runId, job, notes } = event;
    const { body, reduced } = rawBody(sent);
    const rows = await query(tx, ADD, [
      eventKey(event),
      kind,
      eventType ?? null,
      time.ms,
      runId ?? null,
      job?.namespace ?? null,
      job?.name ?? null,
      sender,
      body,
      reduced,
      JSON.stringify(notes),
    ]);
    return rows.length > 0;
  }

  async addNotes(tx: Transaction, event: LineageEvent, notes: readonly string[]): Promise<void> {
    if (notes.length === 0) return;
    await query(tx, `update openlineage_event set notes = notes || $2::jsonb where key = $1`, [
      eventKey(event),
      JSON.stringify(notes),
    ]);
  }
}

const ADD = `
  insert into openlineage_event (key, kind, event_type, event_time, run_id, job_namespace, job_name, received_at, sender, body,
                                 reduced, notes)
  values ($1, $2, $3, $4, $5, $6, $7, (extract(epoch from now()) * 1000)::bigint, $8, $9, $10, $11)
  on conflict (key) do nothing returning 1 as added`;
