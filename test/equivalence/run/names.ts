const DAY_MS = 86_400_000;
/** What a request names that was never made: well-formed, and nothing. */
const NO_ID = '00000000-0000-4000-8000-00000000dead';
const SYMBOL = /\{\{([^{}]+)\}\}/g;

/** What symbols in requests stand for. */
export class Names {
  private readonly saved = new Map<string, unknown>();

  /** @param start of the run, in epoch ms */
  constructor(private readonly start: number) {}

  save(name: string, value: unknown): void {
    this.saved.set(name, value);
  }

  /** The text with all symbols replaced. */
  inText(text: string, encode: (value: string) => string = (value) => value): string {
    return text.replace(SYMBOL, (_, symbol: string) => encode(asText(this.value(symbol))));
  }

  /** The value with the symbols in its texts replaced; a text that is one symbol becomes what it stands for. */
  inValue(value: unknown): unknown {
    if (typeof value === 'string') {
      const [whole, symbol] = /^\{\{([^{}]+)\}\}$/.exec(value) ?? [];
      return whole === undefined ? this.inText(value) : this.value(symbol as string);
    }
    if (Array.isArray(value)) return value.map((one) => this.inValue(one));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [this.inText(name), this.inValue(inner)]));
  }

  private value(symbol: string): unknown {
    const [, kind, amount] = /^(ago|day|seconds ago):(-?\d+)$/.exec(symbol) ?? [];
    if (kind === 'ago') return this.start - Number(amount);
    if (kind === 'seconds ago') return new Date(this.start - Number(amount) * 1000).toISOString();
    if (kind === 'day') return dayOf(this.start + Number(amount) * DAY_MS);
    const [path = '', change] = symbol.split('|');
    const [name = '', ...members] = path.split('.');
    const found = members.reduce<unknown>((value, member) => Object(value)[member], this.saved.get(name));
    if (found === undefined) return /id$/i.test(path) ? NO_ID : `no.such.${members.at(-1) ?? name}`;
    return change === 'bent' ? bent(asText(found)) : found;
  }
}

export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Another character in the place of the last but one. */
const bent = (text: string): string => `${text.slice(0, -2)}${text.at(-2) === 'A' ? 'B' : 'A'}${text.at(-1) ?? ''}`;

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
