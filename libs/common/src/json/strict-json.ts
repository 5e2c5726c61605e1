import { jsonFault } from './json-fault';
import { JsonScanner } from './json-scanner';
import { parsePlainJson } from './plain-json';
import type { ValueBudget } from './value-budget';

/** A longer part of the text does not make the message clearer. */
const MAX_REASON = 200;

export const notUtf8 = () => jsonFault('', 'is not valid UTF-8');

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** @throws {AppError} BAD_REQUEST for invalid UTF-8 */
export function decodeUtf8(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw notUtf8();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw jsonFault('', `is not valid JSON: ${reason.slice(0, MAX_REASON)}`);
  }
}

/**
 * Parses a JSON document that will be stored and returned: values that cannot be preserved exactly are refused, never
 * changed. Refused are: invalid UTF-8, U+0000 and lone surrogates in strings and keys, duplicate keys, the key
 * `__proto__`, more than 64 levels, numbers that are not finite, integers whose digits would change (beyond ±(2^53 −
 * 1) only integers that a double represents exactly are accepted; for integer fields the schema additionally requires
 * `Number.isSafeInteger`). A byte order mark is skipped. Time is linear in the length.
 *
 * @param budget of the body that the text is a part of
 * @throws {AppError} BAD_REQUEST naming the location; also for more values than the budget allows
 */
export function parseStrictJson(bytes: Buffer, budget?: ValueBudget): unknown {
  const text = decodeUtf8(bytes);
  const plain = parsePlainJson(text, budget);
  if (plain !== undefined) return plain;
  // Scan first: JSON.parse would build a value of any depth.
  new JsonScanner(text, budget).check();
  return parse(text);
}
