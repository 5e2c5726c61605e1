import { KnownValues } from '@app/common';
import { textField, type TextField } from '../../document/search-field';
import type { PhraseQuery } from '../../query/bound-query';
import { countedCode, vectorOf } from '../row/layout';
import { joined, lexeme, word, wordPrefix } from '../row/lexeme';
import { NOTHING, type Compiled, type Score } from './compiled';
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
  if (!field) return NOTHING;
  const phrase = written(query, field);
  const where = conditionOf(phrase, query, field, context);
  if (query.prefix) return { where, score: ungated(begunScore(query, context)) };
  const frequency = phraseFrequency(vectorOf(field), context.parameters.add(phrase.text, 'tsquery'));
  const bound = scoreBound(idfOf(query, field, context), query.boost);
  const score = fieldScore(field, frequency, bound, context.statistics);
  return { where, score: phrase.orders ? score : ungated(score) };
}

/** Where it stands; the score is of no interest. */
export function phraseCondition(query: PhraseQuery, context: CompileContext): Condition {
  const field = textField(query.field);
  return field ? conditionOf(written(query, field), query, field, context) : FALSE;
}

/** A phrase as a tsquery: in each of its orders, or, where these are too many, its words. */
interface Written {
  readonly words: readonly string[];
  readonly orders: readonly Order[] | undefined;
  readonly text: string;
}

function written({ tokens, slop, prefix }: PhraseQuery, { code }: TextField): Written {
  const words = tokens.map((token, at) =>
    prefix && at === tokens.length - 1 ? wordPrefix(code, token) : word(code, token),
  );
  const orders = ordersOf(tokens, slop);
  return { words, orders, text: orders ? anyOrder(words, orders) : joined(words, '&') };
}

function conditionOf(
  { words, orders, text }: Written,
  query: PhraseQuery,
  field: TextField,
  context: CompileContext,
): Condition {
  const vector = vectorOf(field);
  // Of many orders none need be looked at where a word is missing, as it mostly is.
  const sought = orders && orders.length > 1 ? joined([...words, text], '&') : text;
  const found: Condition = { is: 'words', vector, query: sought };
  return orders ? found : and([found, within(query, field, context)]);
}

/** The score of the words before the one that goes on. That one may stand for any number of words: it matches and does not score. */
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

/** The words of a phrase in order: the position of each, and its distance from the one before. */
type Order = readonly { readonly at: number; readonly distance: number }[];

/** Orders of phrases of different words, by their number and the slop; most are alike. */
const known = new KnownValues<{ readonly orders: readonly Order[] | undefined }>(100, 100);

function ordersOf(tokens: readonly string[], slop: number): readonly Order[] | undefined {
  if (new Set(tokens).size < tokens.length) return phraseOrders(tokens, slop, MOST_ORDERS)?.map(inRow);
  const key = `${tokens.length} ${slop}`;
  return known.of(key, () => ({ orders: phraseOrders(tokens, slop, MOST_ORDERS)?.map(inRow) })).orders;
}

function inRow(positions: readonly number[]): Order {
  const order = positions.map((_, at) => at).sort((a, b) => (positions[a] as number) - (positions[b] as number));
  return order.map((at, rank) => ({
    at,
    distance: rank === 0 ? 0 : (positions[at] as number) - (positions[order[rank - 1] as number] as number),
  }));
}

function anyOrder(words: readonly string[], orders: readonly Order[]): string {
  return joined(
    orders.map((order) => chain(words, order)),
    '|',
  );
}

/** `'n:a' <1> 'n:b'`: the words in that order. */
function chain(words: readonly string[], order: Order): string {
  return order.reduce(
    (text, { at, distance }, rank) => (rank === 0 ? (words[at] as string) : `${text} <${distance}> ${words[at]}`),
    '',
  );
}

/**
 * Positions moved back by their index in the phrase lie within the slop of each other, and each word of the phrase has a
 * position of its own: by Hall's theorem, if any run of equal words finds as many positions as words.
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
 * position and one is not moved at all (Lucene's sloppy phrase: a swap of neighbours costs 2). Equal words never share a position.
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
