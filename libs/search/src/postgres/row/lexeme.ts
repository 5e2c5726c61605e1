/** A lexeme of the index: the field's code, then the token. */
export function lexeme(code: string, token: string): string {
  return `${code}:${token}`;
}

/** Quoted for the text form of tsvector and tsquery. */
export function quoted(text: string): string {
  if (!text.includes("'") && !text.includes('\\')) return `'${text}'`;
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** Texts of tsqueries. */
export function word(code: string, token: string): string {
  return quoted(lexeme(code, token));
}

/** Every token that begins so. */
export function wordPrefix(code: string, text: string): string {
  return `${word(code, text)}:*`;
}

/** All (&) or any (|) of them; as a balanced tree, since PostgreSQL goes down a list as deep as it is long. */
export function joined(queries: readonly string[], operator: '&' | '|', from = 0, to = queries.length): string {
  if (to - from === 1) return queries[from] as string;
  const middle = (from + to) >> 1;
  return `(${joined(queries, operator, from, middle)} ${operator} ${joined(queries, operator, middle, to)})`;
}
