import { jsonBytesUpTo } from '@app/common';
import { query, type PreparedStatement, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { LineageEvent } from '../event/event';
import { eventKey } from '../event/event-key';
import { listOf, objectOf } from '../event/lenient';

/** The events as they came. */
@Injectable()
export class EventRepository {
  /** false if the event is stored already, by (runId, eventType, eventTime). Waits for a concurrent insert of it. */
  async add(tx: Transaction, event: LineageEvent, sent: unknown, sender: string): Promise<boolean> {
    const { kind, eventType, time, runId, job, notes } = event;
    const { body, reduced } = rawBody(sent);
    const about = [kind, eventType, time.ms, runId, job?.namespace, job?.name];
    const values = [eventKey(event), ...about, sender, body, reduced, JSON.stringify(notes)];
    return (await query(tx, ADD, values)).length > 0;
  }

  async addNotes(tx: Transaction, event: LineageEvent, notes: readonly string[]): Promise<void> {
    if (notes.length === 0) return;
    await query(tx, `update openlineage_event set notes = notes || $2::jsonb where key = $1`, [
      eventKey(event),
      JSON.stringify(notes),
    ]);
  }
}

const ADD: PreparedStatement = {
  name: 'openlineage-event-add',
  text: `
  insert into openlineage_event (key, kind, event_type, event_time, run_id, job_namespace, job_name, received_at, sender, body,
                                 reduced, notes)
  values ($1, $2, $3, $4, $5, $6, $7, (extract(epoch from now()) * 1000)::bigint, $8, $9, $10, $11)
  on conflict (key) do nothing returning 1 as added`,
};

/** Bytes that are stored of one event. */
export const MOST_BYTES = 64 * 1024;

/** The event as JSON; one that is larger goes without its facets, and if need be without its datasets. */
export function rawBody(sent: unknown): { readonly body: string; readonly reduced: boolean } {
  if (jsonBytesUpTo(sent, MOST_BYTES) <= MOST_BYTES) return { body: JSON.stringify(sent), reduced: false };
  const event = objectOf(sent) ?? {};
  const { eventType, eventTime, producer, schemaURL, run, job, dataset, inputs, outputs } = event;
  const about = { eventType, eventTime, ...small({ producer, schemaURL }), run: runOf(run), job: nameOf(job) };
  const named = { ...about, dataset: nameOf(dataset), inputs: namesOf(inputs), outputs: namesOf(outputs) };
  const body = JSON.stringify(named);
  return { body: Buffer.byteLength(body) <= MOST_BYTES ? body : JSON.stringify(about), reduced: true };
}

const LONGEST_TEXT = 1_000;

function small(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => typeof value === 'string' && value.length <= LONGEST_TEXT),
  );
}

function runOf(run: unknown): object | undefined {
  const { runId } = objectOf(run) ?? {};
  return runId === undefined ? undefined : { runId };
}

function nameOf(value: unknown): object | undefined {
  const { namespace, name } = objectOf(value) ?? {};
  return value === undefined || value === null ? undefined : { namespace, name };
}

function namesOf(value: unknown): object[] {
  return listOf(value).flatMap((one) => nameOf(one) ?? []);
}
