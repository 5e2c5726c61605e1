import { TextFault } from '../reading/text-fault';
import { tokensOf, type Token } from './tokens';

/** The deepest message, option or extension in another one. */
const MOST_LEVELS = 100;
/** Characters of a name with its dots: it is looked up in each scope around it. */
const LONGEST_NAME = 500;

/** The tokens of a file, one after the other. */
export class TokenStream {
  private readonly tokens: readonly Token[];
  private next = 0;
  private levels = 0;

  constructor(private readonly text: string) {
    this.tokens = tokensOf(text);
  }

  get isAtEnd(): boolean {
    return this.next >= this.tokens.length;
  }

  peek(ahead = 0): string | undefined {
    return this.tokens[this.next + ahead]?.text;
  }

  take(): Token {
    const token = this.tokens[this.next++];
    if (!token) throw new TextFault('ends too early', this.text.length);
    return token;
  }

  /** Takes the token if it is next. */
  takes(text: string): boolean {
    if (this.peek() !== text) return false;
    this.next++;
    return true;
  }

  expect(text: string): Token {
    const token = this.take();
    if (token.text !== text) throw this.unexpected(token, `"${text}"`);
    return token;
  }

  /** A name, with dots where it is one of a type. */
  name(what: string, isWithDots = false): Token {
    const token = this.take();
    if (!(isWithDots ? /^\.?[A-Za-z_][\w.]*$/ : /^[A-Za-z_]\w*$/).test(token.text)) throw this.unexpected(token, what);
    if (token.text.length > LONGEST_NAME)
      throw new TextFault(`has a name of more than ${LONGEST_NAME} characters`, token.at);
    return token;
  }

  /** Reads a block in braces, declaration by declaration. */
  block(declaration: () => void): void {
    const { at } = this.expect('{');
    if (++this.levels > MOST_LEVELS) throw new TextFault(`is more than ${MOST_LEVELS} levels deep`, at);
    while (!this.takes('}')) if (!this.takes(';')) declaration();
    this.levels--;
  }

  /** A declaration that fields do not need, to its end: a semicolon or a block. */
  skip(): void {
    let depth = 0;
    for (;;) {
      const { text } = this.take();
      if (text === '{' || text === '[' || text === '(' || text === '<') depth++;
      if (text === '}' || text === ']' || text === ')' || text === '>') depth--;
      if (depth === 0 && (text === ';' || text === '}')) return;
    }
  }

  unexpected({ text, at }: Token, wanted: string): TextFault {
    return new TextFault(`has ${JSON.stringify(text.slice(0, 100))} where ${wanted} is to be`, at);
  }
}
