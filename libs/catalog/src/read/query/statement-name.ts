import { createHash } from 'node:crypto';

/** PostgreSQL compares only the first 63 bytes of prepared statement names. */
const MOST_BYTES = 63;

/** Builds a prepared statement name from parts of plain ASCII; a long name ends in a digest of the whole. */
export function statementName(...parts: readonly string[]): string {
  const name = parts.filter((part) => part !== '').join('-');
  if (name.length <= MOST_BYTES) return name;
  const digest = createHash('sha256').update(name).digest('base64url').slice(0, 22);
  return `${name.slice(0, MOST_BYTES - digest.length - 1)}~${digest}`;
}
