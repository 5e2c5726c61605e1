import { textField, valueField, type TextField } from '../../document/search-field';
import type { PatternQuery } from '../../query/bound-query';
import { asPrefix } from '../../query/query-parts';
import { expressionOf, likeWithin, literal } from '../pattern/regular-expression';
import { columnOf, vectorOf } from '../row/layout';
import { joined, word, wordPrefix } from '../row/lexeme';
import { HELD } from './compiled';
import { columnSql, FALSE, or, sql, type Condition } from './condition';
import type { CompileContext } from './context';
import { existsCondition } from './value-leaf';

/** A pattern matches where a token or a value of the field does. */
export function patternCondition(query: PatternQuery, context: CompileContext): Condition {
  const text = textField(query.field);
  if (!text && valueField(query.field)?.kind !== 'keyword') return FALSE;
  if (asPrefix(query.pattern) === '') return existsCondition([query.field]);
  return text ? tokenCondition(query, text, context) : valueCondition(query, context);
}

/** Parts by the dictionary; whole chunks, where there are too many for one, by their lines in the row. */
function tokenCondition(query: PatternQuery, field: TextField, { expansions }: CompileContext): Condition {
  const vector = vectorOf(field);
  const prefix = asPrefix(query.pattern);
  if (prefix !== undefined) return { is: 'words', vector, query: wordPrefix(field.code, prefix) };
  const tokens = expansions.of(query);
  const parts: Condition = tokens.length > 0 ? { is: 'words', vector, query: anyOf(tokens, field) } : FALSE;
  if (query.pattern.type === 'fuzzy') return parts;
  const like = query.pattern.type === 'wildcard' ? { like: likeWithin(query.pattern) } : {};
  return or([parts, { is: 'chunk', codes: [field.code], expression: expressionOf(query.pattern, 'lines'), ...like }]);
}

/** The texts of the tokens that a pattern of one field matches, used in several parts of several statements. */
// eslint-disable-next-line house/no-learned-ways -- follows from the tokens, which are of one field
const texts = new WeakMap<readonly string[], string>();

function anyOf(tokens: readonly string[], { code }: TextField): string {
  const known = texts.get(tokens);
  if (known !== undefined) return known;
  const words = tokens.map((token) => word(code, token));
  const text = joined(words, '|');
  texts.set(tokens, text);
  return text;
}

function valueCondition({ field, pattern, ...query }: PatternQuery, context: CompileContext): Condition {
  const { parameters, expansions } = context;
  if (pattern.type === 'fuzzy') {
    const terms = expansions.of({ field, pattern, ...query });
    return terms.length > 0 ? { is: 'keywords', any: terms } : FALSE;
  }
  const column = columnOf(field);
  if (column && field !== 'id') {
    const expression = parameters.add(`^(?:${expressionOf(pattern, 'nothing')})$`, 'text');
    const prefix = asPrefix(pattern);
    const beginning = prefix === undefined ? undefined : parameters.add(prefix, 'text');
    // An index answers the expression; of a row that is there it takes longer than to compare its beginning.
    const begins = (alias: string): string | undefined =>
      alias === HELD && beginning ? `starts_with(${alias}.${column}, ${beginning})` : undefined;
    return columnSql((alias) => begins(alias) ?? `${alias}.${column} ~ ${expression}`);
  }
  const expression = parameters.add(`^${literal(`${field}=`)}(?:${expressionOf(pattern, 'nothing')})$`, 'text');
  const prefix = parameters.add(`${field}=`, 'text');
  return sql(
    (alias) =>
      `exists (select 1 from unnest(${alias}.kw) fact where starts_with(fact, ${prefix}) and fact ~ ${expression})`,
  );
}
