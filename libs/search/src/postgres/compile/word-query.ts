import { lexeme, quoted } from '../row/lexeme';

/** Texts of tsqueries. */
export function word(code: string, token: string): string {
  return quoted(lexeme(code, token));
}

/** Every token that begins so. */
export function wordPrefix(code: string, text: string): string {
  return `${word(code, text)}:*`;
}

/** All (&) or any (|) of them; as a balanced tree, since PostgreSQL goes down a list as deep as it is long. */
export function joined(queries: readonly string[], operator: '&' | '|'): string {
  if (queries.length === 1) return queries[0] as string;
  const middle = queries.length >> 1;
  const halves = [queries.slice(0, middle), queries.slice(middle)];
  return `(${halves.map((half) => joined(half, operator)).join(` ${operator} `)})`;
}
