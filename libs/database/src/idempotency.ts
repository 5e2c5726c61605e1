import { createHash } from 'node:crypto';
import { badRequest, conflict } from '@app/common';
import type { Database } from './database';
import { query, type PreparedStatement, type Transaction } from './transaction';

/** Longest `Idempotency-Key`, in characters. */
const MAX_KEY_LENGTH = 255;
/** How long a key is remembered. */
const REMEMBERED = `interval '24 hours'`;
/** Rows that one statement of the purge removes. */
const PURGE_BATCH = 5_000;

/** The identity of a request: digests, so that neither keys nor bodies are stored. */
export interface IdempotencyToken {
  readonly key: Buffer;
  readonly request: Buffer;
}

export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The text that was sent, so that it comes again byte for byte. */
  readonly body: string;
}

/** The record that a request with a key leaves for a retry: what finds its effect again, and its answer where that is given by then. */
interface RecordedRequest<Recorded> {
  readonly effect?: Recorded;
  readonly answer?: RecordedAnswer;
}

/** The effect of a request, or the record of the first one with its key. */
export type Once<Effect, Recorded> =
  | { readonly isReplay: false; readonly effect: Effect }
  | { readonly isReplay: true; readonly effect: Recorded; readonly answer?: RecordedAnswer };

/**
 * The token of a request with an `Idempotency-Key`. Keys count per caller, method, path and query.
 *
 * @throws {AppError} BAD_REQUEST for a key that is empty or longer than 255 characters
 */
export function idempotencyToken(request: {
  readonly key: string;
  readonly caller: string;
  readonly method: string;
  /** Path with query, as it was sent. */
  readonly url: string;
  readonly body: unknown;
}): IdempotencyToken {
  const length = [...request.key].length;
  if (length < 1 || length > MAX_KEY_LENGTH) {
    throw badRequest(`Idempotency-Key has ${length} characters; allowed are 1 to ${MAX_KEY_LENGTH}`);
  }
  return {
    key: digest([request.caller, request.method, request.url, request.key]),
    request: digest(request.body ?? null),
  };
}

/** The keys of `Database.queuedTransaction` under which those who send one token wait for each other. */
export function tokenKeys(token: IdempotencyToken | undefined): string[] {
  return token ? [`token ${token.key.toString('base64')}`] : [];
}

function digest(value: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(value)).digest();
}

/**
 * Does the work of a request once for its token; without a token, each time. The key is claimed in the transaction of the effect: a
 * second request with the key waits here until that transaction ends, and when it fails, the key is free again.
 *
 * @param keep what a retry gets; undefined where nothing was done: mended, the request may be sent again with its key
 * @throws {AppError} CONFLICT when the key came before with another body
 */
export async function once<Effect, Recorded = Effect>(
  tx: Transaction,
  token: IdempotencyToken | undefined,
  work: () => Promise<Effect>,
  keep: (effect: Effect) => RecordedRequest<Recorded> | undefined,
): Promise<Once<Effect, Recorded>> {
  const first = token && (await claimed<Recorded>(tx, token));
  if (first) return { isReplay: true, effect: first.effect as Recorded, ...(first.answer && { answer: first.answer }) };
  const effect = await work();
  if (token) await keepRequest(tx, token, keep(effect));
  return { isReplay: false, effect };
}

/** The record of the first request with the key; undefined where this is the first one. */
async function claimed<Recorded>(
  tx: Transaction,
  token: IdempotencyToken,
): Promise<RecordedRequest<Recorded> | undefined> {
  const isOurs = (await query(tx, CLAIM, [token.key, token.request])).length > 0;
  if (isOurs) return undefined;
  const [recorded] = await query<RecordedRequest<Recorded> & { same: boolean }>(tx, RECORDED_REQUEST, [
    token.key,
    token.request,
  ]);
  if (!recorded) throw conflict('The request that used this Idempotency-Key is being forgotten; send it again');
  if (!recorded.same)
    throw conflict('This Idempotency-Key was used with another body; use a new key for a new request');
  return recorded;
}

async function keepRequest(
  tx: Transaction,
  { key }: IdempotencyToken,
  recorded: RecordedRequest<unknown> | undefined,
): Promise<void> {
  if (!recorded) return void (await query(tx, `delete from idempotency where key = $1`, [key]));
  const values = [recorded.effect, recorded.answer].map((value) =>
    value === undefined ? null : JSON.stringify(value),
  );
  await query(tx, `update idempotency set effect = $2, answer = $3 where key = $1`, [key, ...values]);
}

/** A key older than 24 hours is overwritten as if it were new. */
const CLAIM = `
  insert into idempotency as i (key, request) values ($1, $2)
  on conflict (key) do update set request = excluded.request, effect = null, answer = null, created_at = now()
   where i.created_at < now() - ${REMEMBERED}
  returning true`;
const RECORDED_REQUEST = `select request = $2 as same, effect, answer from idempotency where key = $1`;

const KEEP_ANSWER: PreparedStatement = {
  name: 'keep-answer',
  text: `update idempotency set answer = coalesce(answer, $2) where key = $1 returning answer`,
};

/** Stores the answer to a request after its transaction; returns the one that counts from now on. Only for answers with 2xx. */
export async function keepAnswer(
  database: Database,
  { key }: IdempotencyToken,
  answer: RecordedAnswer,
): Promise<RecordedAnswer> {
  const [recorded] = await database.executeAside<{ answer: RecordedAnswer }>(KEEP_ANSWER, [
    key,
    JSON.stringify(answer),
  ]);
  return recorded?.answer ?? answer;
}

/** Forgets keys older than 24 hours, in batches; returns how many. */
export async function purgeIdempotency(database: Database): Promise<number> {
  for (let total = 0; ;) {
    const gone = await database.query(PURGE, [PURGE_BATCH]);
    total += gone.length;
    if (gone.length < PURGE_BATCH) return total;
  }
}

const PURGE = `
  delete from idempotency where key in (
    select key from idempotency where created_at < now() - ${REMEMBERED} order by created_at limit $1 for update skip locked)
  returning true`;

/** An answer to a request for a run: 202 while that has not ended. */
export type AnswerOfRun = RecordedAnswer & { readonly status: 200 | 202 };

/**
 * Answers a request for a run: as the first request with its token was answered, or anew, which is recorded for retries.
 *
 * @param done the result of `once`
 */
export async function answeredRun<Effect, Recorded>(
  database: Database,
  token: IdempotencyToken | undefined,
  done: Once<Effect, Recorded>,
  answer: (effect: Effect | Recorded) => Promise<AnswerOfRun>,
): Promise<AnswerOfRun> {
  if (done.isReplay && done.answer) return replayedRun(done.answer);
  const made = await answer(done.effect);
  if (!token) return made;
  const recorded = await keepAnswer(database, token, made);
  return done.isReplay ? replayedRun(recorded) : made;
}

/** The first answer to a request for a run, as a retry gets it. */
function replayedRun({ status, headers, body }: RecordedAnswer): AnswerOfRun {
  return { status: status === 202 ? 202 : 200, headers: { ...headers, 'Idempotent-Replayed': 'true' }, body };
}
