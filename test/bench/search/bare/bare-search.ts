import type { Client } from 'pg';
import { COUNTED, QUERIES } from '../query-kind';
import { Corpus } from './corpus';
import { FIELDS, rowOf, scoreText, STRONG, whereText } from './score-text';

/** What a search by hand finds: the ids of its page in their order, and how many there are in all. */
export interface BareAnswer {
  readonly ids: readonly string[];
  readonly total: number;
}

export type BareSearch = () => Promise<BareAnswer>;

/** An expression in place of a column keeps the planner from joining these indexes, which hold much of the catalog. */
const LIVE = `coalesce(r.deleted, false) = false
  and (r.entity_type || '') = any('{table,topic,dashboard,pipeline,container}'::text[])`;
const CAP = 'limit 10001';
const BEST_FIRST = 'score desc, name_key, id';

/**
 * For each kind of search the statement that somebody would write who knows the tables and has this one search to answer: no
 * parser, no permission, no limits, numbers of the index written into it.
 */
export async function bareSearches(client: Client): Promise<ReadonlyMap<string, BareSearch>> {
  const corpus = await Corpus.of(client);
  const ask = async (text: string): Promise<BareAnswer> => {
    const { rows } = await client.query<{ id: string | null; total: string }>(text);
    return { ids: rows.flatMap(({ id }) => (id === null ? [] : [id])), total: Number(rows[0]?.total ?? 0) };
  };
  const { common, mid, rare, two, phrase, prefix, infix, edit } = QUERIES;
  const all = (...words: readonly string[]): string => whereText(FIELDS, rowOf(words));
  const ranked = async (words: readonly string[], where: string, count = CAP): Promise<string> =>
    pageText({ score: await scoreText(FIELDS, words, corpus), where, count });
  const strongest = async (words: readonly string[], where: string, count = CAP): Promise<string> =>
    pageText({
      score: await scoreText(STRONG, words, corpus),
      where: `${whereText(STRONG, rowOf(words))} and ${where}`,
      counted: `${all(...words)} and ${where}`,
      count,
    });
  const texts: readonly (readonly [string, string])[] = [
    ['rare word', await ranked([rare], `${all(rare)} and ${LIVE}`)],
    ['mid word', await strongest([mid], LIVE)],
    ['common word', await strongest([common], LIVE)],
    ['common word, exact total', await strongest([common], LIVE, '')],
    ['two words', await twoWords(two, corpus)],
    ['prefix', constantText((code) => `'${code}:${prefix}':*`, '')],
    ['phrase', await ranked(phrase.mid, `${all(...phrase.mid)} and ${LIVE}`)],
    ['phrase of the commonest words', await strongest(phrase.common, LIVE)],
    ['common word, three filters', await ranked([common], `${all(common)} and ${LIVE} and ${THREE_FILTERS}`)],
    ['everything by time', walkText('r.updated_at desc', 'r.updated_at desc, r.name_key, r.id')],
    ['everything by relevance', walkText('left(r.name_key, 200), r.name_key', 'r.name_key, r.id')],
    ['three counts of a mid word', countsText(all(mid))],
    ['three counts of a common word', countsText(all(common))],
  ];
  return new Map<string, BareSearch>([
    ...texts.map(([name, text]) => [name, () => ask(text)] as const),
    ['infix', async () => ask(await infixText(client, infix))],
    ['one edit', async () => ask(await editText(client, edit))],
  ]);
}

const THREE_FILTERS = `r.kw && '{service.name=service_3,service.name=service_4}' and r.kw && '{tier.tagFQN=tier.tier1}'
  and (r.entity_type || '') = 'table'`;

/** Else each look at a long value would fetch it from the toast table again. */
const FETCHED_ONCE = `cross join lateral (select r.texts || ''::tsvector as texts, r.chunks || '' as chunks offset 0) h`;

interface Page {
  readonly score: string;
  readonly where: string;
  /** What the total counts, where the page is taken of fewer. */
  readonly counted?: string;
  readonly count: string;
}

/** The ten best with their documents. */
function pageText({ score, where, counted, count }: Page): string {
  const rows = counted === undefined ? 'm' : `search_row r where ${counted}`;
  const held = score.replaceAll('r.texts', 'h.texts').replaceAll('r.chunks', 'h.chunks');
  return `
    with m as materialized (
      select r.node, r.id, r.name_key, (${held})::real as score from search_row r ${held === score ? '' : FETCHED_ONCE} where ${where}
    ), p as (select * from m order by ${BEST_FIRST} limit 10)
    select t.total, p.id, p.score, s.document::text
      from (select count(*) as total from (select from ${rows} ${count}) c) t
      left join p on true left join search_source s on s.node = p.node
     order by p.score desc, p.name_key, p.id`;
}

