import { checkLimits, LANGUAGE_LIMITS } from './language-limits';
import { lex } from './lexer';
import { QueryError } from './query-error';
import type { GroupNode, LeafNode, RangeEnd, SyntaxClause, SyntaxNode } from './syntax-tree';
import { isLeaf, unexpected, type Token } from './token';

/**
 * The tree of a query text in Lucene's classic grammar, as query_string has it, but for slashes and web addresses (see
 * word-lexer.ts). A text of blanks has no clause.
 * @throws {QueryError} the only thing that it throws
 */
export function parseQueryText(source: string): GroupNode {
  const tokens = lex(source);
  checkLimits(tokens);
  if (tokens.length === 1) return { kind: 'group', clauses: [], boost: 1 };
  return new Parser(source, tokens).parse();
}

class Parser {
  private index = 0;

  constructor(
    private readonly source: string,
    private readonly tokens: readonly Token[],
  ) {}

  parse(): GroupNode {
    const clauses = this.clauses(undefined);
    if (this.next.kind !== 'end') throw new QueryError('this bracket closes nothing', this.next.at);
    return { kind: 'group', clauses, boost: 1 };
  }

  private get next(): Token {
    return this.tokens[this.index] ?? { kind: 'end', at: this.source.length };
  }

  private take(): Token {
    const { next } = this;
    this.index += 1;
    return next;
  }

  private clauses(field: string | undefined): SyntaxClause[] {
    const clauses = [this.clause('none', field)];
    while (this.next.kind !== 'end' && this.next.kind !== 'close') clauses.push(this.clause(this.conjunction(), field));
    return clauses;
  }

  private conjunction(): SyntaxClause['conjunction'] {
    const { kind } = this.next;
    if (kind !== 'and' && kind !== 'or') return 'none';
    this.index += 1;
    return kind;
  }

  private clause(conjunction: SyntaxClause['conjunction'], field: string | undefined): SyntaxClause {
    const { kind } = this.next;
    const isModified = kind === 'plus' || kind === 'minus' || kind === 'not';
    if (isModified) this.index += 1;
    const modifier = !isModified ? 'none' : kind === 'plus' ? 'must' : 'not';
    return { conjunction, modifier, node: this.node(this.field() ?? field) };
  }

  /** A word, or a lone `*`, that a colon follows. */
  private field(): string | undefined {
    const { next } = this;
    if (this.tokens[this.index + 1]?.kind !== 'colon') return undefined;
    const name = next.kind === 'star' ? '*' : next.kind === 'word' && next.isName ? next.text : undefined;
    if (name !== undefined) this.index += 2;
    return name;
  }

  private node(field: string | undefined): SyntaxNode {
    if (this.next.kind !== 'open') return this.leaf(field);
    const { at } = this.take();
    const clauses = this.clauses(field);
    if (this.take().kind !== 'close') throw new QueryError('this bracket is not closed', at);
    return { kind: 'group', clauses, boost: this.boost() ?? 1 };
  }

  private leaf(field: string | undefined): LeafNode {
    const token = this.take();
    if (!isLeaf(token)) throw new QueryError(unexpected(token), token.at);
    const origin = { ...(field !== undefined && { field }), at: token.at };
    switch (token.kind) {
      case 'word':
        return this.wordLeaf(token, origin);
      case 'quoted': {
        const { tilde, boost } = this.suffixes();
        return { ...origin, kind: 'phrase', text: token.text, slop: tilde ? slopOf(tilde) : 0, boost };
      }
      case 'range':
        return { ...token, ...origin, boost: this.boost() ?? 1 };
      case 'prefix':
      case 'wildcard':
      case 'regexp':
        return { ...token, ...origin, boost: this.patternBoost() };
      case 'star':
        return { ...origin, kind: 'any', boost: this.patternBoost() };
    }
  }

  private wordLeaf({ text, at }: Token & { kind: 'word' }, origin: { field?: string; at: number }): LeafNode {
    const { tilde, boost } = this.suffixes();
    if (tilde) return { ...origin, kind: 'fuzzy', text, edits: editsOf(tilde), boost };
    const hasOperator = origin.field !== undefined && origin.field !== '*' && '<>'.includes(this.source[at] ?? ' ');
    if (hasOperator) return { ...origin, kind: 'range', ...readComparison(text, at), boost };
    return { ...origin, kind: 'word', text, boost };
  }

  /** `~` and `^`, each at most once, in any order. */
  private suffixes(): { tilde?: Tilde; boost: number } {
    const before = this.tilde();
    const boost = this.boost() ?? 1;
    const tilde = before ?? this.tilde();
    return { ...(tilde && { tilde }), boost };
  }

  private tilde(): Tilde | undefined {
    const { next } = this;
    if (next.kind !== 'tilde') return undefined;
    this.index += 1;
    return next;
  }

  private boost(): number | undefined {
    const { next } = this;
    if (next.kind !== 'boost') return undefined;
    this.index += 1;
    return next.boost;
  }

  private patternBoost(): number {
    const { tilde, boost } = this.suffixes();
    if (tilde) throw new QueryError('a wildcard or regular expression takes no ~', tilde.at);
    return boost;
  }
}

type Tilde = Token & { kind: 'tilde' };

function editsOf({ text, at }: Tilde): 0 | 1 | 2 | 'auto' {
  if (text === '') return 'auto';
  if (text === '0' || text === '1' || text === '2') return Number(text) as 0 | 1 | 2;
  throw new QueryError('behind ~ stands how many letters may differ: ~, ~0, ~1 or ~2', at);
}

function slopOf({ text, at }: Tilde): number {
  const slop = /^\d+$/.test(text) ? Number(text) : NaN;
  if (slop <= LANGUAGE_LIMITS.slop) return slop;
  throw new QueryError('behind a phrase ~ takes an integer such as ~2', at);
}

/** `>=10`, `>10`, `<10`, `<=10` behind a field. @throws {QueryError} where no value follows */
export function readComparison(text: string, at: number): { from?: RangeEnd; to?: RangeEnd } {
  const [, sign, equal, value = ''] = /^([<>])(=?)([^]*)$/.exec(text) ?? [];
  if (value === '') throw new QueryError(`no value stands behind ${text}`, at);
  const end = { value, inclusive: equal === '=' };
  return sign === '>' ? { from: end } : { to: end };
}
