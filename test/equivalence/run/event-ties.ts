const LIST = /^\{"data":\[/;
const EVENT = /"eventType":\s?"(\w+)"/;
const TIME = /"timestamp":\s?(<time of [^>]*>)/;

/**
 * A page of change events in which those of one kind that one request made, such as those of all that a deletion took along, stand in the order
 * of their texts: they come from one statement, which has no order. Any other text stays as it is.
 */
export function withOrderedTies(body: string): string {
  if (!LIST.test(body) || !EVENT.test(body)) return body;
  const from = body.indexOf('[') + 1;
  const { items, end } = itemsFrom(body, from);
  const ordered: string[] = [];
  let tied: string[] = [];
  for (const item of items) {
    if (tied.length && keyOf(item) !== keyOf(tied[0] as string)) ordered.push(...tied.splice(0).sort());
    tied = [...tied, item];
  }
  ordered.push(...tied.sort());
  return `${body.slice(0, from)}${ordered.join(',')}${body.slice(end)}`;
}

const keyOf = (event: string): string => `${EVENT.exec(event)?.[1]} ${TIME.exec(event)?.[1]}`;

/** The texts of the items of a JSON list, which begins at `from`, and where it ends. */
function itemsFrom(text: string, from: number): { items: string[]; end: number } {
  const items: string[] = [];
  let [depth, begin, isText] = [0, from, false];
  for (let at = from; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '\\') at++;
    else if (character === '"') isText = !isText;
    else if (!isText && '{['.includes(character)) depth++;
    else if (!isText && depth > 0 && '}]'.includes(character)) depth--;
    else if (!isText && depth === 0 && ',]'.includes(character)) {
      if (at > begin) items.push(text.slice(begin, at));
      begin = at + 1;
      if (character === ']') return { items, end: at };
    }
  }
  return { items, end: text.length };
}