/** The sum of both words' scores. */
async function twoWords([mid, rare]: readonly [string, string], corpus: Corpus): Promise<string> {
  const one = await scoreText(FIELDS, [rare], corpus);
  const other = await scoreText(FIELDS, [mid], corpus);
  const either = whereText(FIELDS, (code) => `${rowOf([mid])(code)} | ${rowOf([rare])(code)}`);
  return pageText({ score: `${one} + ${other}`, where: `${either} and ${LIVE}`, count: CAP });
}

/** Every match scores the weight of its best field. @param chunks what else matches, by the codes of the fields */
function constantText(query: (code: string) => string, like: string, codes = FIELDS): string {
  const chunk = (fields: typeof FIELDS): string =>
    like && ` or r.chunks ~ $q$:(?:${fields.map(({ code }) => code).join('|')}):[a-z:]*\\t[^\\n]*${like}[^\\n]*\\n$q$`;
  const matched = (fields: typeof FIELDS): string => `(${whereText(fields, query)}${chunk(fields)})`;
  const cases = [...new Set(codes.map(({ weight }) => weight))]
    .map((weight) => `when ${matched(codes.filter((each) => each.weight === weight))} then ${weight}`)
    .join(' ');
  return pageText({
    score: `case ${cases} else 0 end`,
    where: `${matched(codes)} and ${LIVE}`,
    count: CAP,
  });
}

/** Words by the dictionary's trigrams, whole chunks by those of the rows. */
async function infixText(client: Client, infix: string): Promise<string> {
  const { rows } = await client.query<Term>(
    `select field, term from search_term where not whole and term like $1 and field = any($2)`,
    [`%${infix}%`, FIELDS.map(({ code }) => code)],
  );
  return ofTerms(rows, infix);
}

async function editText(client: Client, word: string): Promise<string> {
  const { rows } = await client.query<Term>(
    `select field, term from search_term where field = any($2) and char_length(term) between $3::int - 1 and $3::int + 1
        and levenshtein_less_equal(term, $1, 2) <= 2`,
    [word, FIELDS.map(({ code }) => code), word.length],
  );
  return ofTerms(
    rows.filter(({ term }) => isOneEdit(word, term)),
    '',
  );
}

interface Term {
  readonly field: string;
  readonly term: string;
}

function ofTerms(terms: readonly Term[], like: string): string {
  const has = new Set(terms.map(({ field }) => field));
  const codes = FIELDS.filter(({ code }) => has.has(code));
  return constantText(
    (code) =>
      terms
        .filter(({ field }) => field === code)
        .map(({ term }) => `'${code}:${term}'`)
        .join(' | '),
    like,
    codes,
  );
}

/** One letter more, less or other, or two neighbours that changed places. */
function isOneEdit(one: string, other: string): boolean {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const [a, b] = [one.slice(at), other.slice(at)];
  return (
    a.slice(1) === b.slice(1) ||
    a.slice(1) === b ||
    a === b.slice(1) ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  );
}

function walkText(order: string, shown: string): string {
  const where = `not r.deleted and r.entity_type = any('{table,topic,dashboard,pipeline,container}')`;
  return `
    with p as materialized (
      select r.* from search_row r where ${where} order by ${order}, ${shown.split(', ').slice(-1).join()} limit 10
    )
    select t.total, r.id, s.document::text
      from (select count(*) as total from (select from search_row r where ${where} ${CAP}) c) t
      cross join p r join search_source s on s.node = r.node
     order by ${shown}`;
}

/** The hits' number, and the ten commonest values of each of three fields. */
function countsText(where: string): string {
  const fields = COUNTED.map((field) => `'${field}'`).join(', ');
  return `
    with c as materialized (
      select fact, count(*) as n from search_row r cross join unnest(r.facets) fact where ${where} and ${LIVE} group by fact
    ), f as (
      select split_part(fact, '=', 1) as field, fact, n, row_number() over (partition by split_part(fact, '=', 1) order by n desc, fact) as at
        from c where split_part(fact, '=', 1) = any(array[${fields}])
    )
    select null as id, (select count(*) from (select from search_row r where ${where} and ${LIVE} ${CAP}) c) as total,
           (select json_agg(f) from f where at <= 10) as counts`;
}
