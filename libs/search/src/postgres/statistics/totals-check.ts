import { query, type Database } from '@app/database';
import { COUNTED_CODES } from '../row/layout';

/** Advisory lock id; any constant unused by other programs. "totl" in ASCII. */
const LOCK = 0x746f746c;

/** The sums of the rows less the totals, field by field: documents, tokens. One statement sees one state of both. */
const DIFFERENCES = `
  select array[${COUNTED_CODES.map((code) => `r.documents_${code} - t.documents_${code}, r.tokens_${code} - t.tokens_${code}`).join(', ')}]::text[] as more
    from (select ${COUNTED_CODES.map((code, at) => `count(*) filter (where tokens[${at + 1}] > 0) as documents_${code}, coalesce(sum(tokens[${at + 1}]), 0) as tokens_${code}`).join(', ')}
            from search_row) r,
         (select ${COUNTED_CODES.map((code) => `coalesce(sum(documents_${code}), 0) as documents_${code}, coalesce(sum(tokens_${code}), 0) as tokens_${code}`).join(', ')}
            from search_total) t`;

/**
 * Compares the totals of the fields with the rows that they sum up, and adds what they lack. Writers are not blocked: what they
 * add meanwhile comes on top of it. Reads the whole index.
 *
 * @returns how many totals were wrong
 */
export async function mendTotals(database: Database): Promise<number> {
  return database.transaction(async (tx) => {
    // A second check would add the same once more.
    await query(tx, `select pg_advisory_xact_lock(${LOCK})`);
    const [row] = await query<{ more: string[] }>(tx, DIFFERENCES);
    const more = row?.more ?? [];
    const wrong = more.filter((difference) => difference !== '0').length;
    if (wrong > 0) await query(tx, 'select search_totals_add($1::bigint[])', [more]);
    return wrong;
  });
}
