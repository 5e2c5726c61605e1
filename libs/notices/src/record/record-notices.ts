import { randomUUID } from 'node:crypto';
import { NOW_MS, STATEMENT_MS, query, type PreparedStatement, type Transaction } from '@app/database';
import { Counter } from 'prom-client';
import {
  NOTICE_ROLES,
  NOT_JUDGED_HOURS,
  NOT_VALIDATED_DAYS,
  RECORDED_NOTICE_TYPES,
  type NoticeDetails,
  type NoticeRole,
  type RecordedNoticeType,
  type SentMembers,
} from './contract-notice';

const counts = new Counter({
  name: 'contract_notices_total',
  help: 'Notices of contracts that this process recorded, by type',
  labelNames: ['type'] as const,
});

// A series that begins with its first event shows no increase: alerts would miss that event.
for (const type of RECORDED_NOTICE_TYPES) counts.inc({ type }, 0);

export type NoticeAudience = {
  /**
   * Ids of users and teams; of a team its members and those of the teams below it are notified. `true`, of owners, consumers and followers
   * alone: those whom the contract has.
   */
  readonly [Role in NoticeRole]?: readonly string[] | (Role extends 'owner' | 'consumer' | 'follower' ? true : never);
};

/** Subscriptions of the type of a notice; each member that is given has to match. */
export interface Subscribers {
  /** Made before the change event of this position. */
  readonly before?: number;
  /** With this `notValidatedDays`. */
  readonly days?: number;
  /** With this `notJudgedHours`. */
  readonly hours?: number;
}

export interface NewNotice {
  /** Node of the contract, bigint in decimal. */
  readonly contract: string;
  readonly type: RecordedNoticeType;
  /** Distinguishes repeated events: there is one notice for each contract, type and key. */
  readonly key: string;
  /** The rest of the sentence `The contract <FQN> ….`: it names nothing that a reader of the contract may not see. */
  readonly text: string;
  readonly to: NoticeAudience;
  /** When it happened, in epoch ms. Default: now. */
  readonly at?: number;
  readonly body?: NoticeDetails;
  /** Name of the user who did it and is not notified. */
  readonly by?: string;
  /** Name of a series: of all its notices a person gets the first alone, and so does one of the `subscribers`. */
  readonly series?: string;
  /**
   * The subscriptions that it is queued for, where these are not all of the type: those of one of these. They are asked again where the notice is
   * there already, and none gets it twice while that is known (`until`).
   */
  readonly subscribers?: readonly Subscribers[];
  /** Members of a message about it, in place of its words. */
  readonly sent?: SentMembers;
  /** The contract is about to be deleted for good: the notice outlives it. */
  readonly isLast?: true;
  /** Epoch ms until which it stays known that this was sent, with its series; default: as long as notices are stored. */
  readonly until?: number;
}

/**
 * Notifies people of what happened to contracts, within the transaction that makes it happen: they are notified if and only if it commits.
 * A notice of the same contract, type and key that is there already stays as it is, so a caller that runs twice notifies once. Each person
 * is notified once, in the strongest role; bots, deleted users and the author are not. Who may view the contract is judged when the notice
 * is read. A notice that reaches no user is stored as well, since it is recorded once; only verdicts (`contractFailed`,
 * `contractRecovered`) are not.
 *
 * One statement for all that are of no series or the first of theirs, then one for the second of each. A series is locked until the transaction ends.
 *
 * @returns types of the notices that are new
 */
export async function recordNotices(tx: Transaction, notices: readonly NewNotice[]): Promise<RecordedNoticeType[]> {
  const recorded: RecordedNoticeType[] = [];
  for (const batch of batchesOf(notices)) {
    const series = batch.flatMap((notice) => notice.series ?? []);
    if (series.length > 0) await query(tx, LOCK_SERIES, [series]);
    const values = batch.map((notice) => ({ ...notice, id: randomUUID() }));
    const rows = await query<{ type: RecordedNoticeType }>(tx, RECORD, [JSON.stringify(values)]);
    recorded.push(...rows.map(({ type }) => type));
  }
  // One whose transaction ends without its commit counts as well.
  for (const type of recorded) counts.inc({ type });
  return recorded;
}

