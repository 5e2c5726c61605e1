import { badRequest } from '@app/common';
import { type CST, Lexer, Parser } from 'yaml';

/** The document, 64 levels, and what is open for a moment at the innermost one. */
const MAX_OPEN = 68;
/** Beginnings of values, commas, anchors, tags and aliases: each costs some 10 µs and 1 KB. There are up to two to a value. */
const MOST_MARKS = 200_000;
/** All pieces of the text, blanks, comments and ends of lines included. */
const MOST_LEXEMES = 1_000_000;
/** The first characters of such a piece; U+001F comes before each scalar. */
const MARKS = new Set(['\x1f', '[', '{', ',', '&', '!', '*', '%']);

/**
 * The syntax tree of a YAML text, while limiting the number of parts and the nesting depth: code that processes the
 * tree is recursive, and a stack that overflows inside a regular expression ends the process.
 *
 * @throws {AppError} BAD_REQUEST for a text that is nested too deep or has too many parts
 */
export function yamlTokens(text: string, onNewLine: (offset: number) => void): CST.Token[] {
  const tokens: CST.Token[] = [];
  const parser = new Parser(onNewLine);
  let [lexemes, marks] = [0, 0];
  onNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    if (MARKS.has(lexeme.charAt(0))) marks++;
    if (++lexemes > MOST_LEXEMES || marks > MOST_MARKS)
      throw badRequest('The YAML has too many parts to be read; send it as JSON');
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (parser.stack.length > MAX_OPEN) throw badRequest('The body is nested deeper than 64 levels');
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}
