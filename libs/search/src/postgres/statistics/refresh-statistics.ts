import { query } from '@app/database';
import type { Database, Transaction } from '@app/database';
import { FIELD_TOTALS } from './statistics-statement';

/** A smaller error of a count does not change scores visibly. */
const TOLERANCE = 0.05;

/**
 * Counts anew how common words are, from which scores are made (what is found never rests on it). Reads the whole index: for
 * a worker, every few minutes, never within a write. Does nothing while the catalog has hardly changed.
 */
export async function refreshStatistics(database: Database): Promise<{ readonly refreshed: boolean }> {
  return database.transaction(async (tx) => {
    // One worker is enough.
    const [lock] = await query<{ free: boolean }>(tx, `select pg_try_advisory_xact_lock(${LOCK}) as free`);
    if (!lock?.free || !(await hasChanged(tx))) return { refreshed: false };
    await query(tx, KEEP_FIELDS);
    for (const vector of ['names', 'texts']) await query(tx, keepFrequencies(vector));
    return { refreshed: true };
  });
}

/** Advisory lock id; any constant unused by other programs. In ASCII it spells "stat". */
const LOCK = 0x73746174;

async function hasChanged(tx: Transaction): Promise<boolean> {
  const [row] = await query<{ changed: boolean }>(tx, HAS_CHANGED);
  return row?.changed ?? false;
}

const HAS_CHANGED = `
  select exists (
    select 1 from (${FIELD_TOTALS.text}) n left join search_statistic s using (field)
     where abs(n.tokens - coalesce(s.tokens, 0)) > ${TOLERANCE} * coalesce(s.tokens, 0)) as changed`;

const KEEP_FIELDS = `
  insert into search_statistic (field, documents, tokens) ${FIELD_TOTALS.text}
  on conflict (field) do update set documents = excluded.documents, tokens = excluded.tokens`;

/** Terms are never removed: a writer that saw one would rely on it. */
const keepFrequencies = (vector: string): string => `
  update search_term t set df = s.ndoc
    from (select split_part(word, ':', 1) as field, substr(word, strpos(word, ':') + 1) as term, ndoc
            from ts_stat('select ${vector} from search_row')) s
   where t.field = s.field collate "C" and t.term = s.term collate "C"
     and abs(t.df - s.ndoc) > ${TOLERANCE} * s.ndoc`;
