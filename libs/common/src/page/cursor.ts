import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import { KnownValues } from '../text/known-values';
import { badRequest } from '../app-error';

export type Direction = 'before' | 'after';

/** The start of a page: the sort keys of the adjacent row. */
export interface CursorPayload {
  /** Identifies the list and its filters; cursors are valid only for the same scope. */
  readonly scope: string;
  /** JSON values, in sort order. */
  readonly keys: readonly unknown[];
  readonly direction: Direction;
}

/** 128 bits: guessing is infeasible. */
const MAC_BYTES = 16;
/** Distinguishes scopes; need not resist forgery, because the MAC covers it. */
const SCOPE_BYTES = 8;
/** Scopes whose digests are cached, and their UTF-16 units: those with filters by long texts are not. */
const [MOST_SCOPES, LONGEST_SCOPE] = [256, 512] as const;
/** Cursors that are known to be genuine, and their characters: who walks a list asks with one that was made a moment ago. */
const [MOST_CURSORS, LONGEST_CURSOR] = [128, 512] as const;
/** Maximum cursor length in characters: sort keys are names of at most some thousand bytes. */
const MAX_LENGTH = 16_384;

/**
 * Cursors that clients cannot create or modify: base64url (no padding) of MAC, digest of the scope, direction and
 * keys. The scope itself is not included.
 */
export class CursorCodec {
  private readonly key: KeyObject;
  /** The digests of scopes: each page of a list asks for it up to three times. */
  private readonly scopes = new KnownValues<Buffer>(MOST_SCOPES, LONGEST_SCOPE);

  /** By genuine cursors, what their MAC covers: it is not worked out again. */
  private readonly genuine = new KnownValues<string>(MOST_CURSORS, LONGEST_CURSOR);

  /** @param key secret, shared by all processes that use the same database; at least 16 bytes */
  constructor(key: Buffer) {
    if (key.length < MAC_BYTES) throw new Error(`The key of cursors has ${key.length} bytes, fewer than ${MAC_BYTES}`);
    this.key = createSecretKey(key);
  }

  encode({ scope, keys, direction }: CursorPayload): string {
    const content = JSON.stringify([direction === 'after' ? 1 : 0, ...keys]);
    const signed = Buffer.concat([this.scopeDigest(scope), Buffer.from(content)]);
    const cursor = Buffer.concat([this.digest('cursor', signed, MAC_BYTES), signed]).toString('base64url');
    this.genuine.of(cursor, () => signed.toString('base64url'));
    return cursor;
  }

  /** @throws {AppError} BAD_REQUEST if the cursor was not created by `encode`, or is for another scope */
  decode(cursor: string, scope: string): CursorPayload {
    const signed = Buffer.from(
      this.genuine.of(cursor, () => this.verified(cursor).toString('base64url')),
      'base64url',
    );
    if (!signed.subarray(0, SCOPE_BYTES).equals(this.scopeDigest(scope))) {
      throw badRequest(
        `The cursor ${shown(cursor)} belongs to a list with other filters; take it from an answer to these`,
      );
    }
    const [after, ...keys] = JSON.parse(signed.subarray(SCOPE_BYTES).toString()) as [number, ...unknown[]];
    return { scope, keys, direction: after === 1 ? 'after' : 'before' };
  }

  /** Verifies the MAC and returns the data that it covers. */
  private verified(cursor: string): Buffer {
    const bytes = cursor.length <= MAX_LENGTH ? Buffer.from(cursor, 'base64url') : Buffer.alloc(0);
    const signed = bytes.subarray(MAC_BYTES);
    // The decoder accepts other alphabets and spare bits; only the canonical encoding is accepted here.
    const genuine =
      signed.length > SCOPE_BYTES &&
      bytes.toString('base64url') === cursor &&
      timingSafeEqual(bytes.subarray(0, MAC_BYTES), this.digest('cursor', signed, MAC_BYTES));
    if (!genuine)
      throw badRequest(`The cursor ${shown(cursor)} was changed; take it from paging.before or paging.after`);
    return signed;
  }

  private scopeDigest(scope: string): Buffer {
    return this.scopes.of(scope, () => this.digest('scope', Buffer.from(scope), SCOPE_BYTES));
  }

  private digest(purpose: 'cursor' | 'scope', content: Buffer, bytes: number): Buffer {
    return createHmac('sha256', this.key).update(`${purpose}\0`).update(content).digest().subarray(0, bytes);
  }
}

function shown(cursor: string): string {
  return JSON.stringify(cursor.length > 40 ? `${cursor.slice(0, 40)}…` : cursor);
}
