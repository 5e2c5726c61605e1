/** A rule that cannot be evaluated on this asset; the message becomes the reason in its result. */
export class RuleError extends Error {}

/**
 * Maximum size of lists and texts that a rule may create. Beyond it one allocation could exceed the heap limit of the
 * thread by so much that the whole process ends; below it only the thread ends.
 */
export const MOST_ITEMS = 1_000_000;
export const MOST_CHARACTERS = 4_000_000;

export function boundedList(count: number): void {
  if (count > MOST_ITEMS) throw new RuleError(`made a list of more than ${MOST_ITEMS} items`);
}

export function boundedText(length: number): void {
  if (length > MOST_CHARACTERS) throw new RuleError(`made a text of more than ${MOST_CHARACTERS} characters`);
}
