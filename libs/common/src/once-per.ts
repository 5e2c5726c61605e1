/** A function that makes something at its first call, of what does not change, and gives it at each. What it throws is passed on. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/**
 * A function that makes something of an object once. Later calls with the same object give what was made then, also where that is undefined.
 *
 * Objects are compared by identity, not by content, so one may not change after its first use. What was made goes with its object:
 * there is no limit to set, as `KnownValues` has.
 *
 * @param make is called with an object that is new. What it throws is passed on, and it is called again then.
 */
export function oncePer<Of extends object, T>(make: (of: Of) => T): (of: Of) => T {
  const known = new WeakMap<Of, T>();

  return (of) => {
    const found = known.get(of);
    if (found !== undefined || known.has(of)) return found as T;

    const made = make(of);
    known.set(of, made);
    return made;
  };
}
