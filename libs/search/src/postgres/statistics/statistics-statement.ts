import type { PreparedStatement } from '@app/database';
import { COUNTED_CODES } from '../row/layout';

/** Up to so many rows everything is counted anew for each search: it takes a millisecond or two. */
const SMALL = 2_000;
/** Nobody needs to know more exactly how common a word is that the dictionary does not know yet. */
const COUNTED_UP_TO = 10_000;

export const IS_LARGE: PreparedStatement = {
  name: 'search_is_large',
  text: `select count(*) > ${SMALL} as large from (select from search_row limit ${SMALL + 1}) r`,
};

export const KNOWN_FIELDS: PreparedStatement = {
  name: 'search_known_fields',
  text: `select field, documents, tokens from search_statistic`,
};

const codes = COUNTED_CODES.map((code) => `'${code}'`).join(', ');

/** By field: documents that have it, and its tokens. */
export const COUNT_FIELDS: PreparedStatement = {
  name: 'search_count_fields',
  text: `
    select f.field, coalesce(s.documents[f.at], 0) as documents, coalesce(s.tokens[f.at], 0) as tokens
      from unnest(array[${codes}]) with ordinality f (field, at),
           (select array[${COUNTED_CODES.map((_, at) => `count(*) filter (where tokens[${at + 1}] > 0)`).join(', ')}] as documents,
                   array[${COUNTED_CODES.map((_, at) => `sum(tokens[${at + 1}])`).join(', ')}] as tokens
              from search_row) s`,
};

/** $1: lexemes. A term may stand there twice, as a part and as a whole. */
export const KNOWN_FREQUENCIES: PreparedStatement = {
  name: 'search_known_frequencies',
  text: `
    select l.lexeme, max(t.df) as df
      from unnest($1::text[]) l (lexeme)
      join search_term t on t.field = split_part(l.lexeme, ':', 1) collate "C"
       and t.term = substr(l.lexeme, strpos(l.lexeme, ':') + 1) collate "C"
     group by l.lexeme`,
};

const counted = (vector: string): string => `
  select l.lexeme, (select count(*) from (
           select from search_row r where r.${vector} @@ l.query::tsquery limit ${COUNTED_UP_TO}) c) as df
    from (select u.lexeme, '''' || replace(replace(u.lexeme, '\\', '\\\\'), '''', '''''') || '''' as query
            from unnest($1::text[], $2::text[]) u (lexeme, vector) where u.vector = '${vector}') l`;

/** $1: lexemes, $2: the vector of each. */
export const COUNT_LEXEMES: PreparedStatement = {
  name: 'search_count_lexemes',
  text: `${counted('names')} union all ${counted('texts')}`,
};
