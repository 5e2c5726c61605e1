import { queryChunks } from '../../analysis/analyzer';
import type { Clause } from '../dsl/clause';
import { refused, shown } from '../dsl/dsl-fault';
import type { QueryScope } from '../dsl-query/query-scope';

/** As a query text. */
const LONGEST_TEXT = 8_192;

/** The text of a clause; its words count as clauses. A number or a boolean is its text. */
export function readWords(clause: Clause, key: string, scope: QueryScope): string {
  const value = clause.needed(key);
  if (!['string', 'number', 'boolean'].includes(typeof value)) {
    throw refused(clause.at(key), `must be a text, got ${shown(value)}`);
  }
  const text = String(value);
  if (text.length > LONGEST_TEXT) {
    throw refused(clause.at(key), `is ${text.length} characters long; allowed are up to ${LONGEST_TEXT}`);
  }
  scope.count(partsIn(text), clause.at(key));
  return text;
}

function partsIn(text: string): number {
  return queryChunks(text, 'parts').reduce((sum, { parts }) => sum + parts.length, 0);
}

/** Each word becomes a pattern where it may differ. */
export function countFuzzyWords(text: string, place: string, scope: QueryScope): void {
  for (const _word of queryChunks(text, 'parts')) scope.countPattern(place);
}

export const hasWords = (text: string): boolean => partsIn(text) > 0;
