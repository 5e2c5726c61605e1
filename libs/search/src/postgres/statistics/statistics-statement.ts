import type { PreparedStatement } from '@app/database';
import { COUNTED_CODES } from '../row/layout';

/** Count limit for words that the dictionary does not have yet: higher counts need not be exact. */
const COUNTED_UP_TO = 10_000;

/** By field: documents that have it, and its tokens. */
export const FIELD_TOTALS: PreparedStatement = {
  name: 'search_field_totals',
  text: `
    select f.field, f.documents, f.tokens
      from (select ${COUNTED_CODES.map((code) => `coalesce(sum(documents_${code}), 0) as documents_${code}, coalesce(sum(tokens_${code}), 0) as tokens_${code}`).join(', ')}
              from search_total) t
     cross join lateral (values ${COUNTED_CODES.map((code) => `('${code}', t.documents_${code}, t.tokens_${code})`).join(', ')}) f (field, documents, tokens)`,
};

/**
 * $1: lexemes. The totals of all fields, then how many documents have each lexeme that the dictionary knows, in one there and back.
 * A term may stand there twice, as a part and as a whole.
 */
export const KNOWN_STATISTICS: PreparedStatement = {
  name: 'search_known_statistics',
  text: `
    select t.field, null as lexeme, t.documents, t.tokens from (${FIELD_TOTALS.text}) t
    union all
    select null, l.lexeme, max(t.df), null
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
