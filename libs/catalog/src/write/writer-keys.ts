import { tokenKeys, type IdempotencyToken } from '@app/database';
import type { EntityType } from '../definition/entity-type';
import type { EntityKey } from '../read/entity.repository';

/** The key that serialises writers of one entity, by how they name it. */
export function writerKey(type: string, key: EntityKey): string {
  return 'id' in key ? `entity ${key.id}` : `${type} ${key.fqn}`;
}

/** The keys of a body: its own name, since its parents are not resolved yet, with the parents as given. */
export function bodyKeys(
  { type, parents }: EntityType,
  body: Readonly<Record<string, unknown>>,
  token?: IdempotencyToken,
): string[] {
  const place = parents.map(({ property }) => nameOf(body[property]));
  const key = JSON.stringify([type, ...place, body.name]);
  return [...tokenKeys(token), key];
}

function nameOf(parent: unknown): unknown {
  if (typeof parent !== 'object' || parent === null) return parent;
  const { id, fullyQualifiedName } = parent as { id?: unknown; fullyQualifiedName?: unknown };
  return id ?? fullyQualifiedName;
}
