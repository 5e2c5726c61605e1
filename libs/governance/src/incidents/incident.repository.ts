import type { Reference } from '@app/catalog';
import { groupBy } from '@app/common';
import { Database, NOW_MS, query, type PreparedStatement, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { NO_POLICY } from '../policies/contract-policy';
import { referenceSql } from '../reference-sql';
import type {
  ContractIncidentStatus,
  ExpectationIncident,
  IncidentAction,
  IncidentEvent,
  IncidentSeverity,
  Resolution,
} from './contract-incident';
import type { Relations } from './causes/causes';
import { FROM, IS_PAST, SELECT, type IncidentRow } from './incident-sql';

/** SQL conditions on an incident `i`, its contract `e` with its row `c`, and its assignee `p`, with their values. */
export interface IncidentFilter {
  readonly conditions: readonly string[];
  readonly values: readonly unknown[];
}

export interface IncidentPart extends IncidentFilter {
  /** `openedAt` and place of the row next to the page. */
  readonly place?: readonly string[];
  readonly isBackward: boolean;
  readonly limit: number;
}

/** The change of an action; what is absent stays. Nodes are bigint in decimal. */
export interface IncidentChange {
  readonly status: ContractIncidentStatus;
  readonly isAcknowledged: boolean;
  readonly assignee?: string;
  readonly snoozedUntil?: number;
  readonly resolution?: Resolution;
  /** Id of the user. */
  readonly resolvedBy?: string;
  readonly comments?: 1;
}

/** Details of an event that are no reference. */
export type EventDetails = Pick<IncidentEvent, 'comment' | 'reason' | 'until' | 'resolution' | 'severity'>;

const BY_IDS: PreparedStatement = { name: 'contract-incidents', text: `${SELECT} where i.id = any($1::uuid[])` };
const OPEN_OF: PreparedStatement = {
  name: 'contract-incident-open',
  text: `${SELECT} where i.contract = $1 and i.status <> 'Resolved' and not ${IS_PAST}`,
};
const UNSETTLED: PreparedStatement = {
  name: 'contract-incidents-unsettled',
  text: `select i.id::text from contract_incident i where not i.is_settled and ($1::uuid[] is null or i.id = any($1))
    and ($2::uuid is null or i.contract = (select e.node from entity e where e.id = $2)) order by i.place limit $3`,
};
const HISTORY: PreparedStatement = {
  name: 'contract-incident-history',
  text: `select h.at::text, ${referenceSql('u')} as by, h.action, ${referenceSql('p')} as assignee, h.details
    from contract_incident_history h left join entity u on u.node = h.person left join entity p on p.node = h.assignee
   where h.incident = $1 order by h.place`,
};
const EXPECTATIONS: PreparedStatement = {
  name: 'contract-incident-expectations',
  text: `
  select x.from_node::text as node, s.incident::text as "stateId", s.status, ${referenceSql('t')} as "testCase"
    from entity_reference x join entity t on t.node = x.to_node and t.deleted_by is null
    join test_case_incident s on s.test_case = x.to_node and s.is_latest and s.status <> 'Resolved'
   where x.from_node = any($1::bigint[]) and x.relation = 'qualityExpectations' order by x.position`,
};
const KEPT: PreparedStatement = {
  name: 'contract-incident-kept-causes',
  text: `select i.id::text, i.cause::text, i.cause_hops as hops from contract_incident i
    where i.cause is not null and i.status = 'Resolved' and (i.id = any($1::uuid[]) or i.cause = any($1::uuid[]))`,
};
const PAST: PreparedStatement = {
  name: 'contract-incidents-past',
  text: `select c.node::text from contract_incident i join contract c on c.node = i.contract where ${IS_PAST} order by c.node limit 1000`,
};
const ACT = `
  update contract_incident
     set status = $2, is_acknowledged = $3, assignee = coalesce($4, assignee), snoozed_until = coalesce($5, snoozed_until),
         resolution = coalesce($6, resolution), resolved_by = coalesce((select node from entity where id = $7), resolved_by),
         resolved_at = case when $2 = 'Resolved' then coalesce(resolved_at, ${NOW_MS}) end, comments = comments + $8, updated_at = ${NOW_MS}
   where id = $1`;
const TELL = `
  insert into contract_incident_history (incident, at, person, action, assignee, details)
  values ($1, ${NOW_MS}, (select node from entity where id = $2), $3, $4, $5)`;
/** By the rule of the incident: its contract's first owner by name, or the one that the rule names. */
const BY_RULE: PreparedStatement = {
  name: 'contract-incident-assignee',
  text: `
  select n.node::text from contract_incident i cross join lateral (
    select e.node, e.name from entity e
     where i.rules ->> 'assign' = 'owner' and e.id = any(owner_ids(i.contract)::uuid[]) and e.deleted_by is null
    union all
    select e.node, e.name from entity e
     where jsonb_typeof(i.rules -> 'assign') = 'object' and e.id = (i.rules -> 'assign' ->> 'id')::uuid and e.deleted_by is null) n
   where i.id = $1 order by n.name limit 1`,
};
const SETTLE = `
  update contract_incident
     set is_settled = true, assignee = coalesce(assignee, $2),
         status = case when status = 'New' and $2::bigint is not null then 'Assigned' else status end
   where id = $1 and not is_settled returning status`;

/** Statements about incidents. */
@Injectable()
export class IncidentRepository {
  constructor(private readonly database: Database) {}

  page({ conditions, values, place, isBackward, limit }: IncidentPart): Promise<IncidentRow[]> {
    const bound = [...values];
    const bind = (value: unknown): string => `$${bound.push(value)}`;
    const [sign, way] = isBackward ? ['>', 'asc'] : ['<', 'desc'];
    const beyond = place
      ? [`(i.opened_at, i.place) ${sign} (${bind(place[0])}::bigint, ${bind(place[1])}::bigint)`]
      : [];
    const text = `${SELECT} where ${['true', ...conditions, ...beyond].join(' and ')}
      order by i.opened_at ${way}, i.place ${way} limit ${bind(limit)}`;
    return this.database.query<IncidentRow & object>(text, bound);
  }

  async count({ conditions, values }: IncidentFilter): Promise<number> {
    const text = `select count(*)::int as n ${FROM} where ${['true', ...conditions].join(' and ')}`;
    const [row] = await this.database.query<{ n: number }>(text, [...values]);
    return row?.n ?? 0;
  }

  /** @param tx absent: outside of any transaction */
  async find(id: string, tx?: Transaction): Promise<IncidentRow | undefined> {
    const [row] = await this.findAll([id], tx);
    return row;
  }

  /** In no order. */
  findAll(ids: readonly string[], tx?: Transaction): Promise<IncidentRow[]> {
    return tx
      ? query<IncidentRow & object>(tx, BY_IDS, [ids])
      : this.database.read<IncidentRow & object>(BY_IDS, [ids]);
  }

  /** The one that is open. @param contract its node */
  async openOf(contract: string, tx?: Transaction): Promise<IncidentRow | undefined> {
    const [row] = tx
      ? await query<IncidentRow & object>(tx, OPEN_OF, [contract])
      : await this.database.read<IncidentRow & object>(OPEN_OF, [contract]);
    return row;
  }

  /**
   * Ids of incidents that were not assigned by their rules yet, the oldest first.
   *
   * @param of only these, or those of the contract with this id
   */
  async unsettled(
    most: number,
    of: { readonly ids?: readonly string[]; readonly contract?: string } = {},
  ): Promise<string[]> {
    const rows = await this.database.read<{ id: string }>(UNSETTLED, [of.ids ?? null, of.contract ?? null, most]);
    return rows.map(({ id }) => id);
  }

  /** The assignee by the rule of an incident, by node. */
  async assigneeByRule(tx: Transaction, id: string): Promise<string | undefined> {
    const [row] = await query<{ node: string }>(tx, BY_RULE, [id]);
    return row?.node;
  }

  /** Assigns an incident as its rule says; once. @returns whether it was this call */
  async settle(tx: Transaction, id: string, assignee: string | undefined): Promise<boolean> {
    if (!(await query(tx, SETTLE, [id, assignee ?? null])).length) return false;
    if (assignee !== undefined)
      await query(tx, `update contract_incident_history set assignee = $2 where incident = $1 and action = 'open'`, [
        id,
        assignee,
      ]);
    return true;
  }

  async history(id: string): Promise<IncidentEvent[]> {
    const rows = await this.database.read<HistoryRow & object>(HISTORY, [id]);
    return rows.map(({ at, by, action, assignee, details }) => ({
      ...{ at: Number(at), ...(by && { by }), action },
      ...(assignee && { assignee }),
      ...details,
    }));
  }

  /** Open incidents of the test cases that contracts expect to pass, by node of the contract. */
  async expectationIncidents(contracts: readonly string[]): Promise<Map<string, ExpectationIncident[]>> {
    const rows = await this.database.read<ExpectationIncident & { node: string }>(EXPECTATIONS, [contracts]);
    const grouped = groupBy(rows, ({ node }) => node);
    return new Map([...grouped].map(([node, found]) => [node, found.map(({ node: _node, ...one }) => one)]));
  }

  /** The asset of a contract. */
  async assetOf(contract: string): Promise<{ readonly node: string; readonly type: string; readonly id: string }> {
    const text = `select a.node::text, a.type, a.id::text from contract c join entity a on a.node = c.asset where c.node = $1`;
    const [row] = await this.database.query<{ node: string; type: string; id: string }>(text, [contract]);
    return row!;
  }

  /** The last causes of resolved incidents, and the resolved ones that followed from them, by id. */
  async keptRelations(ids: readonly string[]): Promise<Map<string, Relations>> {
    if (!ids.length) return new Map();
    const rows = await this.database.read<{ id: string; cause: string; hops: number }>(KEPT, [ids]);
    return new Map(
      ids.map((id) => {
        const own = rows.find((row) => row.id === id);
        const affected = rows.filter(({ cause }) => cause === id).map((row) => ({ id: row.id, hops: row.hops }));
        return [id, { ...(own && { cause: { id: own.cause, hops: own.hops } }), affected }];
      }),
    );
  }

  /** Nodes of contracts whose incidents `endPast` would resolve, at most 1,000. */
  async pastOnes(): Promise<string[]> {
    return (await this.database.read<{ node: string }>(PAST, [])).map(({ node }) => node);
  }

  /** Resolves what has ended by the date of its contract. Behind the locks of the contracts. */
  async endPast(tx: Transaction, contracts: readonly string[]): Promise<void> {
    await query(tx, `select end_past_incidents($1::bigint[])`, [contracts]);
  }

  /** Opens one by hand, under the rules that hold, else under those of no policy. Behind the lock of the contract. @returns its id */
  async open(tx: Transaction, contract: string, by: string, said: EventDetails): Promise<string> {
    const values = [contract, JSON.stringify(NO_POLICY.incidents), by, JSON.stringify(said)];
    const [row] = await query<{ id: string }>(tx, OPEN, values);
    await query(tx, COUNT, [row!.id]);
    return row!.id;
  }

  async setSeverity(tx: Transaction, id: string, severity: IncidentSeverity): Promise<void> {
    await query(tx, `update contract_incident set severity = $2, updated_at = ${NOW_MS} where id = $1`, [id, severity]);
  }

  async act(tx: Transaction, id: string, change: IncidentChange): Promise<void> {
    const { status, isAcknowledged, assignee, snoozedUntil, resolution, resolvedBy, comments } = change;
    const said = [assignee ?? null, snoozedUntil ?? null, resolution ?? null, resolvedBy ?? null, comments ?? 0];
    await query(tx, ACT, [id, status, isAcknowledged, ...said]);
  }

  /** Sets the mute of a contract, which its later incidents have as well; without `until` it ends. */
  async mute(tx: Transaction, contract: string, until?: number, reason?: string): Promise<void> {
    const text = `update contract_incident set muted_until = $2, mute_reason = $3 where contract = $1 and (status <> 'Resolved' or muted_until is not null)`;
    await query(tx, text, [contract, until ?? null, reason ?? null]);
  }

  /** Adds to the history of an incident. @param by the id of a user */
  async tell(
    tx: Transaction,
    id: string,
    action: IncidentAction | 'open',
    { by, assignee, ...details }: EventDetails & { readonly by: string; readonly assignee?: string | undefined },
  ): Promise<void> {
    await query(tx, TELL, [id, by, action, assignee ?? null, JSON.stringify(details)]);
  }

  /** Remembers the causes of incidents, for when they are resolved. */
  async keepCauses(
    tx: Transaction,
    causes: readonly { readonly id: string; readonly cause: string; readonly hops: number }[],
  ): Promise<void> {
    await query(tx, KEEP_CAUSES, [JSON.stringify(causes)]);
  }
}

interface HistoryRow {
  readonly at: string;
  readonly by: Reference | null;
  readonly action: IncidentEvent['action'];
  readonly assignee: Reference | null;
  readonly details: EventDetails;
}

const OPEN = `
  select id::text
    from open_incident($1, ${NOW_MS}, coalesce(incident_rules($1), $2::jsonb), (select node from entity where id = $3), $4::jsonb)`;

/** Counts the verdicts of a new incident: those that are dated later, and the newest one. */
const COUNT = `
  select keep_incident(count_incident(i, (
    select max(v.at) from (values ('Success'), ('PartialSuccess'), ('Failed')) s (status) cross join lateral (
      select r.timestamp as at from contract_result r where r.contract = i.contract and r.status = s.status
       order by r.timestamp desc limit 1) v)))
    from contract_incident i where i.id = $1`;

const KEEP_CAUSES = `
  update contract_incident i set cause = k.cause, cause_hops = k.hops
    from jsonb_to_recordset($1::jsonb) k (id uuid, cause uuid, hops integer)
   where i.id = k.id and i.status <> 'Resolved' and (i.cause, i.cause_hops) is distinct from (k.cause, k.hops)`;
