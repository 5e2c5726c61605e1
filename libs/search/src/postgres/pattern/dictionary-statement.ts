import type { PreparedStatement } from '@app/database';

/** $1: codes of fields, $2: an expression, $3: the most terms of a field. Whole chunks are looked for in the rows. */
export const MATCHING_TERMS: PreparedStatement = {
  name: 'search_matching_terms',
  text: `
    select f.field, t.term, t.df
      from unnest($1::text[]) f (field)
     cross join lateral (
       select term, df from search_term where field = f.field collate "C" and not whole and term ~ $2 limit $3) t`,
};

/**
 * Whether a term is within $3 edits of $2, where a swap of neighbours is one edit. By $5 and $6 (see `swapped`) hardly any others come
 * with them; without these, all that is near if a swap counts as two. levenshtein() takes up to 255 letters.
 */
const NEAR = (term: string): string => `
  case when $4::int > 255 or char_length(${term}) > 255 then true
       when levenshtein_less_equal(${term}, $2::text, $3::int) <= $3::int then true
       when $6::text[] is null then levenshtein_less_equal(${term}, $2::text, 2 * $3::int) <= 2 * $3::int
       when ${term} = any($5::text[]) then true
       when cardinality($6::text[]) = 0 or levenshtein_less_equal(${term}, $2::text, $3::int + 1) > $3::int + 1 then false
       else exists (select from unnest($6::text[]) s (once) where levenshtein_less_equal(${term}, s.once, $3::int - 1) <= $3::int - 1)
  end`;

/**
 * $1: codes of fields, $2: a text, $3: edits, $4: its length, $5: the text with as many swaps of neighbours as edits, $6: with one swap,
 * where further edits may follow, $7: how the terms begin, $8: the most terms of a field.
 */
export const NEAR_TERMS: PreparedStatement = {
  name: 'search_near_terms',
  text: `
    with near as materialized (
      select d.term from (
        select distinct term from search_term
         where field = any($1::text[]) and char_length(term) between $4::int - $3::int and $4::int + $3::int and starts_with(term, $7)) d
       where ${NEAR('d.term')})
    select f.field, t.term, t.df
      from unnest($1::text[]) f (field)
     cross join lateral (
       select t.term, t.df from search_term t join near n on n.term = t.term where t.field = f.field collate "C" limit $8::int) t`,
};

/** $1 … $6 as above, $7: LIKE patterns, $8: the most terms. */
export const NEAR_CHUNKS: PreparedStatement = {
  name: 'search_near_chunks',
  text: `
    select distinct c.field, t.term, 1 as df
      from search_row r
     cross join lateral string_to_table(r.chunks, E'\\n') l (line)
     cross join lateral (select split_part(line, E'\\t', 2) as term) t
     cross join lateral string_to_table(split_part(line, E'\\t', 1), ':') c (field)
     where r.chunks like any ($7::text[]) and c.field = any($1::text[])
       and char_length(t.term) between $4::int - $3::int and $4::int + $3::int and ${NEAR('t.term')}
     limit $8::int`,
};

/** $1: a field with its `=`, $2 … $6 as above, $7: the most values. */
export const NEAR_KEYWORDS: PreparedStatement = {
  name: 'search_near_facts',
  text: `
    select d.value from (
      select distinct v.value
        from search_row r
       cross join lateral unnest(r.kw) k (fact)
       cross join lateral (select substr(fact, length($1::text) + 1) as value) v
       where starts_with(fact, $1::text) and char_length(v.value) between $4::int - $3::int and $4::int + $3::int) d
     where ${NEAR('d.value')} limit $7::int`,
};

/** $1: codes of fields, $2: a text for each, $3: a number. Returns the indices (from 1) of those that begin more terms. */
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
