import { NOW_MS, query, type PreparedStatement, type Transaction } from '@app/database';

/** A result that failed; node is bigint in decimal, its time in epoch ms. */
interface FailedResult {
  readonly node: string;
  readonly timestamp: number;
}

/**
 * Opens an incident for each test case whose newest result is one of these, unless one is open, and says of the result to which it
 * belongs: both in one statement, in the transaction that stores the results. A result that belongs to an incident already opens no
 * other one, so that one which comes again after its incident was resolved changes nothing.
 *
 * @param by the id of the user that reported them, if any did
 * @returns the ids of the incidents that results were added to
 */
export async function openIncidents(tx: Transaction, failed: readonly FailedResult[], by?: string): Promise<string[]> {
  if (!failed.length) return [];
  const nodes = failed.map(({ node }) => node);
  const timestamps = failed.map(({ timestamp }) => timestamp);
  const rows = await query<{ incident: string }>(tx, OPEN, [nodes, timestamps, by ?? null]);
  return rows.map(({ incident }) => incident);
}

// In the order of test cases, so that two writers never wait for each other in a circle. The update that changes nothing gives the
// incident that is open, also one that another transaction opened meanwhile, and locks it until the result belongs to it.
const OPEN: PreparedStatement = {
  name: 'open-incidents',
  text: `
  with failed as materialized (
    select r.test_case, r.timestamp
      from unnest($1::bigint[], $2::bigint[]) f (node, at)
      join test_case_result r on r.test_case = f.node and r.timestamp = f.at and r.status = 'Failed' and r.incident is null
     where not exists (select from test_case_result n where n.test_case = r.test_case and n.timestamp > r.timestamp)),
  opened as (
    insert into test_case_incident as i (incident, test_case, timestamp, status, is_latest, updated_by, updated_at)
    select gen_random_uuid(), f.test_case, n.now, 'New', true, $3, n.now
      from failed f cross join (select ${NOW_MS} as now) n
     order by f.test_case
    on conflict (test_case) where is_latest and status <> 'Resolved' do update set status = i.status
    returning i.test_case, i.incident)
  update test_case_result r set incident = o.incident
    from failed f join opened o on o.test_case = f.test_case
   where r.test_case = f.test_case and r.timestamp = f.timestamp
  returning o.incident::text as incident`,
};
