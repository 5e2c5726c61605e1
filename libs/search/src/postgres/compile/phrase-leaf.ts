import { textField, type TextField } from '../../document/search-field';
import type { PhraseQuery } from '../../query/bound-query';
import { countedCode, vectorOf } from '../row/layout';
import { joined, lexeme, word, wordPrefix } from '../row/lexeme';
import { constant, type Compiled, type Score } from './compiled';
import { and, FALSE, sql, type Condition } from './condition';
import type { CompileContext } from './context';
import { compileTerm, fieldScore, inverseFrequency, phraseFrequency, scoreBound } from './relevance';

/** Orders that one tsquery names; a phrase that may stand in more is looked at word by word. */
const MOST_ORDERS = 256;

/** Where the positions of a tsvector end: nothing stands further apart. */
const LAST_POSITION = 16_383;

/** Tokens in a row in one text field: BM25 with the sum of their idf; the token that is only begun adds none. */
export function compilePhrase(query: PhraseQuery, context: CompileContext): Compiled {
  const field = textField(query.field);
  if (!field) return { where: FALSE, score: constant(0) };
  const vector = vectorOf(field);
  const words = query.tokens.map((token, at) =>
    query.prefix && at === query.tokens.length - 1 ? wordPrefix(field.code, token) : word(field.code, token),
  );
  const orders = phraseOrders(query.tokens, query.slop, MOST_ORDERS);
  const text = orders ? anyOrder(words, orders) : joined(words, '&');
  const found: Condition = { is: 'words', vector, query: text };
  const where = orders ? found : and([found, within(query, field, context)]);
  if (query.prefix) return { where, score: ungated(begunScore(query, context)) };
  const frequency = phraseFrequency(vector, context.parameters.add(text, 'tsquery'));
  const bound = scoreBound(idfOf(query, field, context), query.boost);
  const score = fieldScore(field, frequency, bound, context.statistics);
  return { where, score: orders ? score : ungated(score) };
}

/** Of the words before the one that goes on, which may be as many as there happen to be: it matches and does not score. */
function begunScore(query: PhraseQuery, context: CompileContext): Score {
  const { field, boost } = query;
  const tokens = query.tokens.slice(0, -1);
  const [token = '', second] = tokens;
  if (second === undefined) return compileTerm({ kind: 'term', field, token, boost }, context).score;
  return compilePhrase({ ...query, tokens, prefix: false }, context).score;
}

/** It is not 0 by itself where the query does not match. */
function ungated(score: Score): Score {
  return score.is === 'sql' ? { ...score, zero: false } : score;
}

function idfOf({ tokens }: PhraseQuery, field: TextField, { statistics }: CompileContext): number {
  const documents = statistics.documents(countedCode(field));
  const idfs = tokens.map((token) => inverseFrequency(documents, statistics.frequency(lexeme(field.code, token))));
  return idfs.reduce((sum, idf) => sum + idf, 0);
}

function anyOrder(words: readonly string[], orders: readonly (readonly number[])[]): string {
  const texts = orders.map((order) => chain(words, order));
  return joined(texts, '|');
}

/** `'n:a' <-> 'n:b'`: the words at these positions, in the order of them. */
function chain(words: readonly string[], positions: readonly number[]): string {
  const order = positions.map((_, at) => at).sort((a, b) => (positions[a] as number) - (positions[b] as number));
  return order.reduce((text, at, rank) => {
    const here = words[at] as string;
    if (rank === 0) return here;
    const distance = (positions[at] as number) - (positions[order[rank - 1] as number] as number);
    return `${text} <${distance}> ${here}`;
  }, '');
}

/**
 * Positions moved back by their places in the phrase lie within the slop of each other, and each word of the phrase has a
 * place of its own: by Hall's theorem, where any run of equal words finds as many places as they are.
 */
function within({ tokens, slop, prefix }: PhraseQuery, field: TextField, { parameters }: CompileContext): Condition {
  const words = tokens.map((token) => lexeme(field.code, token));
  const lexemes = parameters.add(words, 'text[]');
  const reach = parameters.add(Math.min(slop, LAST_POSITION), 'int');
  const begun = prefix ? `or (t.i = ${parameters.add(tokens.length, 'int')} and starts_with(u.lexeme, t.x))` : '';
  return sql(
    (alias) => `exists (
      with t as materialized (
        select x, i::int as i from unnest(${lexemes}) with ordinality t (x, i)
      ), a as materialized (
        select t.x, t.i, p
          from t join unnest(${alias}.${vectorOf(field)}) u on u.lexeme = t.x ${begun} cross join unnest(u.positions) p
      )
      select 1 from (select distinct p - i as d from a) s
       where not exists (
         select 1 from t l join t r on l.x = r.x and l.i <= r.i
          where (select count(distinct a.p) from a
                  where a.x = l.x and a.p between s.d + l.i and s.d + r.i + ${reach})
              < (select count(*) from t where t.x = l.x and t.i between l.i and r.i)))`,
  );
}

/**
 * The orders in which the words of a phrase may stand: for each word its position, where each is moved by 0 … slop from its
 * place and one is not moved at all (Lucene's sloppy phrase: a swap of neighbours costs 2). Equal words never share a position.
 * Undefined: there are more than `most`.
 */
export function phraseOrders(tokens: readonly string[], slop: number, most: number): (readonly number[])[] | undefined {
  const orders = (slop + 1) ** tokens.length - slop ** tokens.length;
  // Not a number where both are beyond all bounds.
  if (!(orders <= most)) return undefined;
  return moves(tokens.length, slop)
    .filter((moved) => moved.includes(0))
    .map((moved) => moved.map((by, at) => by + at))
    .filter((positions) => !meetThemselves(tokens, positions));
}

function moves(length: number, slop: number): number[][] {
  const steps = Array.from({ length: slop + 1 }, (_, by) => by);
  return Array.from({ length }).reduce<number[][]>(
    (all) => all.flatMap((moved) => steps.map((by) => [...moved, by])),
    [[]],
  );
}

function meetThemselves(tokens: readonly string[], positions: readonly number[]): boolean {
  const places = tokens.map((token, at) => `${positions[at]} ${token}`);
  return new Set(places).size < places.length;
}
