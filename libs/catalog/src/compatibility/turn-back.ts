import { isObject, sameJson } from '@app/common';

/**
 * Carries a change of a shown document over to the original: what was left unchanged is as in the original, also where that was shown
 * differently or not at all; what was changed is as it was sent.
 * @param original a value
 * @param shown the same value, as it was shown
 * @param changed what the shown value has become
 */
export function turnBack(original: unknown, shown: unknown, changed: unknown): unknown {
  if (sameJson(shown, changed)) return original;
  if (Array.isArray(original) && Array.isArray(shown) && Array.isArray(changed))
    return turnBackItems(original, shown, changed);
  if (isObject(original) && isObject(shown) && isObject(changed)) return turnBackMembers(original, shown, changed);
  return changed;
}

type Members = Readonly<Record<string, unknown>>;

function turnBackMembers(original: Members, shown: Members, changed: Members): Members {
  const unshown = Object.entries(original).filter(([name]) => !Object.hasOwn(shown, name));
  const kept = Object.entries(changed).map(
    ([name, value]) =>
      [name, Object.hasOwn(shown, name) ? turnBack(original[name], shown[name], value) : value] as const,
  );
  return Object.fromEntries([...unshown, ...kept].filter(([, value]) => value !== undefined));
}

/** An item is matched if it is as it was shown, else by its name, else by its index in a list of the same length. */
function turnBackItems(
  original: readonly unknown[],
  shown: readonly unknown[],
  changed: readonly unknown[],
): unknown[] {
  if (original.length !== shown.length) return [...changed, ...unshownItems(original, shown)];
  return changed.map((item, i) => {
    const at = placeOf(item, i, shown, changed.length);
    return at < 0 ? item : turnBack(original[at], shown[at], item);
  });
}

/** Where items were left out, those shown are as in the original. */
function unshownItems(original: readonly unknown[], shown: readonly unknown[]): unknown[] {
  return original.filter((item) => !shown.some((one) => sameJson(one, item)));
}

function placeOf(item: unknown, i: number, shown: readonly unknown[], length: number): number {
  if (sameJson(shown[i], item)) return i;
  const same = shown.findIndex((one) => sameJson(one, item));
  if (same >= 0) return same;
  const name = isObject(item) ? item.name : undefined;
  if (name === undefined) return length === shown.length ? i : -1;
  return shown.findIndex((one) => isObject(one) && one.name === name);
}
