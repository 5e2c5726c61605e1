import type { TermQuery } from '../../query/bound-query';
import { textField } from '../../document/search-field';
import { countedCode, vectorOf } from '../row/layout';
import { lexeme } from '../row/lexeme';
import { constant } from './compiled';
import type { Compiled } from './compiled';
import { FALSE } from './condition';
import type { CompileContext } from './context';
import { inverseFrequency, scoreBound, termScore } from './relevance';
import { word } from './word-query';

/** One token in a text field: BM25. */
export function compileTerm(query: TermQuery, { statistics, parameters }: CompileContext): Compiled {
  const field = textField(query.field);
  if (!field || query.token === '') return { where: FALSE, score: constant(0) };
  const text = word(field.code, query.token);
  const where = { is: 'words', vector: vectorOf(field), query: text } as const;
  const df = statistics.frequency(lexeme(field.code, query.token));
  if (df === 0) return { where, score: constant(0) };
  const idf = inverseFrequency(statistics.documents(countedCode(field)), df);
  const bound = scoreBound(idf, query.boost);
  return { where, score: termScore(field, text, bound, statistics, parameters) };
}
