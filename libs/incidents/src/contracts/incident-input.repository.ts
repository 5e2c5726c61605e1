import { groupBy } from '@app/common';
import { newestVerdict } from '@app/contracts';
import { Database, NOW_MS, query, type PreparedStatement, type Transaction } from '@app/database';
import type { IncidentRules } from '@app/agreements';
import { Injectable } from '@nestjs/common';
import type { FollowedChanges, FollowedIncident, IncidentInput } from '../states/incident-line';
import { VERDICT_STATUSES, type Verdict } from '../states/verdict-timeline';

/** Input rows that are looked through for contracts of one block. */
const MOST_INPUT = 1_000;

/** Which verdicts of a contract are read. */
export interface AskedVerdicts {
  /** Node, bigint in decimal. */
  readonly contract: string;
  /** All verdicts from then on, in epoch ms. */
  readonly since: number;
  /** Further ones, by their timestamps. */
  readonly at: readonly number[];
}

/** The rules under which an incident is opened by hand, and the newest verdict of the contract. */
export interface HandRules {
  /** Now, in epoch ms: bigint in decimal. */
  readonly now: string;
  readonly rules: IncidentRules | null;
  /** bigint in decimal */
  readonly newest: string | null;
}

interface InputRow {
  readonly contract: string;
  /** bigint in decimal, as are the next ones */
  readonly seq: string;
  readonly at: string;
  readonly ended: IncidentInput['ended'] | null;
  readonly ended_at: string | null;
  readonly added: readonly Verdict[];
  readonly removed: readonly Verdict[];
  readonly newest: string | null;
  readonly rules: IncidentRules | null;
}

type LatestRow = Pick<FollowedIncident, 'id' | 'status' | 'rules'> & {
  readonly contract: string;
  readonly opened_at: string;
  readonly created_at: string;
  readonly failures: string;
  readonly good_runs: string;
  readonly first_result: Verdict | null;
  readonly last_result: Verdict | null;
  readonly muted_until: string | null;
  readonly mute_reason: string | null;
  readonly resolved_at: string | null;
  readonly resolution: string | null;
  readonly updated_at: string;
  readonly ended_at: string | null;
  readonly now: string;
};

/** The latest incident of a contract, and the date on which the contract has ended, where that has passed. */
export interface LatestIncident extends FollowedIncident {
  readonly contract: string;
  readonly contractEndedAt?: number;
  /** When it was read. */
  readonly readAt: number;
}

const LAST: PreparedStatement = {
  name: 'incident-input-last',
  text: `select max(seq)::text as last from incident_input`,
};
const CONTRACTS: PreparedStatement = {
  name: 'incident-input-contracts',
  text: `select distinct contract::text from (
    select contract from incident_input where seq <= $1 order by seq limit ${MOST_INPUT}) i limit $2`,
};
const TAKE: PreparedStatement = {
  name: 'incident-input-take',
  text: `delete from incident_input where contract = any($1::bigint[])
    returning contract::text, seq::text, at::text, ended, ended_at::text, added, removed, newest::text, rules`,
};
const LATEST: PreparedStatement = {
  name: 'contract-incidents-latest',
  text: `
  select c.node::text as contract, i.id::text, i.status, i.opened_at::text, i.created_at::text, i.rules, i.failures::text, i.good_runs::text,
         i.first_result, i.last_result, i.muted_until::text, i.mute_reason, i.resolved_at::text, i.resolution, i.updated_at::text,
         (case when c.status <> 'Draft' and c.effective_until <= n.now then c.effective_until end)::text as ended_at, n.now::text
    from (select ${NOW_MS} as now) n cross join contract c cross join lateral (
      select * from contract_incident l where l.contract = c.node order by l.place desc limit 1) i
   where c.node = any($1::bigint[])`,
};
const IS_VERDICT = `r.status in (${VERDICT_STATUSES.map((status) => `'${status}'`).join(', ')})`;
const VERDICTS: PreparedStatement = {
  name: 'incident-verdicts',
  text: `
  select a.contract::text, coalesce((
           select json_agg(json_build_object('timestamp', r.timestamp, 'status', r.status)) from contract_result r
            where r.contract = a.contract and r.timestamp >= a.since and ${IS_VERDICT}), '[]') as since, coalesce((
           select json_agg(json_strip_nulls(json_build_object(
                    'timestamp', r.timestamp, 'status', r.status, 'message', result_message(r.body, r.details))))
             from contract_result r where r.contract = a.contract and r.timestamp = any(a.at) and ${IS_VERDICT}), '[]') as at
    from jsonb_to_recordset($1::jsonb) a (contract bigint, since bigint, at bigint[])`,
};
const BY_HAND: PreparedStatement = {
  name: 'incident-rules-by-hand',
  text: `
  select ${NOW_MS}::text as now, incident_rules(c.node) as rules, ${newestVerdict('c')}::text as newest from contract c where c.node = $1`,
};
const COLUMNS = `id uuid, status text, "openedAt" bigint, "createdAt" bigint, rules jsonb, failures bigint, "goodRuns" bigint, "firstResult" jsonb,
  "lastResult" jsonb, "mutedUntil" bigint, "muteReason" text, "resolvedAt" bigint, resolution text, "updatedAt" bigint`;
