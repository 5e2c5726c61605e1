import { createHash } from 'node:crypto';

/** PostgreSQL tells names of prepared statements apart by their first 63 bytes. */
const MOST_BYTES = 63;

/** The name of a prepared statement that is made of parts, each of plain ASCII; a long one ends in a digest of the whole. */
export function statementName(...parts: readonly string[]): string {
  const name = parts.filter((part) => part !== '').join('-');
  if (name.length <= MOST_BYTES) return name;
  const digest = createHash('sha256').update(name).digest('base64url').slice(0, 22);
  return `${name.slice(0, MOST_BYTES - digest.length - 1)}~${digest}`;
}
