import { isObject } from '@app/common';
import type { EntityType } from '../definition/entity-type';

type Members = Readonly<Record<string, unknown>>;

/**
 * The body of a PUT by a client of the OpenMetadata API, with what is stored and it cannot name: its models lack these members, so that their
 * absence says nothing.
 */
export function withUnnamed({ compatible }: EntityType, current: Members, body: Members): Members {
  const kept = Object.entries(compatible.keptByPut ?? {}).flatMap(([attribute, names]) => {
    const [stored, sent] = [current[attribute], body[attribute]];
    const whole = typeof names === 'function' ? names(stored, sent) : completed(stored, sent ?? {}, names);
    return whole !== undefined ? [[attribute, whole] as const] : [];
  });
  return kept.length ? { ...body, ...Object.fromEntries(kept) } : body;
}

/** The object as sent, with those of its members that are stored and not named; undefined where there are none. */
function completed(stored: unknown, sent: unknown, names: readonly string[]): Members | undefined {
  if (!isObject(stored) || !isObject(sent)) return undefined;
  const unnamed = names.filter((name) => stored[name] !== undefined && sent[name] === undefined);
  return unnamed.length ? { ...sent, ...Object.fromEntries(unnamed.map((name) => [name, stored[name]])) } : undefined;
}
