import { entityTypes, Visibility, type Reference } from '@app/catalog';
import { TimeSlice, withoutNulls, type Actor, type RowOf } from '@app/common';
import { isCurrent } from '@app/contracts';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { allOf, mineOf } from './asset-groups';
import { slaRisks, type LastSeen, type SlaRisk } from '../checks/sla/risk';
import { CLOCK_SKEW } from '../checks/sla/sla-evidence';
import { reference } from './verdict-list';

/** A target of a contract that is due soon. */
export interface ContractAtRisk extends SlaRisk {
  readonly contract: Reference;
  readonly entity: Reference;
  /** The newest known refresh, in epoch ms. */
  readonly refreshedAt?: number;
}

interface Row extends RowOf<LastSeen> {
  readonly sla: unknown;
  readonly contract: Reference;
  readonly entity: Reference;
  readonly now: number;
}

/** The newest observation of a kind, by index, however many there are. */
const newest = (kind: string): string => `
    (select max(o.timestamp) from observation o where o.asset = c.asset and o.kind = '${kind}' and o.timestamp <= n.now + ${CLOCK_SKEW})`;
const instantIn = (...path: string[]): string => `
    (select (t #>> '{}')::numeric::bigint from (select coalesce(a.details, '{}') #> '{${path.join(',')}}' as t) i
      where jsonb_typeof(t) = 'number' and (t #>> '{}')::numeric between 0 and n.now + ${CLOCK_SKEW})`;

const statement = (condition: string): string => `
  select e.body -> 'sla' as sla, ${reference('e')} as contract, ${reference('a')} as entity, n.now::float8,
         greatest(${newest('refresh')}, ${instantIn('lifeCycle', 'updated', 'timestamp')})::float8 as "refreshedAt",
         ${newest('arrival')}::float8 as "arrivedAt",
         (select coalesce(o.data_timestamp, o.timestamp) from observation o
           where o.asset = c.asset and o.kind = 'arrival' and o.timestamp <= n.now + ${CLOCK_SKEW}
           order by o.timestamp desc limit 1)::float8 as "dataOf"
    from (select floor(extract(epoch from now()) * 1000)::bigint as now) n
    cross join contract c join entity e on e.node = c.node join entity a on a.node = c.asset
   where c.live and ${isCurrent('c')} and e.type = 'dataContract' and e.body -> 'sla' ?| array['refreshFrequency', 'availabilityTime'] ${condition}`;

/** Contracts whose SLA will be missed soon unless something comes. */
@Injectable()
export class SlaRisks {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
  ) {}

  /** The first that are due come first. One statement, which reads every contract with such a target. */
  async list(
    actor: Actor,
    limit: number,
    mine = false,
  ): Promise<{ data: ContractAtRisk[]; paging: { total: number } }> {
    const condition = this.visibility.condition(actor, entityTypes.get('dataContract'));
    const { sql, values } = allOf(condition, mine ? mineOf(actor) : undefined);
    const rows = values.length
      ? await this.database.query<Row>(statement(`and ${sql}`), values)
      : await this.database.read<Row>({ name: 'contracts-with-due-targets', text: statement('') }, []);
    const slice = new TimeSlice();
    const risks: ContractAtRisk[] = [];
    for (const row of rows) {
      risks.push(...risksOf(row));
      await slice.turn();
    }
    risks.sort((a, b) => a.dueAt - b.dueAt || (a.contract.id < b.contract.id ? -1 : 1));
    return { data: risks.slice(0, limit), paging: { total: risks.length } };
  }
}

function risksOf({ sla, contract, entity, now, ...times }: Row): ContractAtRisk[] {
  const seen = withoutNulls<LastSeen>(times);
  const { refreshedAt } = seen;
  return slaRisks(sla, seen, now).map((risk) => ({ ...risk, contract, entity, refreshedAt }));
}
