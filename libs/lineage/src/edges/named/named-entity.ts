import { isUuid } from '@app/common';
import type { SentReference } from '../edge-schema';

/** An entity reference in a request: one of these types, by id or by FQN. */
export interface NamedEntity {
  /** Location in the request, for errors: `edge.toEntity`. */
  readonly field: string;
  readonly types: readonly string[];
  readonly id?: string;
  readonly fqn?: string;
}

export function namedEntity(field: string, types: readonly string[], sent: SentReference): NamedEntity {
  if (typeof sent === 'string')
    return isUuid(sent) ? { field, types, id: sent.toLowerCase() } : { field, types, fqn: sent };
  const { id, type, fullyQualifiedName } = sent;
  const allowed = type === undefined ? types : [type];
  return typeof id === 'string'
    ? { field, types: allowed, id: id.toLowerCase() }
    : { field, types: allowed, fqn: fullyQualifiedName ?? '' };
}
