import { DAY, utcMinute } from '@app/common';
import { isCurrent, isSilent, newestVerdict, silenceOf } from '@app/contracts';
import { NOW_MS, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { NOT_JUDGED_HOURS, NOT_VALIDATED_DAYS } from '../record/contract-notice';
import { asksFor, type Look, type NextLook, type NoticeSource } from './notice-source';
import type { NewNotice, Subscribers } from '../record/record-notices';

const HOUR = 3_600_000;
/** So long after the next look it stays known what was sent, in ms: workers may be down meanwhile. */
const KNOWN_MS = 30 * DAY;

/** The limits of some subscriptions. */
type Limits = Required<Pick<Subscribers, 'days' | 'hours'>>;

interface Row {
  /** Node, bigint in decimal. */
  readonly contract: string;
  /** Times in epoch ms. The newest verdict; null: there is none. */
  readonly last: number | null;
  readonly made: number;
  /** The first of the runs since then, where all were aborted, and at least two; how many, and why. */
  readonly since: number | null;
  readonly aborted: number | null;
  readonly reason: string | null;
  /** Whether a policy governs the contract. */
  readonly governed: boolean;
  readonly now: number;
}

const LIMITS = {
  name: 'limits-of-not-validated',
  text: `
  select distinct coalesce((s.document ->> 'notValidatedDays')::integer, ${NOT_VALIDATED_DAYS}) as days,
                  coalesce((s.document ->> 'notJudgedHours')::integer, ${NOT_JUDGED_HOURS}) as hours
    from event_subscription s
   where ${asksFor(`'contractNotValidated'`)}`,
};

// A contract without a verdict has waited since it was made: since its first version.
const MADE_AT = `coalesce((select min(v.updated_at) from entity_version v where v.node = c.node), e.updated_at)`;

const FACTS = {
  name: 'facts-of-not-validated',
  text: `
  select c.node::text as contract, ${MADE_AT}::float8 as made, j.since::float8, j.aborted, j.reason, n.now::float8,
         (case when c.ended_status = 'Aborted' then ${newestVerdict('c')} else c.ended_at end)::float8 as last,
         j.since is not null and exists (select from policies_of_contract(c.node)) as governed
    from (select ${NOW_MS} as now) n cross join contract c join entity e on e.node = c.node
    left join lateral ${silenceOf('c')} j on ${isSilent('c', 'j', 'n.now')}
   where c.node = any($1::bigint[]) and c.live and ${isCurrent('c')}`,
};

/**
 * Contracts without a verdict for days, and those whose runs are all aborted for hours, which says why: the first of both, once until the next
 * verdict. Subscriptions have limits of their own; people are notified of the second, after a day.
 */
@Injectable()
export class NotValidatedSource implements NoticeSource {
  readonly type = 'contractNotValidated';

  async look(tx: Transaction, contracts: readonly string[]): Promise<Look> {
    const limits = await query<Limits>(tx, LIMITS);
    const rows = await query<Row & object>(tx, FACTS, [contracts]);
    const looks = rows.map((row) => lookAt(row, limits));
    return { notices: looks.flatMap(({ notices }) => notices), next: looks.flatMap(({ next }) => next) };
  }
}

function lookAt(row: Row, limits: readonly Limits[]): Look {
  const next = nextLook(row, limits);
  if (!next) return { notices: [], next: [] };
  const { contract, since, now } = row;
  const passed = hoursOf(limits).filter((hours) => since !== null && since + hours * HOUR <= now);
  const start = startOf(row);
  const stale = limits.filter(({ days, hours }) => start + days * DAY <= now && !passed.includes(hours));
  const days = [...new Set(stale.map((one) => one.days))].sort((a, b) => b - a);
  const common = { contract, series: `contractNotValidated ${contract} ${start}`, until: next.at + KNOWN_MS };
  return {
    next: [next],
    notices: [
      ...passed.map((hours) => ({ ...common, ...silent(row, hours) })),
      ...days.map((of) => ({
        ...common,
        ...notValidated(
          row,
          of,
          stale.filter((one) => one.days === of),
        ),
      })),
    ],
  };
}

const hoursOf = (limits: readonly Limits[]): readonly number[] => [
  ...new Set([NOT_JUDGED_HOURS, ...limits.map(({ hours }) => hours)]),
];

const startOf = ({ last, made }: Row): number => last ?? made;

/** At the first limit that has not passed, and before a verdict of after now can be too old. Undefined: there is nothing to look for. */
function nextLook(row: Row, limits: readonly Limits[]): NextLook | undefined {
  const { contract, since, now } = row;
  if (limits.length === 0 && since === null) return undefined;
  const days = limits.map((one) => one.days);
  const limitsAt = [
    ...days.map((of) => startOf(row) + of * DAY),
    ...hoursOf(limits).flatMap((hours) => (since === null ? [] : [since + hours * HOUR])),
  ];
  const rest = now + Math.min(NOT_VALIDATED_DAYS, ...days) * DAY;
  return { contract, at: Math.min(rest, ...limitsAt.filter((at) => at > now)) };
}

type OwnMembers = Omit<NewNotice, 'contract' | 'series' | 'until'>;

function silent(row: Row, hours: number): OwnMembers {
  const { since, aborted, reason, governed, last, now } = row;
  const why = reason === null ? '' : ` (${reason})`;
  const silence = { since: since ?? 0, aborted: aborted ?? 0, ...(reason !== null && { reason }) };
  const isForPeople = hours === NOT_JUDGED_HOURS;
  const days = Math.floor((now - startOf(row)) / DAY);
  return {
    type: 'contractNotValidated',
    key: isForPeople ? String(since) : `${since} ${hours}h`,
    text: `is not judged since ${utcMinute(silence.since)}: ${aborted} runs were aborted${why}`,
    to: isForPeople ? { owner: true, ...(governed && { consumer: true as const }) } : {},
    body: silence,
    subscribers: [{ hours }],
    sent: { timestamp: now, notValidated: { days, ...(last !== null && { lastResultAt: last }), ...silence } },
  };
}

function notValidated(row: Row, days: number, subscribers: readonly Subscribers[]): OwnMembers {
  const { last, now } = row;
  return {
    type: 'contractNotValidated',
    key: `${startOf(row)} ${days}d`,
    text: `has not been validated for ${days} days`,
    to: {},
    subscribers,
    sent: { timestamp: now, notValidated: { days, ...(last !== null && { lastResultAt: last }) } },
  };
}
