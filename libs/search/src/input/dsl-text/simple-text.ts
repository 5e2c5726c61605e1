import { fieldOf, type WeightedField } from '../../document/search-field';
import type { BoundQuery } from '../../query/bound-query';
import { ALL, bestOf, boolOf, joined, NONE } from '../../query/build-query';
import { bindPattern } from '../binding/bind-field';
import { bindMatch, bindPhrase } from '../binding/bind-match';
import type { Clock } from '../binding/instant-text';
import type { Counted } from '../dsl-query/query-scope';

type Operator = 'or' | 'and';

export interface SimpleTextOptions {
  readonly fields: readonly WeightedField[];
  readonly operator: Operator;
  readonly clock: Clock;
  count(what: Counted): void;
}

/** The clauses together in one bracket. Operators of one kind in a row make one list, another one wraps what is there. */
class Level {
  private queries: BoundQuery[] = [];
  private built: Operator | undefined;
  private next: Operator | undefined;
  private negated = false;

  constructor(private readonly operator: Operator) {}

  say(operator: Operator): void {
    if (this.queries.length > 0) this.next = operator;
  }

  negate(): void {
    this.negated = !this.negated;
  }

  add(query: BoundQuery): void {
    const operator = this.next ?? this.operator;
    if (this.queries.length > 1 && this.built !== operator)
      this.queries = [joined(this.built as Operator, this.queries)];
    if (this.queries.length > 0) this.built = operator;
    this.queries.push(this.negated ? allBut(query) : query);
    [this.next, this.negated] = [undefined, false];
  }

  query(): BoundQuery {
    return this.queries.length === 0 ? NONE : joined(this.built ?? this.operator, this.queries);
  }
}

function allBut(query: BoundQuery): BoundQuery {
  return boolOf({ must: [ALL], mustNot: [query] });
}

/** A text in which everything means something; what is left open at its end is closed there. */
export function bindSimpleText(text: string, options: SimpleTextOptions): BoundQuery {
  const open = [new Level(options.operator)];
  const close = (): void => {
    const inner = open.pop() as Level;
    open.at(-1)?.add(inner.query());
  };
  for (const token of simpleTokens(text)) {
    const level = open.at(-1) as Level;
    if (token.kind === 'operator') level.say(token.operator);
    else if (token.kind === 'not') level.negate();
    else if (token.kind === 'open') open.push(new Level(options.operator));
    else if (token.kind !== 'close') level.add(bindToken(token, options));
    else if (open.length > 1) close();
  }
  while (open.length > 1) close();
  return (open[0] as Level).query();
}

type Leaf = Extract<SimpleToken, { text: string }>;

function bindToken(token: Leaf, options: SimpleTextOptions): BoundQuery {
  const { fields, operator, clock } = options;
  if (token.kind === 'phrase' && token.slop > 0) options.count('phrase with a slop');
  if (token.kind === 'phrase') return bindPhrase(fields, token.text, { slop: token.slop }, clock);
  if (token.kind === 'word') return bindMatch(fields, token.text, { operator }, clock);
  options.count('pattern');
  const patterned = fields.filter(({ field }) => ['text', 'keyword'].includes(fieldOf(field)?.kind ?? ''));
  return bestOf(patterned.map(({ field, weight }) => bindPattern(field, token, weight)));
}

/** Brackets that are open at once; deeper ones are read as if they were not there. */
const MOST_OPEN = 20;

export type SimpleToken =
  | { readonly kind: 'operator'; readonly operator: 'or' | 'and' }
  | { readonly kind: 'not' }
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'prefix'; readonly text: string }
  | { readonly kind: 'phrase'; readonly text: string; readonly slop: number }
  | { readonly kind: 'fuzzy'; readonly text: string; readonly edits: 0 | 1 | 2 };

const SIGNS: Readonly<Record<string, SimpleToken>> = {
  '+': { kind: 'operator', operator: 'and' },
  '|': { kind: 'operator', operator: 'or' },
  '-': { kind: 'not' },
  '(': { kind: 'open' },
  ')': { kind: 'close' },
};

/** A phrase with its slop, an operator character, or a word with backslash escapes resolved. */
const TOKEN = /"((?:[^"\\]|\\[^])*)(?:"(?:~(\d{1,3}))?|$)|([+|\-()])|((?:[^\s"+|()\\]|\\[^]|\\$)+)/gu;

const unescaped = (text: string): string => text.replace(/\\([^])/gu, '$1');

function wordToken(word: string): SimpleToken {
  const [, fuzzy, edits] = /^((?:[^\\]|\\[^])+)~(\d{0,2})$/u.exec(word) ?? [];
  if (fuzzy !== undefined && fuzzy !== '') {
    return { kind: 'fuzzy', text: unescaped(fuzzy), edits: Math.min(2, Number(edits || 2)) as 0 | 1 | 2 };
  }
  const [, prefix] = /^((?:[^\\]|\\[^])+)\*$/u.exec(word) ?? [];
  return prefix === undefined ? { kind: 'word', text: unescaped(word) } : { kind: 'prefix', text: unescaped(prefix) };
}

/** The tokens of a text of the simple language, in linear time. */
export function* simpleTokens(text: string): Generator<SimpleToken> {
  let open = 0;
  for (const [, phrase, slop, sign, word] of text.matchAll(TOKEN)) {
    if (phrase !== undefined) yield { kind: 'phrase', text: unescaped(phrase), slop: Number(slop ?? 0) };
    else if (word !== undefined) yield wordToken(word);
    else if (sign === '(' && ++open > MOST_OPEN) continue;
    else if (sign !== undefined) yield SIGNS[sign] as SimpleToken;
  }
}
