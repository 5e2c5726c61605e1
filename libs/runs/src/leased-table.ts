/** How long a worker that stops renewing has a run, in ms, by the clock of the database, which all workers share. */
export const LEASE_MS = 5_000;
export const LEASE = `interval '${LEASE_MS} ms'`;

/** The loss of a lease: another claim has the run, or it has ended; or, by the clock of this process, the lease has run out unrenewed. */
export class LossOfLease extends Error {
  override readonly name = 'LossOfLease';

  constructor(readonly why: 'taken' | 'lapsed') {
    super(why === 'taken' ? 'The run has ended or is of another worker' : 'The lease of the run could not be renewed');
  }
}

/**
 * A table of runs. Beside its own columns it has those of a lease: `claim` (the fencing token, random for each claim), `lease_until`, `worker`
 * (null while no worker evaluates the run), `crashes`, `failures` and `alone`. A row that is not Running has no lease.
 */
export interface LeasedTable {
  readonly name: string;
  /** The columns of the id, a uuid, and of the state. */
  readonly id: string;
  readonly state: string;
  /** An expression that wakes workers for a run that was handed back, where no trigger does. */
  readonly wake?: string;
}

/** Longer than a transaction of a block of writes takes: another worker that asks for the lease meanwhile finds the row locked. */
const FENCED = `interval '30 s'`;

/** The statements of a table. Each names the claim, $1 and $2: after another claim, or the end, it changes nothing and returns no row. */
export function leaseStatements({ name, id, state, wake }: LeasedTable) {
  const ours = `where ${id} = $1 and claim = $2 and ${state} = 'Running' returning true`;
  const change = (columns: string): string => `update ${name} set ${columns} ${ours}`;
  return {
    retry: change(
      `worker = null, failures = failures + $4::int, lease_until = clock_timestamp() + $3 * interval '1 ms'`,
    ),
    handBack: `${change(`worker = null, lease_until = clock_timestamp() - ${LEASE}`)}${wake ? `, ${wake}` : ''}`,
    setWorker: change('worker = $3'),
    markAlone: change('alone = true'),
    fence: change(`lease_until = clock_timestamp() + ${FENCED}`),
  };
}

/**
 * Renews leases of all tables; $1 ids, $2 claims. Gives the ids of those that are still ours. A row locked by another transaction is not
 * waited for: it cannot be claimed before it is free, and a wait would leave all other leases without their renewal.
 */
export function renewStatement(tables: readonly LeasedTable[]): string {
  const parts = tables.map(
    ({ name, id, state }) => `
  ours_${name} as materialized (
    select r.${id} as id from leased l join ${name} r on r.${id} = l.id and r.claim = l.claim and r.${state} = 'Running'),
  free_${name} as (
    select ${id} as id from ${name} where ${id} in (select id from ours_${name}) for no key update skip locked),
  renewed_${name} as (
    update ${name} r set lease_until = clock_timestamp() + ${LEASE}
      from free_${name} f where r.${id} = f.id and r.${state} = 'Running')`,
  );
  const all = tables.map(({ name }) => `select id::text from ours_${name}`);
  return `
  with leased as materialized (select * from unnest($1::uuid[], $2::uuid[]) l (id, claim)),${parts.join(',')}
  ${all.join(' union all ')}`;
}
