/** A lexeme of a tsvector, and where it stands in its text: from 1 on, in their order. */
export interface PlacedLexeme {
  readonly lexeme: string;
  readonly positions: readonly number[];
}

/** `'c:total':3,7 'n:it''s':1`: quotes and backslashes of lexemes are doubled. */
const LEXEME = /'((?:[^']|'')*)'(?::([\d,]+))?(?: |$)/y;

/** The lexemes of a tsvector as PostgreSQL writes it. */
export function lexemesOf(tsvector: string): PlacedLexeme[] {
  const lexemes: PlacedLexeme[] = [];
  for (let at = 0; at < tsvector.length; at = LEXEME.lastIndex) {
    LEXEME.lastIndex = at;
    const found = LEXEME.exec(tsvector);
    if (!found) throw new Error(`No lexeme at ${at} of a tsvector`);
    lexemes.push({ lexeme: unquoted(found[1] as string), positions: found[2] ? found[2].split(',').map(Number) : [] });
  }
  return lexemes;
}

function unquoted(text: string): string {
  if (!text.includes("'") && !text.includes('\\')) return text;
  return text.replaceAll("''", "'").replaceAll('\\\\', '\\');
}
