import { Database, NOW_MS, query, STATEMENT_MS, type PreparedStatement, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { RecordedNoticeType } from '../record/contract-notice';
import { asksFor, type NextLook } from './notice-source';

/** Contracts that are looked at together. */
const DUE_BLOCK = 500;

/** A look at a contract that is due. */
interface DueLook {
  /** Node, bigint in decimal. */
  readonly contract: string;
  readonly type: RecordedNoticeType;
}

/** Whether a subscription asks for a type that comes with time alone. What its owner finds in its own list is recorded for that. */
const IS_ASKED = (type: string): string => `exists (select from event_subscription s where ${asksFor(type)})`;

const TYPES = `unnest('{contractNotValidated,contractSlaAtRisk}'::text[]) t (type)`;

const UPSERT = `on conflict (contract, type) do update set due_at = least(contract_notice_due.due_at, excluded.due_at)`;

const BRING_FORWARD: PreparedStatement = {
  name: 'contract-notices-bring-forward',
  text: `
  insert into contract_notice_due (contract, type, due_at)
  select c.node, t.type, ${NOW_MS} from contract c cross join ${TYPES}
   where c.node = any($1::bigint[]) and ((t.type = 'contractNotValidated' and c.node = any($2::bigint[])) or ${IS_ASKED('t.type')})
   order by c.node, t.type ${UPSERT}`,
};

/**
 * Has contracts looked at at once: something happened to them that may make a notice due.
 *
 * @param contracts nodes, bigint in decimal
 * @param aborted those of them of which a run was aborted: people are notified of these without a subscription
 */
export async function bringForward(
  tx: Transaction,
  contracts: readonly string[],
  aborted: readonly string[] = [],
): Promise<void> {
  if (contracts.length > 0) await query(tx, BRING_FORWARD, [contracts, aborted]);
}

const DUE = `from contract_notice_due d where d.due_at <= ${STATEMENT_MS} order by d.due_at`;
const IS_DUE: PreparedStatement = { name: 'contract-notices-are-due', text: `select ${DUE} limit 1` };
const TAKE: PreparedStatement = {
  name: 'contract-notices-take-due',
  text: `select d.contract::text, d.type ${DUE} limit ${DUE_BLOCK} for update skip locked`,
};

const STORE_NEXT: PreparedStatement = {
  name: 'contract-notices-store-next',
  text: `
  with next as materialized (
    select n.contract, n.at, coalesce(n."hangsOnRefresh", false) as hangs, coalesce(n."isAtRisk", false) as is_at_risk,
           coalesce(n."holdsUntil", 0) as holds_until
      from jsonb_to_recordset($3::jsonb) n (contract bigint, at bigint, "hangsOnRefresh" boolean, "isAtRisk" boolean, "holdsUntil" bigint)),
  later as (
    update contract_notice_due d
       set due_at = n.at, hangs_on_refresh = n.hangs, is_at_risk = n.is_at_risk, holds_until = n.holds_until
      from next n where d.contract = n.contract and d.type = $1)
  delete from contract_notice_due d
   where d.type = $1 and d.contract = any($2::bigint[]) and not exists (select from next n where n.contract = d.contract)`,
};

/** A subscription that begins to ask has every contract looked at once; those that are as far go on together. */
const WALK: PreparedStatement = {
  name: 'contract-notices-walk',
  text: `
  with walk as materialized (select min(s.walk_node) as node from event_subscription s where s.walk_node is not null),
  block as materialized (
    select c.node from walk w cross join lateral (
      select c.node from contract c where c.node > w.node order by c.node limit ${DUE_BLOCK}) c),
  due as (
    insert into contract_notice_due (contract, type, due_at)
    select b.node, t.type, ${NOW_MS} from block b cross join ${TYPES} where ${IS_ASKED('t.type')}
     order by b.node, t.type ${UPSERT}),
  last as (select max(node) as node, count(*) = ${DUE_BLOCK} as has_more from block)
  update event_subscription s set walk_node = case when l.has_more then l.node end
    from walk w cross join last l where s.walk_node = w.node returning l.has_more`,
};

/** Instants at which contracts are looked at for what time alone brings. */
@Injectable()
export class DueNoticeRepository {
  constructor(private readonly database: Database) {}

  async isDue(): Promise<boolean> {
    return (await this.database.read(IS_DUE, [])).length > 0;
  }

  /** Locked until the transaction ends; those that another one has locked are left to it. */
  take(tx: Transaction): Promise<DueLook[]> {
    return query<DueLook & object>(tx, TAKE);
  }

  /** @param looked nodes of the contracts that were looked at */
  async storeNext(
    tx: Transaction,
    type: RecordedNoticeType,
    looked: readonly string[],
    next: readonly NextLook[],
  ): Promise<void> {
    await query(tx, STORE_NEXT, [type, looked, JSON.stringify(next)]);
  }

  /** Makes the next contracts due for subscriptions that began to ask. @returns whether there may be more */
  async walk(): Promise<boolean> {
    const rows = await this.database.read<{ has_more: boolean }>(WALK, []);
    return rows.some(({ has_more }) => has_more);
  }
}
