import { isUuid } from '@app/common';
import { LONGEST_TEXT } from '../../definition/limits';

const REFERENCE_MEMBERS = new Set([
  'id',
  'type',
  'name',
  'fullyQualifiedName',
  'displayName',
  'description',
  'deleted',
  'inherited',
  'href',
]);

/**
 * The error of a reference to an entity of one of these types, or undefined. Accepts `{id, type}`, `{fullyQualifiedName, type}`, an
 * FQN or an id. The entity is looked up later, in the transaction.
 */
export function referenceFault(data: unknown, types: readonly string[]): string | undefined {
  if (typeof data === 'string') return nameFault(data);
  const forms = `must be a reference to a ${types.join(' or ')}: {"id", "type"}, {"fullyQualifiedName", "type"}, an FQN or an id`;
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return forms;
  const reference = data as Record<string, unknown>;
  const unknown = Object.keys(reference).find((key) => !REFERENCE_MEMBERS.has(key));
  if (unknown !== undefined) return `has the unknown member "${unknown.slice(0, 256)}"; ${forms}`;
  if (typeof reference.id !== 'string' && typeof reference.fullyQualifiedName !== 'string') return forms;
  if (reference.id !== undefined && !isUuid(reference.id)) return 'has an id that is not a UUID';
  if (reference.type !== undefined && !types.includes(reference.type as string)) {
    return `has the type ${JSON.stringify(reference.type)?.slice(0, 100)}; allowed: ${types.join(', ')}`;
  }
  return typeof reference.fullyQualifiedName === 'string' ? nameFault(reference.fullyQualifiedName) : undefined;
}

function nameFault(text: string): string | undefined {
  if (text === '') return 'must not be empty';
  return text.length > LONGEST_TEXT ? `has ${text.length} characters; at most ${LONGEST_TEXT} are allowed` : undefined;
}
