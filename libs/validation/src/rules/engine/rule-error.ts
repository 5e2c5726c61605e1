/** A rule that cannot be judged on this asset; the message is the reason that its result gives. */
export class RuleError extends Error {}

/**
 * Largest list and text that a rule may make. Above them one allocation could overshoot the heap limit of the thread so
 * far that the whole process ends; below, the limit works and only the thread ends.
 */
export const MOST_ITEMS = 1_000_000;
export const MOST_CHARACTERS = 4_000_000;

export function boundedList(count: number): void {
  if (count > MOST_ITEMS) throw new RuleError(`made a list of more than ${MOST_ITEMS} items`);
}

export function boundedText(length: number): void {
  if (length > MOST_CHARACTERS) throw new RuleError(`made a text of more than ${MOST_CHARACTERS} characters`);
}
