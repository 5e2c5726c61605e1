/** Maximum number of names listed in a message. */
const MOST_SHOWN = 20;
const MOST_NEAR = 5;
const MOST_TYPOS = 3;

/** The number of name comparisons that allowedHint needs. */
export function hintCost(names: readonly string[]): number {
  return names.length > MOST_SHOWN ? names.length : 0;
}

/** The allowed names for a message about `wrong`: all if few, else the nearest ones and the total. */
export function allowedHint(wrong: string, names: readonly string[]): string {
  if (names.length === 0) return 'allowed: none, it has no columns here';
  if (names.length <= MOST_SHOWN) return `allowed: ${names.join(', ')}`;
  const near = nearNames(wrong, names);
  return near.length > 0 ? `near names of the ${names.length} allowed: ${near.join(', ')}` : allowedCount(names);
}

/** A hint without name comparisons, for when many names are wrong. */
export function allowedCount(names: readonly string[]): string {
  return `allowed: one of ${names.length} columns (${names.slice(0, 3).join(', ')} …)`;
}

/** The columns that a name could mean, where they are several: then it means none. */
export function couldBe(among: readonly { readonly name: string }[]): string {
  return among.length === 0 ? '' : `: it could be any of ${among.map(({ name }) => name).join(' and ')}`;
}

/** Likely intended names, nearest first: other case, a typo or two, a part of the name. */
function nearNames(wrong: string, names: readonly string[]): string[] {
  const plain = wrong.toLowerCase();
  const most = Math.min(MOST_TYPOS, Math.max(1, Math.floor(plain.length / 3)));
  return names
    .map((name) => ({ name, distance: distanceOf(plain, name.toLowerCase(), most) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST_NEAR)
    .map(({ name }) => name);
}

function distanceOf(a: string, b: string, most: number): number {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length >= 3 && long.includes(short)) return Math.min(most, long.length - short.length);
  return long.length - short.length > most ? Infinity : editDistance(short, long, most);
}

/** Levenshtein distance, one row at a time; Infinity as soon as it is more than `most`. */
function editDistance(a: string, b: string, most: number): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    row = nextRow(row, a[i - 1] as string, b, i, most);
    if (Math.min(...row) > most) return Infinity;
  }
  return row[b.length] as number;
}

/** Only cells at most `most` off the diagonal can be on a path of that length. */
function nextRow(row: readonly number[], letter: string, b: string, i: number, most: number): number[] {
  const next = new Array<number>(b.length + 1).fill(Infinity);
  if (i <= most) next[0] = i;
  for (let j = Math.max(1, i - most); j <= Math.min(b.length, i + most); j++) {
    const replaced = (row[j - 1] as number) + (letter === b[j - 1] ? 0 : 1);
    next[j] = Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1);
  }
  return next;
}
