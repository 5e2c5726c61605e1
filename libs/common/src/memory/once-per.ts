/**
 * What is made of an object that does not change is made once, also where it comes to undefined, and goes with the object.
 * @param make called with each object the first time
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
