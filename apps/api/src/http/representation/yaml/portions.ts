/** The most that is written at a time, some 5 ms of work: a value counts 1, and each so many characters of its texts as well. */
const MOST_WEIGHT = 1_000;
const CHARACTERS = 400;

/** Whether a value is written piece by piece. */
export function isLong(value: unknown): value is object {
  return typeof value === 'object' && value !== null && weightOf(value, MOST_WEIGHT) > MOST_WEIGHT;
}

/** Items in portions that are not long, in their order; one that is long by itself is a portion. */
export function* portions<Item>(
  items: readonly Item[],
  valueOf: (item: Item) => unknown = (item) => item,
): Generator<readonly Item[]> {
  let portion: Item[] = [];
  let weight = 0;
  for (const item of items) {
    const more = weightOf(valueOf(item), MOST_WEIGHT);
    if (portion.length > 0 && weight + more > MOST_WEIGHT) {
      yield portion;
      portion = [];
      weight = 0;
    }
    portion.push(item);
    weight += more;
  }
  if (portion.length > 0) yield portion;
}

/** The weight of a value; it is not looked at further once it is over `most`. */
function weightOf(value: unknown, most: number): number {
  if (typeof value === 'string') return 1 + Math.floor(value.length / CHARACTERS);
  if (typeof value !== 'object' || value === null) return 1;
  let weight = 1;
  for (const member of Array.isArray(value) ? (value as unknown[]) : Object.values(value)) {
    weight += weightOf(member, most - weight);
    if (weight > most) break;
  }
  return weight;
}
