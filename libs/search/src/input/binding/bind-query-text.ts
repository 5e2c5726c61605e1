import { LANGUAGE_LIMITS } from '../language/language-limits';
import type { DefaultOperator } from '../language/occurrence';
import { parseQueryText } from '../language/parser';
import { QuerySyntaxError } from '../language/query-syntax-error';
import type { BoundQuery } from '../../query/bound-query';
import { ALL } from '../../query/build-query';
import { bindTree } from './bind-tree';
import { BARE_FIELDS } from '../../document/search-field';
import type { WeightedField } from '../../document/search-field';
import type { NoteField } from './unmapped-fields';
import type { Clock } from './instant-text';

export interface QueryTextOptions extends Clock {
  /** Where a word without a field looks. The weighted text fields. */
  readonly defaultFields?: readonly WeightedField[];
  /** What joins clauses that nothing stands between. or */
  readonly defaultOperator?: DefaultOperator;
  /** Called for each field that the text names. */
  readonly noteField?: NoteField | undefined;
}

/**
 * A query text as an engine gets it. A blank text means everything.
 * @throws {QuerySyntaxError} for what cannot be read, is too much, or cannot be compared with its field
 */
export function bindQueryText(text: string, options: QueryTextOptions): BoundQuery {
  const { defaultFields = BARE_FIELDS, defaultOperator = 'or', noteField, ...clock } = options;
  const tree = parseQueryText(text);
  if (tree.clauses.length === 0) return ALL;
  return bindTree(tree, { fields: defaultFields, operator: defaultOperator, clock, noteField, spend: budget() });
}

/** Counts the tokens that are looked for: a word of many chunks is many clauses. */
function budget(): (tokens: number, at: number) => void {
  let spent = 0;
  return (tokens, at) => {
    spent += tokens;
    if (spent <= LANGUAGE_LIMITS.clauses) return;
    throw new QuerySyntaxError(`more than ${LANGUAGE_LIMITS.clauses} words and parts of words`, at);
  };
}
