import { TextFault } from '../reading/text-fault';

/** A word, number, quoted text or single character, with the comments around it. */
export interface Token {
  readonly text: string;
  readonly at: number;
  /** The comment that ends right above its line, or on it before the token. */
  readonly comment?: string | undefined;
  /** The comment behind it on its line. */
  trailing?: string;
}

/** One after the other: blanks, a comment, a quoted text, a word or number, anything else. Each alternative is linear. */
const PIECE =
  /(\s+)|\/\/([^\n]*)|\/\*([\s\S]*?)\*\/|("(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*')|([\w.]+)|([\s\S])/gy;

/** @throws {TextFault} where a comment or a text has no end */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let comment: string | undefined;
  let isTokenOnLine = false;
  let hasBlankLine = false;
  for (const match of text.matchAll(PIECE)) {
    const [piece, blanks, line, block] = match;
    if (blanks !== undefined) {
      const breaks = blanks.split('\n').length - 1;
      if (breaks > 0) isTokenOnLine = false;
      hasBlankLine ||= breaks > 1;
      continue;
    }
    if (line !== undefined || block !== undefined) {
      const said = line ?? unmarked(block ?? '');
      const last = tokens.at(-1);
      if (isTokenOnLine && last) last.trailing ??= said.trim();
      else comment = comment !== undefined && !hasBlankLine ? `${comment}\n${said.trim()}` : said.trim();
      hasBlankLine = false;
      continue;
    }
    if (piece === '"' || piece === "'" || (piece === '/' && text[match.index + 1] === '*'))
      throw new TextFault(`has no end of ${piece === '/' ? 'a comment' : 'a text'}`, match.index);
    tokens.push({ text: piece, at: match.index, comment: hasBlankLine ? undefined : comment });
    [comment, isTokenOnLine, hasBlankLine] = [undefined, true, false];
  }
  return tokens;
}

/** A block without the asterisks that its lines begin with. */
function unmarked(block: string): string {
  return block
    .split('\n')
    .map((line) => line.trim().replace(/^\*+ ?/, ''))
    .join('\n');
}
