import { badRequest } from '@app/common';
import type { AppError } from '@app/common';

/** Longest part of what was sent that a message repeats. */
const MOST_SHOWN = 100;

/** 400 for something wrong at one place of a filter or an aggregation: `query_filter.bool.must[2].script: …`. */
export function refused(path: string, message: string): AppError {
  return badRequest(`${path}: ${message}`, [{ field: path, message }]);
}

/** A value of the caller's, short enough for a message. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

/** 400 that says what may stand there instead. */
export function notAllowed(path: string, allowed: readonly string[]): AppError {
  return refused(path, `is not allowed here; allowed are ${allowed.join(', ')}`);
}