/** The n-th notices of all series together, since a series decides by what came before; the first batch has those of no series as well. */
function batchesOf(notices: readonly NewNotice[]): (readonly NewNotice[])[] {
  const batches: NewNotice[][] = [];
  const counts = new Map<string, number>();
  for (const notice of notices) {
    const { series } = notice;
    const at = series === undefined ? 0 : (counts.get(series) ?? 0);
    if (series !== undefined) counts.set(series, at + 1);
    (batches[at] ??= []).push(notice);
  }
  return batches;
}

// In one order, so that two that lock the same ones never wait for each other.
const LOCK_SERIES: PreparedStatement = {
  name: 'contract-notices-lock-series',
  text: `
  select pg_advisory_xact_lock(s.key)
    from (select distinct hashtextextended('contract notices ' || w.series, 0) as key from unnest($1::text[]) w (series) order by 1) s`,
};

const rank = (role: NoticeRole): number => NOTICE_ROLES.indexOf(role) + 1;
const ROLES = `'{${NOTICE_ROLES.join(',')}}'::text[]`;
const asked = (role: NoticeRole): string => `g."to" -> '${role}' = 'true'`;

/**
 * The people that a notice is for, with the rank of their strongest role. Members of a team are those of the teams below it too. Followers
 * are those of the contract, of its asset and of a domain of that, or one above it; domains are those that the asset shows: its own, else those of
 * the nearest that it lies in.
 */
const PEOPLE = `
  with recursive place as (
    select c.node, c.asset from contract c where c.node = g.contract),
  line (node, parent, depth) as (
    select a.node, a.parent, 0 from place q join entity a on a.node = q.asset where ${asked('follower')} union all
    select e.node, e.parent, l.depth + 1 from line l join entity e on e.node = l.parent),
  holder as (
    select l.node from line l
     where (select true from entity_reference x where x.from_node = l.node and x.relation = 'domains' limit 1)
     order by l.depth limit 1),
  domain (node, parent) as (
    select d.node, d.parent from holder h join entity_reference r on r.from_node = h.node and r.relation = 'domains'
      join entity d on d.node = r.to_node union
    select d.node, d.parent from domain x join entity d on d.node = x.parent),
  followed as (
    select q.node from place q union select q.asset from place q union select d.node from domain d),
  party (node, rank) as (
    select o.node, ${rank('owner')} from unnest(case when ${asked('owner')} then owner_ids(g.contract) end) w (id)
      join entity o on o.id = w.id::uuid and o.deleted_by is null union all
    select o.node, ${rank('consumer')} from contract_consumer d join entity o on o.node = d.party and o.deleted_by is null
     where d.contract = g.contract and coalesce(d.until > ${STATEMENT_MS}, true) and ${asked('consumer')} union all
    select r.to_node, ${rank('follower')} from followed f
      join entity_reference r on r.from_node = f.node and r.relation = 'followers' where ${asked('follower')} union all
    select o.node, array_position(${ROLES}, t.role) from jsonb_each(g."to") t (role, ids)
     cross join lateral jsonb_array_elements_text(case jsonb_typeof(t.ids) when 'array' then t.ids else '[]' end) w (id)
      join entity o on o.id = w.id::uuid and o.deleted_by is null),
  reached (node, rank) as (
    select p.node, p.rank from party p union
    select t.node, r.rank from reached r join entity_reference x on x.to_node = r.node and x.relation in ('teams', 'parents')
      join entity t on t.node = x.from_node and t.type in ('user', 'team') and t.deleted_by is null)
  select u.node, min(r.rank) as rank from reached r join entity u on u.node = r.node
   where u.type = 'user' and u.deleted_by is null and not coalesce(u.body -> 'isBot' = 'true', false) and u.name is distinct from g.by
     and (g.series is null or not exists (
       select from contract_notice k join contract_notice_person t on t.notice = k.id where k.series = g.series and t.person = u.node))
   group by u.node`;

