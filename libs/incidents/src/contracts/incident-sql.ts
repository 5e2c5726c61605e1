import type { IncidentRules } from '@app/agreements';
import { type Reference, referenceSql } from '@app/catalog';
import { notJudgedSince } from '@app/contracts';
import { STATEMENT_MS } from '@app/database';
import type { IncidentStatus, Severity } from '../states/transitions';
import type { Resolution, ShownVerdict } from './contract-incident';

/** A stored incident of a contract that is there, or that a crawl has deleted with its table; bigint in decimal. */
export interface IncidentRow {
  readonly id: string;
  readonly place: string;
  /** Nodes of the contract and of its asset. */
  readonly node: string;
  readonly asset: string;
  readonly contract: Reference;
  /** Whether it belongs to what the asset is: table, topic and so on. */
  readonly asset_type: string;
  readonly asset_id: string;
  readonly status: IncidentStatus;
  /** Before the end of its contract by date is carried out, another one. */
  readonly stored_status: IncidentStatus;
  readonly is_settled: boolean;
  readonly is_acknowledged: boolean;
  readonly opened_at: string;
  /** Since when its contract passes, or fails. */
  readonly since: string | null;
  readonly first_result: ShownVerdict | null;
  readonly last_result: ShownVerdict | null;
  readonly failures: string;
  readonly good_runs: string;
  readonly rules: IncidentRules;
  /** The table that the contract's table may have been renamed to, where a crawl has deleted that. */
  readonly candidate: Reference | null;
  /** The first aborted run since the newest verdict, where every one since then was. */
  readonly unknown_since: string | null;
  readonly assignee: Reference | null;
  readonly severity: Severity | null;
  readonly snoozed_until: string | null;
  readonly muted_until: string | null;
  readonly mute_reason: string | null;
  readonly cause: string | null;
  readonly cause_hops: number | null;
  readonly resolved_at: string | null;
  readonly resolved_by: Reference | null;
  readonly resolution: Resolution | 'recovered' | null;
  readonly comments: number;
  readonly updated_at: string;
}

/** Whether the contract `c` has ended by its date since the incident `i` was opened: it is resolved then, also before that is carried out. */
export const IS_PAST = `(i.status <> 'Resolved' and coalesce(c.effective_until <= ${STATEMENT_MS} and i.created_at < c.effective_until, false)
  and c.status <> 'Draft')`;
/** Status of the incident `i` now. */
export const STATUS = `case when ${IS_PAST} then 'Resolved' else i.status end`;

/** Whether a contract, of whose row this is the alias, is there, or a crawl has deleted it with its table. */
export const isThere = (alias: string): string => `(${alias}.live or ${alias}.gone_at is not null)`;

/** Open incidents whose snooze has passed, and resolved ones whose end was not notified. */
export const SNOOZES_OVER = `from contract_incident where snoozed_until <= ${STATEMENT_MS} and status <> 'Resolved'`;
export const ENDS_UNTOLD = `from contract_incident where status = 'Resolved' and is_settled and not is_end_told`;

/** Rows of incidents; of the left joins, a count makes those alone that its conditions name. */
export const FROM = `
  from contract_incident i join contract c on c.node = i.contract and ${isThere('c')} left join entity e on e.node = i.contract
  left join entity p on p.node = i.assignee and p.deleted_by is null`;

const running = (column: string): string => `case when ${column} > ${STATEMENT_MS} then ${column} end`;

/** Selects rows of `IncidentRow`. */
export const SELECT = `
  select i.id::text, i.place::text, i.contract::text as node, c.asset::text, ${referenceSql('e')} as contract,
         a.type as asset_type, a.id::text as asset_id, ${STATUS} as status, i.status as stored_status, i.is_settled, i.is_acknowledged, i.opened_at::text,
         c.verdict_since::text as since,
         i.first_result, i.last_result, i.failures::text, i.good_runs::text, i.rules, ${referenceSql('k')} as candidate,
         (case when i.status <> 'Resolved' then ${notJudgedSince('c')} end)::text as unknown_since, ${referenceSql('p')} as assignee, i.severity,
         (${running('i.snoozed_until')})::text as snoozed_until, (${running('i.muted_until')})::text as muted_until,
         case when i.muted_until > ${STATEMENT_MS} then i.mute_reason end as mute_reason, i.cause::text, i.cause_hops,
         (case when ${IS_PAST} then c.effective_until else i.resolved_at end)::text as resolved_at, ${referenceSql('r')} as resolved_by,
         case when ${IS_PAST} then 'Other' else i.resolution end as resolution, i.comments, i.updated_at::text
  ${FROM} join entity a on a.node = c.asset left join entity r on r.node = i.resolved_by
  left join crawled_entity w on w.node = c.asset and coalesce(i.resolved_at, c.gone_at) >= c.gone_at
  left join entity k on k.node = w.renamed_to and k.deleted_by is null`;
