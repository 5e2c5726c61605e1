import { createHash } from 'node:crypto';

/** Types are declared in code and have no row: their ids are derived from their names, identical in every catalog. */
const NAMESPACE = 'metadata-catalog/type/';

/** A UUID of version 8 (RFC 9562), derived from a digest. */
export function typeId(name: string): string {
  const digest = createHash('sha256').update(NAMESPACE).update(name).digest();
  digest[6] = ((digest[6] as number) & 0x0f) | 0x80;
  digest[8] = ((digest[8] as number) & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
