import { FIELDS, rowOf } from '../search/bare/score-text';

const page = (matches: string): string => `
  with m as materialized (${matches}), p as (select node, score, name_key from m order by score desc, name_key limit 10)
  select (select count(*) from m) as total,
         (select json_agg(s.document order by p.score desc, p.name_key) from p join search_source s using (node))::text as documents`;

/** $1, $2: what the names and the texts of a document must have, one of the two. */
export const SEARCH = {
  name: 'bare-search',
  text: page(`
    select node, name_key, ts_rank(names, $1::tsquery) + ts_rank(texts, $2::tsquery) as score from search_row
     where (names @@ $1::tsquery or texts @@ $2::tsquery) and not deleted`),
};

/** $1: what the names must have; $2 is not looked at. */
export const COMPLETION = {
  name: 'bare-completion',
  text: page(`
    select node, name_key, ts_rank(names, $1::tsquery) as score from search_row
     where names @@ $1::tsquery and not deleted and $2::text is not null`),
};

/** Any of the words in any of the fields. */
export function wordsIn(words: readonly string[]): { readonly names: string; readonly texts: string } {
  const of = (vector: 'names' | 'texts'): string =>
    FIELDS.filter((each) => each.vector === vector)
      .flatMap(({ code }) => words.map((word) => rowOf([word])(code)))
      .join(' | ');
  return { names: of('names'), texts: of('texts') };
}

/** What completes a beginning: the beginning of a part of a name. */
export function completionsOf(beginning: string): { readonly names: string; readonly texts: string } {
  return { names: `'n:${beginning}':* | 'm:${beginning}':*`, texts: '' };
}
