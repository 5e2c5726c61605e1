import type { Reference } from '@app/catalog';
import { withoutNulls, type RowOf } from '@app/common';
import { isCurrent } from '@app/contracts';
import { query, type Transaction } from '@app/database';
import { slaOutlook, type LastSeen, type SlaOutlook } from '../checks/sla/risk';
import { CLOCK_SKEW } from '../checks/sla/sla-evidence';
import { reference } from './verdict-list';

/** The targets of the SLA of a contract, and what is known of its data. */
export interface TargetRow extends RowOf<LastSeen> {
  /** Node, bigint in decimal. */
  readonly node: string;
  readonly sla: unknown;
  readonly contract: Reference;
  readonly entity: Reference;
  /** The instant of the look, in epoch ms. */
  readonly now: number;
  /** Whether the contract is neither upcoming nor ended. */
  readonly isCurrent: boolean;
  /** From when on it is in force, in epoch ms. */
  readonly from: number | null;
}

/** The newest observation of a kind, by index, however many there are. */
const newest = (kind: string): string => `
    (select max(o.timestamp) from observation o where o.asset = c.asset and o.kind = '${kind}' and o.timestamp <= n.now + ${CLOCK_SKEW})`;
const instantIn = (...path: string[]): string => `
    (select (t #>> '{}')::numeric::bigint from (select coalesce(a.details, '{}') #> '{${path.join(',')}}' as t) i
      where jsonb_typeof(t) = 'number' and (t #>> '{}')::numeric between 0 and n.now + ${CLOCK_SKEW})`;

/** Selects rows of `TargetRow`. @param where on a contract `c`, its entity `e` and its asset `a` */
export const targetsSql = (where: string): string => `
  select c.node::text, e.body -> 'sla' as sla, ${reference('e')} as contract, ${reference('a')} as entity, n.now::float8,
         ${isCurrent('c')} as "isCurrent", c.effective_from::float8 as "from",
         greatest(${newest('refresh')}, ${instantIn('lifeCycle', 'updated', 'timestamp')})::float8 as "refreshedAt",
         ${newest('arrival')}::float8 as "arrivedAt",
         (select coalesce(o.data_timestamp, o.timestamp) from observation o
           where o.asset = c.asset and o.kind = 'arrival' and o.timestamp <= n.now + ${CLOCK_SKEW}
           order by o.timestamp desc limit 1)::float8 as "dataOf"
    from (select floor(extract(epoch from now()) * 1000)::bigint as now) n
    cross join contract c join entity e on e.node = c.node join entity a on a.node = c.asset
   ${where}`;

export const HAS_TARGET = `e.type = 'dataContract' and e.body -> 'sla' ?| array['refreshFrequency', 'availabilityTime']`;

const OF_CONTRACTS = {
  name: 'due-targets-of-contracts',
  text: targetsSql(`where c.node = any($1::bigint[]) and c.live and ${HAS_TARGET}`),
};

export interface ContractOutlook extends SlaOutlook {
  /** Node, bigint in decimal. */
  readonly node: string;
  /** The instant of the look, in epoch ms. */
  readonly now: number;
}

/** Looks at those of some contracts that have such a target; asks for no rights. @param nodes bigint in decimal */
export async function slaOutlooks(tx: Transaction, nodes: readonly string[]): Promise<ContractOutlook[]> {
  const rows = await query<TargetRow & object>(tx, OF_CONTRACTS, [nodes]);
  return rows.map((row) => ({ node: row.node, now: row.now, ...outlookOf(row) }));
}

/** Judges the targets of a contract; one that is upcoming has no risk before it is in force. */
function outlookOf(row: TargetRow): SlaOutlook {
  if (row.isCurrent) return slaOutlook(row.sla, seenIn(row), row.now);
  const nextAt = row.from !== null && row.from > row.now ? row.from : undefined;
  return { risks: [], hangsOnRefresh: false, ...(nextAt !== undefined && { nextAt }) };
}

export const seenIn = ({ refreshedAt, arrivedAt, dataOf }: TargetRow): LastSeen =>
  withoutNulls<LastSeen>({ refreshedAt, arrivedAt, dataOf });
