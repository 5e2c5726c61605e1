import { type Reference, referenceSql } from '@app/catalog';
import { groupBy } from '@app/common';
import {
  Conditions,
  Database,
  KeysetOrder,
  KeysetQuery,
  NOW_MS,
  STATEMENT_MS,
  query,
  type CountedRows,
  type KeysetRequest,
  type PreparedStatement,
  type Transaction,
} from '@app/database';
import { Injectable } from '@nestjs/common';
import type { ExpectationIncident, IncidentAction, IncidentEvent, Resolution } from './contract-incident';
import type { IncidentStatus, Severity } from '../states/transitions';
import type { Relations } from './causes/causes';
import { sortedIncidents, type IncidentSort } from './incident-order';
import { ENDS_UNTOLD, IS_PAST, SELECT, SNOOZES_OVER, type IncidentRow } from './incident-sql';

/** The change of an action; what is absent stays. Nodes are bigint in decimal. */
export interface IncidentChange {
  readonly status: IncidentStatus;
  readonly isAcknowledged: boolean;
  readonly assignee?: string;
  readonly snoozedUntil?: number;
  readonly resolution?: Resolution;
  /** Id of the user. */
  readonly resolvedBy?: string;
  readonly comments?: 1;
}

/** An incident that follows its rule for the first time; the contract by its node. */
export interface UnsettledIncident {
  readonly id: string;
  readonly contract: string;
}

/** Status and assignee of an incident as its rule has them. */
export interface UnsettledState {
  readonly id: string;
  readonly status: IncidentStatus;
  /** Node; null: no user. */
  readonly assignee: string | null;
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
  text: `select i.id::text, i.contract::text from contract_incident i where not i.is_settled and ($1::uuid[] is null or i.id = any($1))
    and ($2::uuid is null or i.contract = (select e.node from entity e where e.id = $2)) order by i.place limit $3`,
};
const HISTORY = new KeysetQuery<HistoryRow & object>({
  select: `select h.place::text, h.at::text, ${referenceSql('u')} as by, h.action, ${referenceSql('p')} as assignee, h.details
    from contract_incident_history h left join entity u on u.node = h.person left join entity p on p.node = h.assignee`,
  from: 'from contract_incident_history h',
  order: new KeysetOrder<HistoryRow>({ sql: 'h.place', type: 'bigint', key: ({ place }) => place }),
  prepared: 'contract-incident-history',
});
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
/** Contracts whose end one look follows. */
const MOST_ENDED = 1_000;
/** Parameter: an instant, so that a look reads no contract that had ended before. */
const ENDED = `select c.node from contract c join contract_incident i on i.contract = c.node
  where c.effective_until > $1::bigint and c.effective_until <= ${STATEMENT_MS} and ${IS_PAST}`;
