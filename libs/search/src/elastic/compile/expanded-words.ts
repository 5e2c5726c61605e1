import { queryChunks } from '../../analysis/analyzer';

/**
 * The words of a field in what the server says a query becomes: `(text.name:fact text.name:dim) text.description:fact`. Words
 * of texts have no blanks and brackets; of a keyword, which may have any, they are counted by the name of the field before them.
 */
export function expandedWords(explanation: string, path: string): string[] {
  return explanation
    .split(/[\s(]+/)
    .filter((piece) => piece.startsWith(`${path}:`))
    .map((piece) => piece.slice(path.length + 1).replace(/\)(?:\)|\^[\d.]+)*$/, ''));
}

/** Whether a word is a whole chunk, of which there are as many as documents. Only joints and digits show that, not capitals. */
export function isWhole(word: string): boolean {
  const [chunk, ...others] = queryChunks(word, 'parts');
  return chunk !== undefined && others.length === 0 && chunk.parts.length > 1;
}
