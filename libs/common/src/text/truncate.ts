/** The first half of a character that takes two UTF-16 units, without its second. */
const HALF_AT_THE_END = /[\ud800-\udbff]$/;

/**
 * The beginning of a text, for what is stored: PostgreSQL takes no JSON with half of a surrogate pair.
 *
 * @param length UTF-16 units at most
 */
export function truncate(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(HALF_AT_THE_END, '');
}

/**
 * `truncate` with an ellipsis at the end where something is left out.
 *
 * @param length UTF-16 units at most, the ellipsis among them
 */
export function abbreviate(text: string, length: number): string {
  return text.length <= length ? text : `${truncate(text, length - 1)}…`;
}
