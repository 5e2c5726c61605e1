import { DAY } from '@app/common';
import { isDated, isInForce } from '@app/contracts';
import { Database, NOW_MS, query, type PreparedStatement, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';

/** Days before the end of a contract at which it is notified. */
const ENDING_DAYS = [1, 7, 30] as const;

/** Moments that are looked at at once. */
const BLOCK = 500;

/** The dates of a contract that is in force, has ended, or will end soon, if it was not notified yet. Times in epoch ms. */
export interface DueDate {
  /** Node, bigint in decimal. */
  readonly contract: string;
  readonly type: 'contractInForce' | 'contractEnding' | 'contractEnded';
  readonly date: number;
  /** The smallest of ENDING_DAYS that has been passed; of contractEnding alone. */
  readonly days?: number;
}

/** A moment at which a contract comes into force, ends, or passes one of ENDING_DAYS. Bigint in decimal. */
export interface Moment {
  readonly at: string;
  readonly node: string;
}

const CREATED = `coalesce((select min(v.updated_at) from entity_version v where v.node = c.node), e.updated_at)`;
const MARK = `(select min(m) from unnest('{${ENDING_DAYS.join(',')}}'::bigint[]) m where c.effective_until - n.now <= m * ${DAY})`;

/**
 * Due dates of the contracts $1. A date before the contract was made, or so old that its notice would have been removed, is not notified;
 * of several marks before an end that have been passed at once the last one alone.
 */
const DUE: PreparedStatement = {
  name: 'contract-notices-due',
  text: `
  select c.node::text as contract, d.type, d.date::text, d.days
    from (select ${NOW_MS} as now) n cross join contract_notice_place p cross join contract c join entity e on e.node = c.node
   cross join lateral (
     select 'contractInForce' as type, c.effective_from as date, null::integer as days
      where ${isInForce('c')} and c.effective_from > greatest(p.since, ${CREATED}) union all
     select 'contractEnded', c.effective_until, null
      where c.status <> 'Draft' and c.effective_until <= n.now and c.effective_until > greatest(p.since, ${CREATED}) union all
     select 'contractEnding', c.effective_until, ${MARK}::integer
      where c.status in ('Active', 'Approved', 'Deprecated') and c.effective_until > n.now and ${MARK} is not null) d
   where c.node = any($1::bigint[]) and c.live and ${isDated('c')}`,
};

/**
 * Moments from the cursor on, each by index, at most $1. The one of the cursor itself is among them: several of one contract may be at the
 * same time.
 */
const MOMENTS: PreparedStatement = {
  name: 'contract-notice-moments',
  text: `
  select m.at::text, m.node::text
    from (select ${NOW_MS} as now) n cross join contract_notice_place p cross join lateral (
      (select c.effective_from as at, c.node from contract c
        where (c.effective_from, c.node) >= (p.dates_at, p.dates_node) and c.effective_from <= n.now
        order by c.effective_from, c.node limit $1)
      union all
      select u.effective_until - d.ms, u.node
        from unnest('{0,${ENDING_DAYS.map((days) => days * DAY).join(',')}}'::bigint[]) d (ms) cross join lateral (
          select c.effective_until, c.node from contract c
           where (c.effective_until, c.node) >= (p.dates_at + d.ms, p.dates_node) and c.effective_until <= n.now + d.ms
           order by c.effective_until, c.node limit $1) u) m
   order by m.at, m.node limit $1`,
};

/** Statements about dates of contracts. */
@Injectable()
export class NoticeDatesRepository {
  constructor(private readonly database: Database) {}

  /** @param contracts nodes */
  async due(tx: Transaction, contracts: readonly string[]): Promise<DueDate[]> {
    if (!contracts.length) return [];
    type Row = Omit<DueDate, 'date' | 'days'> & { readonly date: string; readonly days: number | null };
    const rows = await query<Row>(tx, DUE, [contracts]);
    return rows.map(({ date, days, ...row }) => ({ ...row, date: Number(date), ...(days !== null && { days }) }));
  }

  /** Whether there is a moment from the cursor on. */
  async hasMoments(): Promise<boolean> {
    return (await this.database.read(MOMENTS, [1])).length > 0;
  }

  /**
   * The next moments; no other one looks for moments until the transaction ends.
   * @returns undefined if another worker does so at this moment
   */
  async takeMoments(
    tx: Transaction,
  ): Promise<{ readonly moments: readonly Moment[]; readonly isLast: boolean } | undefined> {
    const locked = `select ${NOW_MS}::text as now from contract_notice_place for update skip locked`;
    const [place] = await query<{ now: string }>(tx, locked);
    if (!place) return undefined;
    const moments = await query<Moment & object>(tx, MOMENTS, [BLOCK]);
    const isLast = moments.length < BLOCK;
    const { at, node } = isLast ? { at: place.now, node: '0' } : moments.at(-1)!;
    await query(tx, `update contract_notice_place set dates_at = $1, dates_node = $2`, [at, node]);
    return { moments, isLast };
  }
}
