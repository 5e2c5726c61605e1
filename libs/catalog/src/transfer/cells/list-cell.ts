const NEEDS_QUOTES = /[;"\r\n]|^\s|\s$/;

/** Items parted by `;`; an item with a `;`, a `"`, a line break or a blank at an end is quoted, each `"` in it doubled. */
export function joinItems(items: readonly string[]): string {
  return items.map((item) => (NEEDS_QUOTES.test(item) ? `"${item.replaceAll('"', '""')}"` : item)).join(';');
}

/**
 * The items of a cell; blanks around them and empty ones are nothing. An FQN with quotes of its own is taken bare, where they
 * pair and no `;` stands between them.
 * @returns undefined where quotes do not pair
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

/** Quoted as a whole: an FQN such as `"a.b"."c"` begins and ends with quotes too, but has single ones inside. */
function unquoted(item: string): string {
  const [, inside] = /^"((?:[^"]|"")*)"$/.exec(item) ?? [];
  if (inside === undefined || !NEEDS_QUOTES.test(inside.replaceAll('""', '"'))) return item;
  return inside.replaceAll('""', '"');
}
