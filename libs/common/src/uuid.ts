import { createHash } from 'node:crypto';
import { invalidFields } from './app-error';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

/** A UUID of version 8 (RFC 9562) that follows from a text: the same each time. */
export function uuidOfText(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}

/**
 * Reads UUIDs with commas between them, each once, in lower case.
 *
 * @param field for the errors
 * @throws {AppError} BAD_REQUEST
 */
export function uuidList(field: string, text: string, most: number): string[] {
  const ids = [...new Set(text.split(',').map((id) => id.trim().toLowerCase()))];
  if (!ids.every((id): boolean => isUuid(id)))
    throw invalidFields([{ field, message: 'must be UUIDs, with commas between them' }]);
  if (ids.length > most) throw invalidFields([{ field, message: `has ${ids.length} ids; at most ${most} at a time` }]);
  return ids;
}
