/** Characters of JSON that the items of one list of an answer may have together: about 3,000 words of a model. */
const LIST_CHARACTERS = 12_000;
/** Items of a list. */
export const MOST_ITEMS = 50;

/** A text of at most so many characters. */
export function shortened(text: unknown, most = 300): string | undefined {
  if (typeof text !== 'string' || text === '') return undefined;
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** The items of a list that fit, from the front, and how many were left out. @param characters of JSON that they may have together */
export function fitting<T>(
  items: readonly T[],
  most = MOST_ITEMS,
  characters = LIST_CHARACTERS,
): { readonly shown: T[]; readonly omitted: number } {
  const shown: T[] = [];
  let room = characters;
  for (const item of items.slice(0, most)) {
    // With the comma behind it.
    room -= JSON.stringify(item).length + 1;
    if (room < 0) break;
    shown.push(item);
  }
  return { shown, omitted: items.length - shown.length };
}

/**
 * Lists that fit, by their names, and `omitted`: how many items each lacks, where any does.
 * @param lacking items that a list lacks already
 */
export function fittingLists(
  lists: Readonly<Record<string, readonly unknown[] | undefined>>,
  lacking: Readonly<Record<string, number>> = {},
): Record<string, unknown> {
  const fit = Object.entries(lists).flatMap(([name, items]) => {
    if (!items?.length) return [];
    const { shown, omitted } = fitting(items);
    return [{ name, shown, omitted: omitted + (lacking[name] ?? 0) }];
  });
  const left = fit.filter(({ omitted }) => omitted > 0).map(({ name, omitted }) => [name, omitted]);
  return {
    ...Object.fromEntries(fit.map(({ name, shown }) => [name, shown])),
    ...(left.length > 0 && { omitted: Object.fromEntries(left) as object }),
  };
}

/** Characters for the names of the lists, and the numbers of items that they lack. */
const FRAME_CHARACTERS = 200;

/**
 * Members, and as many items of lists as fit into an answer of 12,000 characters; what the first list leaves is the others'. `omitted` says how
 * many items each lacks.
 * @param lacking items that a list lacks already
 */
export function fittingAnswer(
  members: object,
  lists: Readonly<Record<string, readonly unknown[]>>,
  lacking: Readonly<Record<string, number>> = {},
): Record<string, unknown> {
  let room = LIST_CHARACTERS - FRAME_CHARACTERS - JSON.stringify(members).length;
  const fit = Object.entries(lists).map(([name, items]) => {
    const { shown, omitted } = fitting(items, MOST_ITEMS, room);
    room -= JSON.stringify(shown).length;
    return { name, shown, omitted: omitted + (lacking[name] ?? 0) };
  });
  const left = fit.filter(({ omitted }) => omitted > 0).map(({ name, omitted }) => [name, omitted]);
  return {
    ...members,
    ...Object.fromEntries(fit.filter(({ shown }) => shown.length > 0).map(({ name, shown }) => [name, shown])),
    ...(left.length > 0 && { omitted: Object.fromEntries(left) as object }),
  };
}

/** An object without its members that are undefined. */
export function present<T extends object>(members: T): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}