const PAST: PreparedStatement = {
  name: 'contract-incidents-past',
  text: `select p.node::text from (${ENDED}) p order by p.node limit ${MOST_ENDED}`,
};
const DUE: PreparedStatement = {
  name: 'contract-incidents-due',
  text: `
  select exists (select from incident_input) or exists (select from contract_incident where not is_settled)
      or exists (select ${SNOOZES_OVER}) or exists (select ${ENDS_UNTOLD}) or exists (${ENDED}) as "isDue",
         ${STATEMENT_MS}::float8 as now`,
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
/** With the assignee by the rule of the incident: its contract's first owner by name, or the one that the rule names. */
const UNSETTLED_STATES: PreparedStatement = {
  name: 'contract-incident-unsettled-states',
  text: `
  select i.id::text, i.status, n.node::text as assignee
    from contract_incident i left join lateral (
      select r.node from (
        select e.node, e.name from entity e
         where i.rules ->> 'assign' = 'owner' and e.id = any(owner_ids(i.contract)::uuid[]) and e.deleted_by is null
        union all
        select e.node, e.name from entity e
         where jsonb_typeof(i.rules -> 'assign') = 'object' and e.id = (i.rules -> 'assign' ->> 'id')::uuid and e.deleted_by is null) r
       order by r.name limit 1) n on true
   where i.id = any($1::uuid[]) and not i.is_settled`,
};
const SETTLE: PreparedStatement = {
  name: 'contract-incidents-settle',
  text: `
  with given as (
    select g.id, g.status, g.assignee from jsonb_to_recordset($1::jsonb) g (id uuid, status text, assignee bigint)),
  settled as (
    update contract_incident i set is_settled = true, assignee = coalesce(i.assignee, g.assignee), status = g.status
      from given g where i.id = g.id and not i.is_settled returning i.id)
  update contract_incident_history h set assignee = g.assignee
    from given g join settled s on s.id = g.id where h.incident = g.id and h.action = 'open' and g.assignee is not null`,
};

/** Statements about incidents. */
@Injectable()
export class IncidentRepository {
  constructor(private readonly database: Database) {}

  /**
   * Reads a page of a list, by default the newest first.
   *
   * @param filter on an incident `i`, its contract `e` with its row `c`, and its assignee `p`
   */
  page(filter: Conditions, request: KeysetRequest, sort: IncidentSort = 'opened'): Promise<CountedRows<IncidentRow>> {
    return sortedIncidents(this.database, sort, filter, request);
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
   * Incidents that were not assigned by their rules yet, the oldest first, with the nodes of their contracts.
   *
   * @param of only these, or those of the contract with this id
   */
  unsettled(
    most: number,
    of: { readonly ids?: readonly string[]; readonly contract?: string } = {},
  ): Promise<UnsettledIncident[]> {
    return this.database.read<UnsettledIncident & object>(UNSETTLED, [of.ids ?? null, of.contract ?? null, most]);
  }

  /** Those of the incidents that are not up to date. Under the locks of the contracts. */
  unsettledStates(tx: Transaction, ids: readonly string[]): Promise<UnsettledState[]> {
    return query<UnsettledState & object>(tx, UNSETTLED_STATES, [ids]);
  }

  /** Stores statuses and assignees of incidents; each once. */
  async settle(tx: Transaction, states: readonly UnsettledState[]): Promise<void> {
    if (states.length) await query(tx, SETTLE, [JSON.stringify(states)]);
  }

  async history(id: string, request: KeysetRequest): Promise<CountedRows<IncidentEvent>> {
    const filter = Conditions.of().when(id, (bound) => `h.incident = ${bound}::uuid`);
    const { rows, paging } = await HISTORY.counted(this.database, filter, request);
    return { rows: rows.map(eventOf), paging };
  }

  /** Open incidents of the test cases that contracts expect to pass, by node of the contract. */
  async expectationIncidents(contracts: readonly string[]): Promise<Map<string, ExpectationIncident[]>> {
    const rows = await this.database.read<ExpectationIncident & { node: string }>(EXPECTATIONS, [contracts]);
    const grouped = groupBy(rows, ({ node }) => node);
    return new Map([...grouped].map(([node, found]) => [node, found.map(({ node: _node, ...one }) => one)]));
  }

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

  /** Whether a round has anything to do, and now. @param since contracts that had ended by then are not looked at, in epoch ms */
  async look(since: number): Promise<{ readonly isDue: boolean; readonly now: number }> {
    const [row] = await this.database.read<{ isDue: boolean; now: number }>(DUE, [since]);
    return row!;
  }

  /** Nodes of contracts that have ended by their date since their incident was opened. @param since see `look` */
  async pastOnes(since: number): Promise<{ readonly nodes: string[]; readonly hasMore: boolean }> {
    const rows = await this.database.read<{ node: string }>(PAST, [since]);
    return { nodes: rows.map(({ node }) => node), hasMore: rows.length === MOST_ENDED };
  }

  async setSeverity(tx: Transaction, id: string, severity: Severity): Promise<void> {
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
    if (causes.length) await query(tx, KEEP_CAUSES, [JSON.stringify(causes)]);
  }
}

interface HistoryRow {
  readonly place: string;
  readonly at: string;
  readonly by: Reference | null;
  readonly action: IncidentEvent['action'];
  readonly assignee: Reference | null;
  readonly details: EventDetails;
}

const eventOf = ({ at, by, action, assignee, details }: HistoryRow): IncidentEvent => ({
  ...{ at: Number(at), ...(by && { by }), action },
  ...(assignee && { assignee }),
  ...details,
});

const KEEP_CAUSES = `
  update contract_incident i set cause = k.cause, cause_hops = k.hops
    from jsonb_to_recordset($1::jsonb) k (id uuid, cause uuid, hops integer)
   where i.id = k.id and i.status <> 'Resolved' and (i.cause, i.cause_hops) is distinct from (k.cause, k.hops)`;
