import { query, type Transaction } from '@app/database';
import { TableProfileRepository } from './table-profile.repository';

/** A profile that this service has measured itself. */
export interface MeasuredProfile {
  /** Epoch ms; where another profile has that time, the next millisecond that is free is taken. */
  readonly timestamp: number;
  readonly table: Readonly<Record<string, unknown>>;
  /** Figures of columns, by their names. */
  readonly columns: readonly (Readonly<Record<string, unknown>> & { readonly name: string })[];
}

/** Milliseconds that are looked through. */
const MOST_TAKEN = 1_000;

const profiles = new TableProfileRepository();

/**
 * Stores it beside the profiles that were sent, and shows it where it is the newest one. Unlike those it is no evidence: that a run looked
 * at the data says nothing about when it came. Without effect where the table is gone. Permissions are not checked here.
 */
export async function storeMeasuredProfile(tx: Transaction, node: string, profile: MeasuredProfile): Promise<void> {
  const { table, columns } = profile;
  if ((await query(tx, LOCK, [node])).length === 0) return;
  const [free] = await query<{ timestamp: number }>(tx, FREE, [node, profile.timestamp, MOST_TAKEN]);
  const { timestamp } = free!;
  await profiles.put(tx, node, {
    tableProfile: { timestamp, ...table },
    columnProfile: columns.map((one) => ({ ...one, timestamp })),
  });
  await profiles.showNewest(tx, node);
}

const LOCK = 'select 1 from entity where node = $1 and deleted_by is null for no key update';

const FREE = `
  select min(t)::float8 as timestamp from generate_series($2::bigint, $2::bigint + $3::bigint) t
   where not exists (select from table_profile p where p.asset = $1 and p.timestamp = t)`;
