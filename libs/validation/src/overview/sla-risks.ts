import { entityTypes, Visibility, type Reference } from '@app/catalog';
import { TimeSlice, withoutNulls, type Actor, type RowOf } from '@app/common';
import { isCurrent } from '@app/contracts';
import { Conditions, Database, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { mineOf } from './asset-groups';
import { slaOutlook, slaRisks, type LastSeen, type SlaOutlook, type SlaRisk } from '../checks/sla/risk';
import { CLOCK_SKEW } from '../checks/sla/sla-evidence';
import { reference } from './verdict-list';

/** A target of a contract that is due soon. */
export interface ContractAtRisk extends SlaRisk {
  readonly contract: Reference;
  readonly entity: Reference;
  /** The newest known refresh, in epoch ms. */
  readonly refreshedAt?: number;
}

export interface ContractOutlook extends SlaOutlook {
  /** Node, bigint in decimal. */
  readonly node: string;
}

interface Row extends RowOf<LastSeen> {
  readonly node: string;
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

const statement = (where: string): string => `
  select c.node::text, e.body -> 'sla' as sla, ${reference('e')} as contract, ${reference('a')} as entity, n.now::float8,
         greatest(${newest('refresh')}, ${instantIn('lifeCycle', 'updated', 'timestamp')})::float8 as "refreshedAt",
         ${newest('arrival')}::float8 as "arrivedAt",
         (select coalesce(o.data_timestamp, o.timestamp) from observation o
           where o.asset = c.asset and o.kind = 'arrival' and o.timestamp <= n.now + ${CLOCK_SKEW}
           order by o.timestamp desc limit 1)::float8 as "dataOf"
    from (select floor(extract(epoch from now()) * 1000)::bigint as now) n
    cross join contract c join entity e on e.node = c.node join entity a on a.node = c.asset
   ${where}`;

const HAS_TARGET = `e.type = 'dataContract' and e.body -> 'sla' ?| array['refreshFrequency', 'availabilityTime']`;

const OF_CONTRACTS = {
  name: 'due-targets-of-contracts',
  text: statement(`where c.node = any($1::bigint[]) and c.live and ${isCurrent('c')} and ${HAS_TARGET}`),
};

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
    const { where, values } = Conditions.of('c.live', isCurrent('c'), HAS_TARGET)
      .within(condition)
      .within(mine ? mineOf(actor) : undefined);
    const rows = values.length
      ? await this.database.query<Row>(statement(where), values)
      : await this.database.read<Row>({ name: 'contracts-with-due-targets', text: statement(where) }, []);
    const slice = new TimeSlice();
    const risks: ContractAtRisk[] = [];
    for (const row of rows) {
      risks.push(...risksOf(row));
      await slice.turn();
    }
    risks.sort((a, b) => a.dueAt - b.dueAt || (a.contract.id < b.contract.id ? -1 : 1));
    return { data: risks.slice(0, limit), paging: { total: risks.length } };
  }

  /** Those of some contracts that have such a target, and when they are to be looked at again. @param nodes bigint in decimal */
  async outlook(tx: Transaction, nodes: readonly string[]): Promise<ContractOutlook[]> {
    const rows = await query<Row & object>(tx, OF_CONTRACTS, [nodes]);
    return rows.map(({ node, sla, now, contract: _contract, entity: _entity, ...times }) => ({
      node,
      ...slaOutlook(sla, withoutNulls<LastSeen>(times), now),
    }));
  }
}

function risksOf({ node: _node, sla, contract, entity, now, ...times }: Row): ContractAtRisk[] {
  const seen = withoutNulls<LastSeen>(times);
  const { refreshedAt } = seen;
  return slaRisks(sla, seen, now).map((risk) => ({ ...risk, contract, entity, refreshedAt }));
}
