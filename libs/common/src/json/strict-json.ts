import { badRequest } from '../app-error';
import { JsonScanner } from './json-scanner';

/** A longer part of the text is no help in a message. */
const MAX_REASON = 200;

/** @throws {AppError} BAD_REQUEST for what is no UTF-8 */
export function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badRequest('The body is not valid UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw badRequest(`The body is not valid JSON: ${reason.slice(0, MAX_REASON)}`);
  }
}

/**
 * Parses a JSON document as one that will be stored and given back must be read: what cannot be kept as it is, is
 * refused, never changed. That is: invalid UTF-8, U+0000 and lone surrogates in strings and keys, a key twice in an
 * object, the key `__proto__`, more than 64 levels, numbers that are not finite, integers whose digits would change
 * (beyond ±(2^53 − 1) only those are taken that a double holds exactly; where an integer is due the schema asks for
 * `Number.isSafeInteger` on top). A byte order mark is skipped. Time is linear in the length.
 *
 * @throws {AppError} BAD_REQUEST that names the place
 */
export function parseStrictJson(bytes: Buffer): unknown {
  const text = decodeUtf8(bytes);
  // First the scan: JSON.parse would build a value of any depth.
  new JsonScanner(text).check();
  return parse(text);
}
