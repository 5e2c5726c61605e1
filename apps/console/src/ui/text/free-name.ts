/**
 * The first of `base`, `base (2)`, `base (3)` and so on that is not taken.
 *
 * @param most characters of the name; a longer base is cut so that its number fits
 */
export function freeName(base: string, taken: ReadonlySet<string>, most: number): string {
  for (let count = 1; ; count += 1) {
    const number = count === 1 ? '' : ` (${count})`;
    const name = base.slice(0, most - number.length) + number;
    if (!taken.has(name)) return name;
  }
}
