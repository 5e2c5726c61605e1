import { forbiddenKey, holdsLoneSurrogate, holdsNull, jsonFault, MAX_DEPTH, notFinite, tooDeep } from './json-fault';
import { childPath } from './json-path';

/** With the flag u a whole pair is one character, so only halves match. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** False for U+0000 and for half of a surrogate pair, which PostgreSQL takes in no text. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && !LONE_SURROGATE.test(text);
}

function checkText(text: string, path: string): void {
  if (text.includes('\0')) throw holdsNull(path);
  if (LONE_SURROGATE.test(text)) throw holdsLoneSurrogate(path);
}

function checkObject(value: object, path: string, depth: number): void {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw jsonFault(path, `is a ${value.constructor.name}, which JSON does not have`);
  }
  for (const [key, child] of Object.entries(value)) {
    checkText(key, path);
    const place = childPath(path, key);
    if (key === '__proto__') throw forbiddenKey(place);
    check(child, place, depth);
  }
}

function check(value: unknown, path: string, depth: number): void {
  if (typeof value === 'string') checkText(value, path);
  else if (typeof value === 'number' && !Number.isFinite(value)) throw notFinite(path);
  else if (typeof value === 'object' && value !== null) {
    if (depth === MAX_DEPTH) throw tooDeep(path);
    if (Array.isArray(value)) value.forEach((child, at) => check(child, childPath(path, at), depth + 1));
    else checkObject(value, path, depth + 1);
  } else if (!['boolean', 'number'].includes(typeof value) && value !== null) {
    throw jsonFault(path, `is a ${typeof value}, which JSON does not have`);
  }
}

/**
 * Holds a value that did not come from JSON text (YAML, a patch's outcome) to the rules of `parseStrictJson` that a value
 * can still break. The depth is bounded, so the recursion is.
 *
 * @throws {AppError} BAD_REQUEST that names the place
 */
export function checkJsonValue(value: unknown): void {
  check(value, '', 0);
}
