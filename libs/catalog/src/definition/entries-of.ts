const made = new WeakMap<object, readonly (readonly [string, unknown])[]>();

/** `Object.entries` of what a type defines, which does not change: made once, since each write goes through all attributes several times. */
export function entriesOf<Definition>(
  definitions: Readonly<Record<string, Definition>>,
): readonly (readonly [name: string, definition: Definition])[] {
  let entries = made.get(definitions) as readonly (readonly [string, Definition])[] | undefined;
  if (!entries) made.set(definitions, (entries = Object.entries(definitions)));
  return entries;
}
