/** An item of a list in a parameter, as it was written. */
export interface Item {
  readonly kind: 'text' | 'number' | 'boolean' | 'null';
  /** `true` and `false` of booleans; empty for null. */
  readonly text: string;
}

const CLOSED_BY: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' };
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '0': '\0' };
const WORDS: Readonly<Record<string, Item>> = {
  true: { kind: 'boolean', text: 'true' },
  false: { kind: 'boolean', text: 'false' },
  null: { kind: 'null', text: '' },
  none: { kind: 'null', text: '' },
};
const MOST_ITEMS = 10_000;

/**
 * Reads a JSON array, or a Python list, tuple or set of texts, numbers, None, True and False: `["a", 1]`, `('a', None)`.
 * undefined where it is something else.
 */
export function parseList(text: string): Item[] | undefined {
  const scanner = new ListScanner(text.trim());
  return scanner.list();
}

/** Values of a JSON document as items; undefined where one is an object or a list. */
export function itemsOf(values: unknown): Item[] | undefined {
  if (!Array.isArray(values) || values.length > MOST_ITEMS) return undefined;
  const items = values.map((value: unknown): Item | undefined => {
    if (value === null) return { kind: 'null', text: '' };
    if (typeof value === 'string') return { kind: 'text', text: value };
    if (typeof value === 'number') return { kind: 'number', text: String(value) };
    return typeof value === 'boolean' ? { kind: 'boolean', text: String(value) } : undefined;
  });
  return items.every((item) => item !== undefined) ? items : undefined;
}

/** Whether a list that a parameter writes has the same values as a list of a document, in whatever order. */
export function sameItems(text: string, values: unknown): boolean {
  const [said, listed] = [parseList(text), itemsOf(values)];
  if (!said || !listed) return false;
  const keys = (items: readonly Item[]): string =>
    JSON.stringify([...new Set(items.map((item) => item.text))].sort((one, other) => (one < other ? -1 : 1)));
  return keys(said) === keys(listed);
}

class ListScanner {
  private at = 0;

  constructor(private readonly text: string) {}

  list(): Item[] | undefined {
    const close = CLOSED_BY[this.text[this.at++] ?? ''];
    if (close === undefined) return undefined;
    const items: Item[] = [];
    this.blanks();
    while (this.text[this.at] !== close) {
      const item = this.item();
      if (!item || items.length >= MOST_ITEMS) return undefined;
      items.push(item);
      this.blanks();
      if (this.text[this.at] === ',') {
        this.at++;
        this.blanks();
      } else if (this.text[this.at] !== close) return undefined;
    }
    return this.at === this.text.length - 1 ? items : undefined;
  }

  private item(): Item | undefined {
    const char = this.text[this.at];
    if (char === '"' || char === "'") return this.quoted(char);
    const [token = ''] = /^[^\s,\])}]+/.exec(this.text.slice(this.at)) ?? [];
    this.at += token.length;
    if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(token)) return { kind: 'number', text: token };
    return WORDS[token.toLowerCase()];
  }

  private quoted(quote: string): Item | undefined {
    let text = '';
    for (let i = this.at + 1; i < this.text.length; i++) {
      const char = this.text[i]!;
      if (char === quote) {
        this.at = i + 1;
        return { kind: 'text', text };
      }
      if (char !== '\\') {
        text += char;
        continue;
      }
      const [code] = /^(u[0-9a-f]{4}|x[0-9a-f]{2})/i.exec(this.text.slice(i + 1)) ?? [];
      const next = this.text[i + 1] ?? '';
      text += code ? String.fromCharCode(parseInt(code.slice(1), 16)) : (ESCAPES[next] ?? next);
      i += code ? code.length : 1;
    }
    return undefined;
  }

  private blanks(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++;
  }
}
