import type { PreparedStatement } from '@app/database';

/** $1: codes of fields, $2: an expression, $3: the most rows. Whole chunks are looked for in the rows. */
export const MATCHING_TERMS: PreparedStatement = {
  name: 'search_matching_terms',
  text: `select field, term, df from search_term where field = any($1::text[]) and not whole and term ~ $2 limit $3`,
};

/** levenshtein() takes up to 255 letters. An edit distance that counts a swap as one is at least half of this one. */
const NEAR = (term: string): string => `
  case when $4::int <= 255 and char_length(${term}) <= 255
       then levenshtein_less_equal(${term}, $2::text, 2 * $3::int) <= 2 * $3::int else true end`;

/** $1: codes of fields, $2: a text, $3: edits, $4: its length, $5: how the terms begin. */
export const NEAR_TERMS: PreparedStatement = {
  name: 'search_near_terms',
  text: `
    select field, term, df from search_term
     where field = any($1::text[]) and char_length(term) between $4::int - $3::int and $4::int + $3::int
       and starts_with(term, $5) and ${NEAR('term')}`,
};

/** $1 … $4 as above, $5: LIKE patterns. */
export const NEAR_CHUNKS: PreparedStatement = {
  name: 'search_near_chunks',
  text: `
    select distinct c.field, t.term, 1 as df
      from search_row r
     cross join lateral string_to_table(r.chunks, E'\\n') l (line)
     cross join lateral (select split_part(line, E'\\t', 2) as term) t
     cross join lateral string_to_table(split_part(line, E'\\t', 1), ':') c (field)
     where r.chunks like any ($5::text[]) and c.field = any($1::text[])
       and char_length(t.term) between $4::int - $3::int and $4::int + $3::int and ${NEAR('t.term')}`,
};

/** $1: a field with its \`=\`, $2: edits, $3: the length of a text. */
export const NEAR_KEYWORDS: PreparedStatement = {
  name: 'search_near_facts',
  text: `
    select distinct v.value
      from search_row r
     cross join lateral unnest(r.kw) k (fact)
     cross join lateral (select substr(fact, length($1::text) + 1) as value) v
     where starts_with(fact, $1::text) and char_length(v.value) between $3::int - $2::int and $3::int + $2::int`,
};

/** $1: codes of fields, $2: a text for each, $3: a number. Gives the places (from 1) of those that begin more terms. */
export const BEGUN_TERMS: PreparedStatement = {
  name: 'search_begun_terms',
  text: `
    select b.at::int as at
      from unnest($1::text[], $2::text[]) with ordinality b (field, text, at)
     where $3::int < (select count(*) from (
             select distinct t.term from search_term t
              where t.field = b.field collate "C" and t.term >= b.text collate "C" and t.term < b.text || chr(1114111)
              limit $3::int + 1) d)`,
};

/** $1: codes of fields, $2: how terms begin. Of a beginning of many terms only some are looked at. */
export const PREFIX_FREQUENCIES: PreparedStatement = {
  name: 'search_prefix_frequencies',
  text: `
    select field, sum(df)::int as df
      from (select field, df from search_term
             where field = any($1::text[]) and term >= $2 collate "C" and term < $2 || chr(1114111) limit 2000) t
     group by field`,
};
