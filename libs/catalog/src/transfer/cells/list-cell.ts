const NEEDS_QUOTES = /[;"\r\n]|^\s|\s$/;

/**
 * Items separated by `;`; an item with a `;`, a `"`, a line break or leading or trailing blanks is quoted, each `"` in it doubled.
 */
export function joinItems(items: readonly string[]): string {
  return items.map((item) => (NEEDS_QUOTES.test(item) ? `"${item.replaceAll('"', '""')}"` : item)).join(';');
}

/**
 * Splits a cell into items; surrounding blanks and empty items are dropped. An FQN with its own quotes is accepted unquoted if they
 * are balanced and contain no `;`.
 * @returns undefined if quotes are unbalanced
 */
export function splitItems(cell: string): string[] | undefined {
  const items: string[] = [];
  let item = '';
  let isOpen = false;
  for (const sign of cell) {
    if (sign === '"') isOpen = !isOpen;
    if (sign === ';' && !isOpen) {
      items.push(item);
      item = '';
    } else item += sign;
  }
  if (isOpen) return undefined;
  return [...items, item].map((one) => unquoted(one.trim())).filter((one) => one !== '');
}

/**
 * Whether the item is quoted as a whole: an FQN such as `"a.b"."c"` also begins and ends with quotes, but has single ones inside.
 */
function unquoted(item: string): string {
  const [, inside] = /^"((?:[^"]|"")*)"$/.exec(item) ?? [];
  if (inside === undefined || !NEEDS_QUOTES.test(inside.replaceAll('""', '"'))) return item;
  return inside.replaceAll('""', '"');
}
