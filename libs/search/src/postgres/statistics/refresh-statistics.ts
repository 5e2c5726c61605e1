import { run } from '@app/database';
import type { Database, Transaction } from '@app/database';
import { COUNT_FIELDS } from './statistics-statement';

/** A count that is off by less moves a score by less than anybody sees. */
const TOLERANCE = 0.05;

/**
 * Counts anew how common words are, from which scores are made (what is found never rests on it). Reads the whole index: for
 * a worker, every few minutes, never within a write. Does nothing while the catalog has hardly changed.
 */
export async function refreshStatistics(database: Database): Promise<{ readonly refreshed: boolean }> {
  return database.transaction(async (tx) => {
    // One worker is enough.
    const [lock] = await run<{ free: boolean }>(tx, `select pg_try_advisory_xact_lock(${LOCK}) as free`);
    if (!lock?.free || !(await hasChanged(tx))) return { refreshed: false };
    await run(tx, KEEP_FIELDS);
    for (const vector of ['names', 'texts']) await run(tx, keepFrequencies(vector));
    return { refreshed: true };
  });
}

/** Any constant that no other program uses: spells "stat". */
const LOCK = 0x73746174;

async function hasChanged(tx: Transaction): Promise<boolean> {
  const [row] = await run<{ changed: boolean }>(tx, HAS_CHANGED);
  return row?.changed ?? false;
}

const HAS_CHANGED = `
  select exists (
    select 1 from (${COUNT_FIELDS.text}) n left join search_statistic s using (field)
     where abs(n.tokens - coalesce(s.tokens, 0)) > ${TOLERANCE} * coalesce(s.tokens, 0)) as changed`;

const KEEP_FIELDS = `
  insert into search_statistic (field, documents, tokens) ${COUNT_FIELDS.text}
  on conflict (field) do update set documents = excluded.documents, tokens = excluded.tokens`;

/** Terms are never removed: a writer that saw one would rely on it. */
const keepFrequencies = (vector: string): string => `
  update search_term t set df = s.ndoc
    from (select split_part(word, ':', 1) as field, substr(word, strpos(word, ':') + 1) as term, ndoc
            from ts_stat('select ${vector} from search_row')) s
   where t.field = s.field collate "C" and t.term = s.term collate "C"
     and abs(t.df - s.ndoc) > ${TOLERANCE} * s.ndoc`;
