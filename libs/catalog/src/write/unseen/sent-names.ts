import { isObject } from '@app/common';
import type { EntityType } from '../../definition/entity-type';
import { FREE } from '../../read/visibility/mentions';
import { isHidden, type Hidden } from '../../read/visibility/without-hidden';

type Body = Record<string, unknown>;

/** Relations, labels and extensions are looked up, and refused. */
const LOOKED_UP = new Set(['tags', ...FREE]);

/** The members of a body of which nobody looks up what they name. */
export function unresolved({ attributes }: EntityType, body: Body): Body {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name in attributes && !LOOKED_UP.has(name)));
}

/**
 * Leaves out of a body what no answer would show its writer: what it names stays as it is stored, and is not added by who does not see
 * it. So the same comes of it where the entity has the name already, where it has not, and where there is nothing of that name. The body is
 * changed in place, since it is known what its objects are copies of.
 */
export function dropUnseen(entityType: EntityType, body: Body, hidden: Hidden): void {
  for (const [name, value] of Object.entries(unresolved(entityType, body))) {
    if (isHidden(hidden, value, false, name)) delete body[name];
    else dropInside(value, hidden, name);
  }
}

function dropInside(value: unknown, hidden: Hidden, member: string): void {
  const isUnseen = (one: unknown, name: string): boolean => !isLabel(one) && isHidden(hidden, one, false, name);
  if (Array.isArray(value)) {
    const left = value.filter((one) => !isUnseen(one, member));
    if (left.length < value.length) value.splice(0, value.length, ...left);
    for (const one of left) dropInside(one, hidden, member);
  } else if (isObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      if (FREE.has(name)) continue;
      if (isUnseen(inner, name)) delete value[name];
      else dropInside(inner, hidden, name);
    }
  }
}

const isLabel = (value: unknown): boolean => isObject(value) && 'tagFQN' in value;