const CHANGE: PreparedStatement = {
  name: 'contract-incidents-change',
  text: `
  update contract_incident i
     set status = n.status, resolution = n.resolution, resolved_at = n."resolvedAt", failures = n.failures, good_runs = n."goodRuns",
         last_result = n."lastResult", updated_at = n."updatedAt"
    from jsonb_to_recordset($1::jsonb) n (${COLUMNS}) where i.id = n.id`,
};
// Numbered in the order in which they were opened.
const OPEN: PreparedStatement = {
  name: 'contract-incidents-open',
  text: `
  insert into contract_incident (id, contract, status, opened_at, created_at, rules, failures, good_runs, first_result, last_result, muted_until,
    mute_reason, resolved_at, resolution, updated_at)
  select n.id, n.contract, n.status, n."openedAt", n."createdAt", n.rules, n.failures, n."goodRuns", n."firstResult", n."lastResult",
         n."mutedUntil", n."muteReason", n."resolvedAt", n.resolution, n."updatedAt"
    from jsonb_to_recordset($1::jsonb) n (nth integer, contract bigint, ${COLUMNS}) order by n.nth`,
};
const TELL: PreparedStatement = {
  name: 'contract-incidents-history',
  text: `
  insert into contract_incident_history (incident, at, person, action, details)
  select n.incident, n.at, u.node, n.action, n.details
    from jsonb_to_recordset($1::jsonb) n (nth integer, incident uuid, at bigint, by uuid, action text, details jsonb)
    left join entity u on u.id = n.by order by n.nth`,
};

/** Statements of what comes for incidents, and of what it makes of them. */
@Injectable()
export class IncidentInputRepository {
  constructor(private readonly database: Database) {}

  /** The number of the last input so far; undefined: there is none. */
  async last(): Promise<string | undefined> {
    const [row] = await this.database.read<{ last: string | null }>(LAST, []);
    return row?.last ?? undefined;
  }

  /** Nodes of contracts with input, the oldest first. @param upTo number of the last input that counts */
  async contracts(upTo: string, most: number): Promise<string[]> {
    const rows = await this.database.query<{ contract: string }>(CONTRACTS.text, [upTo, most]);
    return rows.map(({ contract }) => contract);
  }

  /** Takes the input of contracts out, in the order in which it came, by contract. Behind their locks. */
  async take(tx: Transaction, contracts: readonly string[]): Promise<Map<string, IncidentInput[]>> {
    const rows = await query<InputRow & object>(tx, TAKE, [contracts]);
    const inOrder = rows.sort((one, other) => Number(one.seq) - Number(other.seq));
    const taken = groupBy(inOrder, ({ contract }) => contract);
    return new Map([...taken].map(([contract, some]) => [contract, some.map(inputOf)]));
  }

  async latest(tx: Transaction, contracts: readonly string[]): Promise<Map<string, LatestIncident>> {
    const rows = await query<LatestRow & object>(tx, LATEST, [contracts]);
    return new Map(rows.map((row) => [row.contract, latestOf(row)]));
  }

  /** Verdicts as they are, by contract. */
  async verdicts(tx: Transaction, asked: readonly AskedVerdicts[]): Promise<Map<string, Verdict[]>> {
    if (!asked.length) return new Map();
    const rows = await query<{ contract: string; since: Verdict[]; at: Verdict[] }>(tx, VERDICTS, [
      JSON.stringify(asked),
    ]);
    return new Map(rows.map(({ contract, since, at }) => [contract, [...since, ...at]]));
  }

  /** The rules that apply to a contract, if any policy has them, and its newest verdict. */
  async byHand(tx: Transaction, contract: string): Promise<HandRules> {
    const [row] = await query<HandRules & object>(tx, BY_HAND, [contract]);
    return row!;
  }

  /** Stores what input has made of the incidents of contracts. */
  async store(tx: Transaction, made: ReadonlyMap<string, FollowedChanges>): Promise<void> {
    const all = [...made];
    const changed = all.flatMap(([, { changed: one }]) => one ?? []);
    const opened = all.flatMap(([contract, { opened: some }]) => some.map((one) => ({ contract, ...one })));
    const events = all.flatMap(([, { events: some }]) => some);
    // The one that was open first: not more than one of a contract is.
    if (changed.length) await query(tx, CHANGE, [JSON.stringify(changed)]);
    if (opened.length) await query(tx, OPEN, [JSON.stringify(numbered(opened))]);
    if (events.length) await query(tx, TELL, [JSON.stringify(numbered(events))]);
  }
}

const numbered = (rows: readonly object[]): object[] => rows.map((row, nth) => ({ nth, ...row }));

const numberOf = (text: string | null): number | undefined => (text === null ? undefined : Number(text));

function inputOf({ at, ended, ended_at: endedAt, added, removed, newest, rules }: InputRow): IncidentInput {
  return {
    at: Number(at),
    ended: ended ?? undefined,
    endedAt: numberOf(endedAt),
    ...{ added, removed },
    newest: numberOf(newest),
    rules: rules ?? undefined,
  };
}

function latestOf(row: LatestRow): LatestIncident {
  return {
    ...{ id: row.id, contract: row.contract, status: row.status, rules: row.rules },
    ...{ openedAt: Number(row.opened_at), createdAt: Number(row.created_at), updatedAt: Number(row.updated_at) },
    ...{ failures: Number(row.failures), goodRuns: Number(row.good_runs) },
    firstResult: row.first_result ?? undefined,
    lastResult: row.last_result ?? undefined,
    mutedUntil: numberOf(row.muted_until),
    muteReason: row.mute_reason ?? undefined,
    resolvedAt: numberOf(row.resolved_at),
    resolution: row.resolution ?? undefined,
    contractEndedAt: numberOf(row.ended_at),
    readAt: Number(row.now),
  };
}
