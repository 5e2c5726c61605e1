import { isObject } from '@app/common';
import type { EntityType } from '../../definition/entity-type';
import { FREE } from '../../visibility/mentions';
import { isHidden, type Hidden } from '../../visibility/without-hidden';

type Body = Record<string, unknown>;

/** Relations, labels and extensions are looked up, and refused. */
const LOOKED_UP = new Set(['tags', ...FREE]);

/** The members of a body whose names are not looked up. */
export function unresolved({ attributes }: EntityType, body: Body): Body {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name in attributes && !LOOKED_UP.has(name)));
}

/**
 * Leaves out of a body what no answer would show its writer: what it names stays as it is stored, and is not added by who does not see
 * it. So the same comes of it where the entity has the name already, where it has not, and where there is nothing of that name. The body is
 * changed in place, since it is known what its objects are copies of.
 */
export function dropUnseen(entityType: EntityType, body: Body, hidden: Hidden): void {
  for (const name of Object.keys(unresolved(entityType, body))) dropMember(body, name, hidden);
}

/** A list of which nothing is left is not sent. */
function dropMember(object: Body, name: string, hidden: Hidden): void {
  const value = object[name];
  const isFilled = Array.isArray(value) && value.length > 0;
  if (isUnseen(value, name, hidden)) delete object[name];
  else dropInside(value, name, hidden);
  if (isFilled && !value.length) delete object[name];
}

function dropInside(value: unknown, member: string, hidden: Hidden): void {
  if (Array.isArray(value)) {
    const left = value.filter((one) => !isUnseen(one, member, hidden));
    if (left.length < value.length) value.splice(0, value.length, ...left);
    for (const one of left) dropInside(one, member, hidden);
  } else if (isObject(value)) {
    for (const name of Object.keys(value)) if (!FREE.has(name)) dropMember(value, name, hidden);
  }
}

function isUnseen(value: unknown, member: string, hidden: Hidden): boolean {
  const isLabel = isObject(value) && 'tagFQN' in value;
  return !isLabel && isHidden(hidden, value, false, member);
}
