import { badRequest } from '@app/common';
import { type CST, Lexer, Parser } from 'yaml';

/** The document, 64 levels, and what is open for a moment at the innermost one. */
const MAX_OPEN = 68;

/**
 * The syntax tree of a YAML text, with an eye on how many collections are open: what works on the tree calls itself per
 * level, and a stack that overflows inside a regular expression ends the process.
 *
 * @throws {AppError} BAD_REQUEST for a text that is nested too deep
 */
export function yamlTokens(text: string, onNewLine: (offset: number) => void): CST.Token[] {
  const tokens: CST.Token[] = [];
  const parser = new Parser(onNewLine);
  onNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (parser.stack.length > MAX_OPEN) throw badRequest('The body is nested deeper than 64 levels');
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}
