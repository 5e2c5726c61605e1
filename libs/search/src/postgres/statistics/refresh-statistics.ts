import { NOW_MS, query, STATEMENT_MS, type Database, type PreparedStatement, type Transaction } from '@app/database';
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

/** No row is still to be written; in a condition it is checked once, before anything is searched. */
export const NOTHING_QUEUED = 'not exists (select from search_mark)';

/**
 * SQL of one text of the totals of all fields and of what the dictionary has of each lexeme, in their order: where it is still the same, so
 * are the statistics. With `tellsQueue` it is another one where rows are still to be written. See `SearchStatistics.assumed`.
 */
export function statisticsText(lexemes: string, tellsQueue: boolean): string {
  const marks = tellsQueue ? `|| case when ${NOTHING_QUEUED} then '' else ' marked' end` : '';
  return `((select array[${COUNTED_CODES.map((code) => `coalesce(sum(documents_${code}), 0), coalesce(sum(tokens_${code}), 0)`).join(', ')}]::text from search_total)
    || (select array_agg((
          select max(t.df) from search_term t
           where t.field = split_part(l.lexeme, ':', 1) collate "C" and t.term = substr(l.lexeme, strpos(l.lexeme, ':') + 1) collate "C")
          order by l.at)::text
          from unnest(${lexemes}) with ordinality l (lexeme, at)) ${marks})`;
}

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

/** A smaller error of a count does not change scores visibly. */
const TOLERANCE = 0.05;

/**
 * Counts anew how common words are, from which scores are made (what is found never rests on it). Reads the whole index: for
 * a worker, every few minutes, never within a write. Does nothing while the catalog has hardly changed.
 * @param restMs how long it is since they were counted last, by any process
 */
export async function refreshStatistics(database: Database, restMs = 0): Promise<{ readonly refreshed: boolean }> {
  return database.transaction(async (tx) => {
    // One worker is enough.
    const [lock] = await query<{ free: boolean }>(tx, `select pg_try_advisory_xact_lock(${LOCK}) as free`);
    if (!lock?.free || !(await hasChanged(tx, restMs))) return { refreshed: false };
    await query(tx, KEEP_FIELDS);
    for (const vector of ['names', 'texts']) await query(tx, keepFrequencies(vector));
    await query(tx, CHANGE_VERSION);
    return { refreshed: true };
  });
}

/** Advisory lock id; any constant unused by other programs. "stat" in ASCII. */
const LOCK = 0x73746174;

async function hasChanged(tx: Transaction, restMs: number): Promise<boolean> {
  const [row] = await query<{ changed: boolean }>(tx, HAS_CHANGED, [restMs]);
  return row?.changed ?? false;
}

const HAS_CHANGED = `
  select not exists (select from search_statistic where counted_at > ${STATEMENT_MS} - $1::bigint) and exists (
    select 1 from (${FIELD_TOTALS.text}) n left join search_statistic s using (field)
     where abs(n.tokens - coalesce(s.tokens, 0)) > ${TOLERANCE} * coalesce(s.tokens, 0)) as changed`;

/** Adds nothing to the totals, whose versions are that of the index: scores follow from what was counted. */
const CHANGE_VERSION = `select search_totals_add(array_fill(0::bigint, array[${2 * COUNTED_CODES.length}]))`;

const KEEP_FIELDS = `
  insert into search_statistic (field, documents, tokens, counted_at) select t.*, ${NOW_MS} from (${FIELD_TOTALS.text}) t
  on conflict (field) do update set documents = excluded.documents, tokens = excluded.tokens, counted_at = excluded.counted_at`;

/** Terms are never removed: a writer that saw one would rely on it. */
const keepFrequencies = (vector: string): string => `
  update search_term t set df = s.ndoc
    from (select split_part(word, ':', 1) as field, substr(word, strpos(word, ':') + 1) as term, ndoc
            from ts_stat('select ${vector} from search_row')) s
   where t.field = s.field collate "C" and t.term = s.term collate "C"
     and abs(t.df - s.ndoc) > ${TOLERANCE} * s.ndoc`;
