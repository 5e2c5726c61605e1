import type { BoundQuery } from '../../query/bound-query';
import { boosted } from '../../query/build-query';
import { bindQueryText } from '../binding/bind-query-text';
import { inPlace, type QueryScope } from '../dsl-query/query-scope';
import { Clause } from '../dsl/clause';
import { readEdits } from '../dsl/clause-value';
import { bindSimpleText } from './simple-text';
import { readDefaultFields, readFields, readWords } from './text-clause';

/** Taken, and of no effect: what they would change is fixed here. */
const FIXED = ['analyze_wildcard', 'allow_leading_wildcard', 'lenient', 'auto_generate_synonyms_phrase_query'];

function checkFixed(clause: Clause): void {
  for (const key of FIXED) clause.flag(key, true);
  readEdits(clause);
}

/** A text of the search language, with its errors. `fuzziness` is that of `~` alone, which is AUTO in any case. */
export function readQueryString(body: unknown, path: string, scope: QueryScope): BoundQuery {
  const keys = ['query', 'fields', 'default_field', 'default_operator', 'boost', 'fuzziness', ...FIXED];
  const clause = Clause.of(body, path).only(...keys);
  checkFixed(clause);
  const text = readWords(clause, 'query', scope);
  const options = {
    now: scope.now,
    countSloppy: () => scope.count('phrase with a slop', clause.at('query')),
    // The path is the parameter's: parts of the text have no path.
    noteField: (name: string) => scope.noteField?.(name),
    defaultFields: readDefaultFields(clause, scope),
    defaultOperator: clause.oneOf('default_operator', ['or', 'and'], 'or'),
  };
  return boosted(
    inPlace(clause.at('query'), () => bindQueryText(text, options)),
    clause.boost(),
  );
}

/** The language that has no errors: `+ | - " * ( ) ~`. */
export function readSimpleQueryString(body: unknown, path: string, scope: QueryScope): BoundQuery {
  const keys = ['query', 'fields', 'default_operator', 'boost', 'flags', ...FIXED];
  const clause = Clause.of(body, path).only(...keys);
  checkFixed(clause);
  clause.oneOf('flags', ['all'], 'all');
  const text = readWords(clause, 'query', scope);
  const query = inPlace(clause.at('query'), () =>
    bindSimpleText(text, {
      fields: readFields(clause, scope),
      operator: clause.oneOf('default_operator', ['or', 'and'], 'or'),
      clock: { now: scope.now },
      count: (what) => scope.count(what, clause.at('query')),
    }),
  );
  return boosted(query, clause.boost());
}
