import { type AppError, badRequest } from '../app-error';

const PLAIN_KEY = /^[^.[\]"\s]+$/;

/** Appends a step to a path such as `columns[0].name`; keys with dots, brackets or spaces are quoted. */
export function childPath(parent: string, step: string | number): string {
  if (typeof step === 'number') return `${parent}[${step}]`;
  const key = PLAIN_KEY.test(step) ? step : JSON.stringify(step.length > 256 ? `${step.slice(0, 256)}…` : step);
  return parent ? `${parent}.${key}` : key;
}

/** Maximum length of a number in characters; a double needs fewer than 800 to be written exactly. */
export const MOST_DIGITS = 1_000;
/** Maximum length of a key in characters, as written. */
export const LONGEST_KEY = 1_024;
/** Maximum nesting depth of a body: the body itself is level 1. */
export const MAX_DEPTH = 64;

/** 400 for an error at one location of a body; the empty path is the body itself. */
export function jsonFault(path: string, message: string): AppError {
  return badRequest(path ? `${path}: ${message}` : `The body ${message}`, [{ field: path, message }]);
}

export const tooDeep = (path: string) => jsonFault(path, `is nested deeper than ${MAX_DEPTH} levels`);
export const holdsNull = (path: string) => jsonFault(path, 'holds U+0000, which no string may');
export const holdsLoneSurrogate = (path: string) => jsonFault(path, 'holds half of a surrogate pair, which is no text');
export const notFinite = (path: string) => jsonFault(path, 'is a number too large to be held');
export const longNumber = (path: string) =>
  jsonFault(path, 'is a number too large to be held: it has more than 1,000 characters');
export const longText = (path: string) =>
  jsonFault(path, 'is a string of more than 4,194,304 characters, the longest that is read');
export const longKey = (path: string) =>
  jsonFault(path, 'holds a key of more than 1,024 characters, the longest that is read');
/** Maximum number of members of one object: each key is checked for duplicates among the earlier ones. */
export const MOST_MEMBERS = 100_000;

export const manyMembers = (path: string) =>
  jsonFault(path, `has more than ${MOST_MEMBERS} members, the most that one object may have`);
export const forbiddenKey = (path: string) => jsonFault(path, 'is a key that no object may have');

/** Its digits would change silently: beyond ±(2^53 − 1) not every integer can be represented. */
export const inexactInteger = (path: string) =>
  jsonFault(path, 'is an integer that cannot be held exactly; send it as a string');

export const duplicateKey = (path: string, key: string) =>
  jsonFault(path, `is given twice: the key ${JSON.stringify(key.slice(0, 256))} must stand once`);
