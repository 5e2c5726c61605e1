/**
 * Names whose position differs between two lists. Names present in only one list are removed first, so that a missing
 * or additional column does not shift all that follow. Returns each such name with both positions, starting at 1.
 */
export function outOfPlace(
  expected: readonly string[],
  actual: readonly string[],
): Map<string, { expected: number; actual: number }> {
  const listed = new Set(expected);
  const inBoth = new Set(actual.filter((name) => listed.has(name)));
  const places = new Map(firstOnes(actual, inBoth).map((name, index) => [name, index + 1]));
  const moved = firstOnes(expected, inBoth).map((name, index) => {
    return [name, { expected: index + 1, actual: places.get(name) ?? 0 }] as const;
  });
  return new Map(moved.filter(([, place]) => place.expected !== place.actual));
}

function firstOnes(names: readonly string[], wanted: ReadonlySet<string>): string[] {
  return [...new Set(names)].filter((name) => wanted.has(name));
}