/** Types that are stored only if a user is notified. */
const VERDICTS = `'contractFailed', 'contractRecovered'`;

const lengthOf = (member: string, standard: number): string =>
  `coalesce((s.document ->> '${member}')::integer, ${standard})`;

/** Whether a subscription is one of the `subscribers`, and was not notified of this one or an earlier one of its series. */
const IS_SUBSCRIBER = `
  exists (
    select from jsonb_to_recordset(g.subscribers) a (before bigint, days integer, hours integer)
     where coalesce(s.starts_behind < a.before, true) and coalesce(a.days = ${lengthOf('notValidatedDays', NOT_VALIDATED_DAYS)}, true)
       and coalesce(a.hours = ${lengthOf('notJudgedHours', NOT_JUDGED_HOURS)}, true))
  and not exists (select from event_notice w where w.subscription = s.id and w.notice = g.id)
  and (g.series is null or not exists (
    select from contract_notice k join event_notice w on w.notice = k.id where k.series = g.series and w.subscription = s.id))`;

// In one order: another one that inserts the same waits, and is not waited for.
const RECORD: PreparedStatement = {
  name: 'contract-notices-record',
  text: `
  with given as materialized (
    select coalesce(k.id, g.id) as id, k.id is null as is_new, g.contract, g.type, g.key, coalesce(g.at, ${NOW_MS}) as at, g.text,
           coalesce(g.body, '{}') as body, g.by, g.series, g.until, g."to", g."isLast", g.subscribers, g.sent, g.n
      from rows from (jsonb_to_recordset($1::jsonb) as (
        id uuid, contract bigint, type text, key text, at bigint, text text, body jsonb, by text, series text, until bigint, "to" jsonb,
        "isLast" boolean, subscribers jsonb, sent jsonb))
        with ordinality g (id, contract, type, key, at, text, body, by, series, until, "to", "isLast", subscribers, sent, n)
      left join contract_notice k on k.contract = g.contract and k.type = g.type and k.key = g.key
     where k.id is null or g.subscribers is not null),
  told as materialized (
    select g.id, p.node, p.rank from given g cross join lateral (${PEOPLE}) p where g.is_new),
  asking as materialized (
    select g.id, s.id as subscription from given g join event_subscription s on s.document -> 'eventTypes' ? g.type
     where case when s.document #> '{filter,mine}' = 'true' then exists (select from told t where t.id = g.id and t.node = s.owner)
                else g.subscribers is null or (${IS_SUBSCRIBER}) end),
  made as (
    insert into contract_notice (id, contract, type, key, at, text, body, series, until, gone, sent)
    select g.id, case when g."isLast" then null else g.contract end, g.type, g.key, g.at, g.text, g.body, g.series, g.until,
           case when g."isLast" then contract_as_it_was(g.contract) end, g.sent from given g
     where g.is_new and (g.type not in (${VERDICTS}) or exists (select from told t where t.id = g.id)
                         or exists (select from asking a where a.id = g.id))
     order by g.contract, g.type, g.key
    on conflict (contract, type, key) do nothing returning id, type, at),
  known as (
    update contract_notice k
       set until = greatest(k.until, g.until), series = coalesce(k.series, g.series), sent = case when k.id = g.id then g.sent else k.sent end
      from given g cross join lateral (select g.id union select o.id from contract_notice o where o.series = g.series) o (id)
     where g.until is not null and k.id = o.id),
  queued as (
    insert into event_notice (subscription, notice, created_at)
    select a.subscription, a.id, ${NOW_MS} from asking a join given g on g.id = a.id
     where not g.is_new or exists (select from made m where m.id = a.id)
     order by g.n
    on conflict (subscription, notice) do nothing),
  people as (
    insert into contract_notice_person (person, at, notice, role)
    select t.node, m.at, m.id, (${ROLES})[t.rank] from made m join told t on t.id = m.id)
  select type from made`,
};
