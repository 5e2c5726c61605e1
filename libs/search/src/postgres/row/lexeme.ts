/** A lexeme of the index: the field's code, then the token. */
export function lexeme(code: string, token: string): string {
  return `${code}:${token}`;
}

/** Quoted for the text form of tsvector and tsquery. */
export function quoted(text: string): string {
  if (!text.includes("'") && !text.includes('\\')) return `'${text}'`;
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
