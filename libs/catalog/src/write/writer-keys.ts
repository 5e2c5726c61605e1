import { tokenKey } from '@app/database';
import type { IdempotencyToken } from '@app/database';
import type { EntityType } from '../definition/entity-type';
import type { EntityKey } from '../read/entity.repository';

/** The key under which writers of one entity wait for each other, by what they call it. */
export function writerKey(type: string, key: EntityKey): string {
  return 'id' in key ? `entity ${key.id}` : `${type} ${key.fqn}`;
}

/** Those of a body: before its parents are found its name has to do, with its parents as they are written. */
export function bodyKeys(
  { type, parents }: EntityType,
  body: Readonly<Record<string, unknown>>,
  token?: IdempotencyToken,
): string[] {
  const place = parents.map(({ property }) => nameOf(body[property]));
  const key = JSON.stringify([type, ...place, body.name]);
  return token ? [tokenKey(token), key] : [key];
}

function nameOf(parent: unknown): unknown {
  if (typeof parent !== 'object' || parent === null) return parent;
  const { id, fullyQualifiedName } = parent as { id?: unknown; fullyQualifiedName?: unknown };
  return id ?? fullyQualifiedName;
}
