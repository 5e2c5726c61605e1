const LONGEST = 256;

/** The name, or where it is taken one with a number behind it; at most 256 characters. Takes it. */
export function uniqueName(name: string, taken: Set<string>): string {
  let unique = name;
  for (let count = 2; taken.has(unique); count++) unique = `${[...name].slice(0, LONGEST - 8).join('')} (${count})`;
  taken.add(unique);
  return unique;
}
