import type { BoundQuery } from '../query/bound-query';
import { NONE } from './query-shape';
import { leavesOf } from './searched-field';

/** The field, or for an object any of its leaves, has a value. */
export function bindExists(field: string, boost = 1): BoundQuery {
  const fields = leavesOf(field);
  return fields.length === 0 ? NONE : { kind: 'exists', fields, boost };
}
