import { listOf, objectOf } from '../event/lenient';

/** Bytes that are stored of one event. */
export const MOST_BYTES = 64 * 1024;

/** The event as JSON; one that is larger goes without its facets, and if need be without its datasets. */
export function rawBody(sent: unknown): { readonly body: string; readonly reduced: boolean } {
  const whole = JSON.stringify(sent);
  if (Buffer.byteLength(whole) <= MOST_BYTES) return { body: whole, reduced: false };
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
