/** A name as a part of a path: quoted when it has a dot (or a quote, which is doubled), so that a path splits one way. */
export function pathPart(name: string): string {
  return /[."]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}

/** The path of a thing below `parent` (itself a path; empty at the top). */
export function childPath(parent: string, name: string): string {
  return parent === '' ? pathPart(name) : `${parent}.${pathPart(name)}`;
}
