import { randomUUID } from 'node:crypto';

const USABLE = /^[!-~]{1,128}$/;

/** The caller's X-Request-Id if it is 1 to 128 characters of U+0021 to U+007E, else a new one. */
export function requestId(sent: string | readonly string[] | undefined): string {
  return typeof sent === 'string' && USABLE.test(sent) ? sent : randomUUID();
}
