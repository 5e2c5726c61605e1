import type { TextField } from '../../document/search-mapping';
import type { PhraseQuery } from '../../query/bound-query';
import { textField } from '../../document/search-field';
import { countedCode, vectorOf } from '../row/layout';
import { lexeme } from '../row/lexeme';
import { constant, HELD } from './compiled';
import type { Compiled, Score } from './compiled';
import { and, FALSE, sql } from './condition';
import type { Condition } from './condition';
import type { CompileContext } from './context';
import { phraseOrders } from './phrase-order';
import { fieldScore, inverseFrequency, phraseFrequency, scoreBound } from './relevance';
import { compileTerm } from './term-leaf';
import { joined, word, wordPrefix } from './word-query';

/** Orders that one tsquery names; a phrase that may stand in more is looked at word by word. */
const MOST_ORDERS = 256;

/** Where the positions of a tsvector end: nothing stands further apart. */
const LAST_POSITION = 16_383;

/** Tokens at positions in one text field: BM25 with the sum of their idf; the token that is only begun adds none. */
export function compilePhrase(query: PhraseQuery, context: CompileContext): Compiled {
  const field = textField(query.field);
  const tokens = [...query.tokens].sort((a, b) => a.position - b.position);
  const [first] = tokens;
  if (!field || !first || tokens.some(({ token }) => token === '')) return { where: FALSE, score: constant(0) };
  if (tokens.length === 1) return compileSingle(query, first.token, field, context);
  const words = tokens.map(({ token }, at) =>
    query.prefix && at === tokens.length - 1 ? wordPrefix(field.code, token) : word(field.code, token),
  );
  const orders = phraseOrders(tokens, query.slop, MOST_ORDERS);
  const vector = vectorOf(field);
  const text =
    orders &&
    joined(
      orders.map((order) => chain(words, order)),
      '|',
    );
  const where: Condition = text
    ? { is: 'words', vector, query: text }
    : and([{ is: 'words', vector, query: joined(words, '&') }, within(query, field, context)]);
  if (query.prefix) return { where, score: ungated(compilePhrase(begunBy(query, tokens), context).score) };
  const bound = scoreBound(idfOf(query, field, context), query.boost);
  const score = fieldScore(
    field,
    frequencyOf(query, field, text ?? joined(words, '&'), context),
    bound,
    context.statistics,
  );
  return { where, score: text ? score : ungated(score) };
}

/** The words before the one that goes on, which may be as many as there happen to be: it matches and does not score. */
function begunBy(query: PhraseQuery, tokens: PhraseQuery['tokens']): PhraseQuery {
  return { ...query, tokens: tokens.slice(0, -1), prefix: false };
}

/** It is not 0 by itself where the query does not match. */
function ungated(score: Score): Score {
  return score.is === 'sql' ? { ...score, zero: false } : score;
}

/** Covers of words side by side are as many as the phrase is there; over a hole they are not, and with a slop they are near to it. */
function frequencyOf(query: PhraseQuery, field: TextField, text: string, context: CompileContext): string {
  const vector = vectorOf(field);
  const tokens = [...query.tokens].sort((a, b) => a.position - b.position);
  if (query.slop === 0 && holesOf(tokens) > 0) return placesOf(tokens, field, context);
  // A hole of the phrase itself is no distance.
  return `${phraseFrequency(vector, context.parameters.add(text, 'tsquery'))} * ${1 + holesOf(tokens)}`;
}

/** The places where every word of the phrase stands where it has to. */
function placesOf(tokens: PhraseQuery['tokens'], field: TextField, { parameters }: CompileContext): string {
  const distinct = [...new Map(tokens.map((each) => [`${each.position} ${each.token}`, each])).values()];
  const lexemes = parameters.add(
    distinct.map(({ token }) => lexeme(field.code, token)),
    'text[]',
  );
  const offsets = parameters.add(
    distinct.map(({ position }) => position),
    'int[]',
  );
  return `(select count(*) from (
    select from unnest(${lexemes}, ${offsets}) t (x, o) join unnest(${HELD}.${vectorOf(field)}) u on u.lexeme = t.x
     cross join unnest(u.positions) p group by p - t.o having count(*) = ${distinct.length}) places)::float8`;
}

function compileSingle(query: PhraseQuery, token: string, field: TextField, context: CompileContext): Compiled {
  const { field: name, boost } = query;
  if (!query.prefix) return compileTerm({ kind: 'term', field: name, token, boost }, context);
  return {
    where: { is: 'words', vector: vectorOf(field), query: wordPrefix(field.code, token) },
    score: constant(boost),
  };
}

function holesOf(tokens: PhraseQuery['tokens']): number {
  const reach = (tokens.at(-1)?.position ?? 0) - (tokens[0]?.position ?? 0);
  return Math.max(0, reach - (tokens.length - 1));
}

function idfOf({ tokens }: PhraseQuery, field: TextField, { statistics }: CompileContext): number {
  const documents = statistics.documents(countedCode(field));
  return tokens.reduce(
    (sum, { token }) => sum + inverseFrequency(documents, statistics.frequency(lexeme(field.code, token))),
    0,
  );
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
  const lexemes = parameters.add(
    tokens.map(({ token }) => lexeme(field.code, token)),
    'text[]',
  );
  const offsets = parameters.add(
    tokens.map(({ position }) => position),
    'int[]',
  );
  const reach = Math.min(slop, LAST_POSITION);
  const begun = prefix ? `or (t.i = ${parameters.add(tokens.length, 'int')} and starts_with(u.lexeme, t.x))` : '';
  return sql(
    (alias) => `exists (
      with t as materialized (
        select * from unnest(${lexemes}, ${offsets}) with ordinality t (x, o, i)
      ), a as materialized (
        select t.x, t.o, p
          from t join unnest(${alias}.${vectorOf(field)}) u on u.lexeme = t.x ${begun} cross join unnest(u.positions) p
      )
      select 1 from (select distinct p - o as d from a) s
       where not exists (
         select 1 from t l join t r on l.x = r.x and l.o <= r.o
          where (select count(distinct a.p) from a
                  where a.x = l.x and a.p between s.d + l.o and s.d + r.o + ${parameters.add(reach, 'int')})
              < (select count(*) from t where t.x = l.x and t.o between l.o and r.o)))`,
  );
}
