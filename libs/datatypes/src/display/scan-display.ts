import { KnownValues } from '@app/common';
import { type DisplayItem, type DisplayType, SIZELESS, typesOf } from './display-type';
import { type Token, tokensOf } from './tokens';
import { phraseOf } from './words';

/** Types that lie deeper are not read. */
export const DEEPEST = 50;

/** Displays repeat from column to column and from run to run; together at most a few MB. */
const scanned = new KnownValues<{ readonly type: DisplayType | undefined }>(4_000, 400);

/**
 * A display taken apart: `word [(a[,b])] [with|without [local] time zone] [unsigned]`, arrays, maps, structs. Undefined where it is none,
 * too long or too deep. Linear: each token is looked at once.
 */
export function scanDisplay(text: string): DisplayType | undefined {
  return scanned.of(text, () => {
    const tokens = tokensOf(text);
    return { type: tokens?.length ? new Scanner(tokens, text).whole() : undefined };
  }).type;
}

const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '<': '>' };
/** Their items are fields: a name, then a type. */
const STRUCTS: ReadonlySet<string> = new Set(['STRUCT', 'ROW', 'TUPLE', 'RECORD', 'NESTED', 'OBJECT']);

/** The type inside of one that says nothing but how it is stored, or that it may be null: Nullable(X), LowCardinality(X), union<null, X>. */
function wrapped(type: DisplayType): DisplayType | undefined {
  const types = typesOf(type);
  const others = types.filter(({ word }) => type.word !== 'UNION' || word !== 'NULL');
  const [inner, second] = others;
  if (!inner || second) return undefined;
  if (type.word === 'LOWCARDINALITY') return inner;
  const isNullable = type.word === 'NULLABLE' || (type.word === 'UNION' && types.length === 2);
  return isNullable ? { ...inner, nullable: true } : undefined;
}

class Scanner {
  private at = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly text: string,
  ) {}

  whole(): DisplayType | undefined {
    const type = this.type(0);
    return this.at === this.tokens.length ? type : undefined;
  }

  /** A type from here to a comma, a closing mark or the end. */
  private type(depth: number): DisplayType | undefined {
    if (depth > DEEPEST) return undefined;
    const start = this.at;
    const words: string[] = [];
    let items: readonly DisplayItem[] | undefined;
    let array: DisplayType | undefined;
    for (;;) {
      const token = this.tokens[this.at];
      if (token?.kind === 'word' || token?.kind === 'name' || (token?.kind === 'literal' && words.length)) {
        if (!array) words.push(token.text.toUpperCase());
        this.at += 1;
      } else if (token?.kind === 'mark' && Object.hasOwn(CLOSERS, token.text)) {
        const list = this.items(CLOSERS[token.text] as string, STRUCTS.has(words.at(-1) ?? ''), depth);
        if (!list) return undefined;
        items ??= list;
      } else if (token?.kind === 'mark' && token.text === '[') {
        const bracket = this.bracket();
        const element = array ?? this.made(words, items, start);
        if (!element || bracket === undefined) return undefined;
        array = this.arrayOf(element, bracket, start);
      } else break;
    }
    return array ?? this.made(words, items, start);
  }

  private made(words: string[], items: readonly DisplayItem[] = [], start: number): DisplayType | undefined {
    const phrase = phraseOf(words);
    if (!phrase) return undefined;
    const { repeated, ...own } = phrase;
    const type: DisplayType = { ...own, items, text: this.slice(start) };
    const inner = wrapped(type);
    if (inner) return inner;
    return repeated ? { word: 'ARRAY', items: [{ type }], text: type.text } : type;
  }

  private arrayOf(type: DisplayType, bracket: number, start: number): DisplayType {
    const sized = Number.isNaN(bracket) ? {} : { bracket };
    return { word: 'ARRAY', items: [{ type }], text: this.slice(start), ...sized };
  }

  /** The number of `[n]`, NaN for `[]`. */
  private bracket(): number | undefined {
    this.at += 1;
    const token = this.tokens[this.at];
    const isEmpty = token?.text === ']';
    if (!isEmpty && !(token?.kind === 'word' && isSize(token.text))) return undefined;
    if (!isEmpty) this.at += 1;
    if (this.tokens[this.at]?.text !== ']') return undefined;
    this.at += 1;
    return isEmpty ? NaN : Number(token.text);
  }

  private items(closer: string, isStruct: boolean, depth: number): DisplayItem[] | undefined {
    this.at += 1;
    const items: DisplayItem[] = [];
    for (;;) {
      const token = this.tokens[this.at];
      if (!token) return undefined;
      if (token.kind === 'mark' && (token.text === closer || token.text === ',')) {
        this.at += 1;
        if (token.text === closer) return items;
      } else {
        const item = isStruct ? this.field(depth) : this.item(depth);
        if (!item) return undefined;
        items.push(item);
      }
    }
  }

  private item(depth: number): DisplayItem | undefined {
    const token = this.tokens[this.at] as Token;
    if (token.kind === 'literal') return this.skipped({ literal: token.text });
    if (token.kind === 'word' && isSize(token.text)) return this.skipped({ size: Number(token.text) });
    if (token.kind === 'word' && SIZELESS.has(token.text.toUpperCase())) return this.skipped({ unsized: true });
    const type = this.type(depth + 1);
    return type && { type };
  }

  /** `a int`, `a: int`, `1: a: optional int`; a type alone where there is one word. */
  private field(depth: number): DisplayItem | undefined {
    if (this.next(1)?.text === ':' && this.next(3)?.text === ':') this.at += 2;
    const [first, second] = [this.next(0) as Token, this.next(1)];
    if (first.kind === 'mark' || first.kind === 'literal') return undefined;
    const isNamed = second?.text === ':' || second?.kind === 'word' || second?.kind === 'name';
    if (isNamed) this.at += second.text === ':' ? 2 : 1;
    if (isNamed && /^(?:optional|required)$/i.test(this.next(0)?.text ?? '') && this.next(1)?.kind === 'word')
      this.at += 1;
    const type = this.type(depth + 1);
    return type && (isNamed ? { name: first.text, type } : { type });
  }

  private next(ahead: number): Token | undefined {
    return this.tokens[this.at + ahead];
  }

  /** Takes what follows a size or a value up to the next item: `80 CHAR`, `'a' = 1`. */
  private skipped(item: DisplayItem): DisplayItem | undefined {
    this.at += 1;
    for (;;) {
      const token = this.tokens[this.at];
      if (!token || (token.kind === 'mark' && token.text !== '=')) return token && item;
      this.at += 1;
    }
  }

  private slice(start: number): string {
    const [first, last] = [this.tokens[start], this.tokens[this.at - 1]];
    return this.text.slice(first?.start, last?.end).replaceAll(/\s+/g, ' ');
  }
}

function isSize(text: string): boolean {
  return /^-?\d{1,9}$/.test(text);
}
