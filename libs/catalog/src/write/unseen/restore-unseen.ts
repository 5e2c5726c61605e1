import { copyOfJson, groupBy, isObject, sameJson } from '@app/common';
import type { Positions } from '../../visibility/without-hidden';
import { isNothing, nameTexts } from './json-likeness';
import { matchItems, type Origins } from './match-items';

/** How what was sent hangs together with what is stored. */
export interface Ties {
  /** The positions of the items that were shown in what is stored. */
  readonly positions: Positions;
  /** The origins of objects that were sent, where they are known to be copies of what was shown. */
  readonly origins?: Origins;
}

/**
 * The value to store where a writer who sees part of a value sends it changed. Parts that are sent as they were shown stay as they are
 * stored; those that the writer changed or took away are changed or gone; those that were not shown stay where the object or list that it
 * is part of does. Items that were not shown stay behind those that they followed. Neither argument is changed, and the result shares
 * nothing with the stored value.
 * @param stored the whole value
 * @param shown what the writer sees of it
 */
export function restoreUnseen(stored: unknown, shown: unknown, sent: unknown, ties: Ties): unknown {
  return new Restorer(ties.positions, ties.origins ?? new WeakMap<object, object>()).value(stored, shown, sent);
}

class Restorer {
  constructor(
    private readonly positions: Positions,
    private readonly origins: Origins,
  ) {}

  value(stored: unknown, shown: unknown, sent: unknown): unknown {
    if (sameJson(stored, shown)) return sent;
    if (sent == null && showsNothing(shown)) return copyOfJson(stored);
    if (Array.isArray(stored)) return this.list(stored, shown, sent);
    if (isObject(stored) && isObject(shown)) return isObject(sent) ? this.members(stored, shown, sent) : sent;
    const isUnchanged =
      shown === undefined ? nameTexts(stored).some((text) => nameTexts(sent).includes(text)) : sameJson(shown, sent);
    return isUnchanged ? copyOfJson(stored) : sent;
  }

  private members(stored: Json, shown: Json, sent: Json): Json {
    const restored = Object.entries(stored).flatMap(([name, value]): [string, unknown][] => {
      const member = this.value(value, own(shown, name), own(sent, name));
      return member === undefined ? [] : [[name, member]];
    });
    // Not by assignment, which a member of the name `__proto__` would not survive.
    return Object.fromEntries([...Object.entries(sent), ...restored]);
  }

  private list(stored: readonly unknown[], shown: unknown, sent: unknown): unknown {
    if (sent != null && !Array.isArray(sent)) return sent;
    const items = this.items(stored, Array.isArray(shown) ? shown : [], sent ?? []);
    return items.length || Array.isArray(sent) ? items : sent;
  }

  private items(stored: readonly unknown[], shown: readonly unknown[], sent: readonly unknown[]): unknown[] {
    const positions = this.positions.get(shown) ?? [];
    const matches = matchItems(shown, sent, this.origins);
    const { unseen, behind } = unseenItems(stored, positions, matches);
    const names = new Set(unseen.flatMap(nameTexts));
    const restored = sent.flatMap((item, at) => {
      const index = matches.get(at);
      // Naming a hidden item adds nothing to it.
      if (index === undefined) return nameTexts(item).some((text) => names.has(text)) ? [] : [item];
      return [this.value(stored[positions[index] as number], shown[index], item), ...(behind.get(at) ?? [])];
    });
    return [...(behind.get(FRONT) ?? []), ...restored];
  }
}

type Json = Record<string, unknown>;

/** Stands for the item that an item follows, where it is the first one. */
const FRONT = -1;

interface UnseenItems {
  readonly unseen: readonly unknown[];
  /** Position of an item that was sent → those that follow it. */
  readonly behind: ReadonlyMap<number, readonly unknown[]>;
}

function unseenItems(
  stored: readonly unknown[],
  positions: readonly number[],
  matches: ReadonlyMap<number, number>,
): UnseenItems {
  const seen = new Set(positions);
  const sentAt = new Map([...matches].map(([at, index]) => [positions[index], at]));
  const placed: { readonly item: unknown; readonly after: number }[] = [];
  let after = FRONT;
  for (const [position, item] of stored.entries()) {
    after = sentAt.get(position) ?? after;
    if (!seen.has(position)) placed.push({ item: copyOfJson(item), after });
  }
  const groups = groupBy(placed, (one) => one.after);
  const behind = new Map([...groups].map(([at, group]) => [at, group.map(({ item }) => item)]));
  return { unseen: placed.map(({ item }) => item), behind };
}

/** Whether its reader sees nothing in it that could be taken away. */
function showsNothing(shown: unknown): boolean {
  return isNothing(shown) || (isObject(shown) && Object.values(shown).every(showsNothing));
}

/** Extensions may have members such as `toString`. */
function own(object: Json, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** A copy of a JSON value that remembers of what each of its objects and lists is the copy. */
export function copyWithOrigins<Value>(value: Value, origins: Origins): Value {
  if (typeof value !== 'object' || value === null) return value;
  const copy: object = Array.isArray(value)
    ? value.map((item: unknown) => copyWithOrigins(item, origins))
    : Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyWithOrigins(member, origins)]));
  origins.set(copy, value);
  return copy as Value;
}
