import { createHash } from 'node:crypto';
import { badRequest, conflict } from '@app/common';
import type { Database } from './database';
import type { Transaction } from './transaction';

/** Longest `Idempotency-Key`, in characters. */
const MAX_KEY_LENGTH = 255;
/** How long a key is remembered. */
const KEPT = `interval '24 hours'`;
/** Rows that one statement of the purge removes. */
const PURGE_BATCH = 5_000;

/** What makes two requests the same: digests, so that neither keys nor bodies are stored. */
export interface IdempotencyToken {
  readonly key: Buffer;
  readonly request: Buffer;
}

/** An answer as it was first given. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The text that was sent, so that it comes again byte for byte. */
  readonly body: string;
}

/** What is known of a key: `effect` from the transaction of the first request, `answer` once it was given. */
export interface KeptEffect<Effect> {
  readonly effect: Effect;
  readonly answer?: KeptAnswer;
}

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

/** The key of `Database.transaction` under which those who send one token wait for each other. */
export function tokenKey({ key }: IdempotencyToken): string {
  return `token ${key.toString('base64')}`;
}

function digest(value: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(value)).digest();
}

/**
 * Claims the key in the transaction of the effect: undefined = it is ours, do the work and `keepEffect`. A second request
 * with the key waits here until the first one's transaction ends; when that fails, the key is free again.
 *
 * @throws {AppError} CONFLICT when the key came before with another body
 */
export async function claimKey<Effect>(
  tx: Transaction,
  token: IdempotencyToken,
): Promise<KeptEffect<Effect> | undefined> {
  const claimed = await tx.query<unknown[]>(CLAIM, [token.key, token.request]);
  if (claimed.length > 0) return undefined;
  const [kept] = await tx.query<(KeptEffect<Effect> & { same: boolean })[]>(KEPT_EFFECT, [token.key, token.request]);
  if (!kept) throw conflict('The request that used this Idempotency-Key is being forgotten; send it again');
  if (!kept.same) throw conflict('This Idempotency-Key was used with another body; use a new key for a new request');
  return kept.answer ? { effect: kept.effect, answer: kept.answer } : { effect: kept.effect };
}

/** An older key than 24 hours is taken over as if it had never been. */
const CLAIM = `
  insert into idempotency as i (key, request) values ($1, $2)
  on conflict (key) do update set request = excluded.request, effect = null, answer = null, created_at = now()
   where i.created_at < now() - ${KEPT}
  returning true`;
const KEPT_EFFECT = `select request = $2 as same, effect, answer from idempotency where key = $1`;

/** Stores in the same transaction what a retry needs to find the effect again, such as the id of what was made. */
export async function keepEffect(tx: Transaction, token: IdempotencyToken, effect: unknown): Promise<void> {
  await tx.query(`update idempotency set effect = $2 where key = $1`, [token.key, JSON.stringify(effect)]);
}

/** Gives back, in the transaction that claimed it, the key of a request that is refused: mended, it may be sent again. */
export async function releaseKey(tx: Transaction, token: IdempotencyToken): Promise<void> {
  await tx.query(`delete from idempotency where key = $1`, [token.key]);
}

/** Keeps the answer, unless one was kept before; returns the one that counts from now on. Only for answers with 2xx. */
export async function keepAnswer(
  sender: { query(text: string, values: unknown[]): Promise<unknown> },
  token: IdempotencyToken,
  answer: KeptAnswer,
): Promise<KeptAnswer> {
  // One text for both senders: TypeORM answers an update with rows and count, a select with its rows.
  const text = `with kept as (
      update idempotency set answer = coalesce(answer, $2) where key = $1 returning answer)
    select answer from kept`;
  const rows = (await sender.query(text, [token.key, JSON.stringify(answer)])) as { answer: KeptAnswer }[];
  return rows[0]?.answer ?? answer;
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
    select key from idempotency where created_at < now() - ${KEPT} order by created_at limit $1 for update skip locked)
  returning true`;
