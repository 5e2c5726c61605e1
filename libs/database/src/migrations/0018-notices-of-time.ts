import type { MigrationInterface, QueryRunner } from 'typeorm';
import { applySchema } from '../schema/apply-schema';

/**
 * Notices of what time alone brings, and of verdicts, for subscriptions. It stays known what was sent of the first; the second begin at the event that
 * the last subscription has seen, and each subscription is sent those behind its own.
 */
export class NoticesOfTime0000000000018 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table contract_notice add column if not exists sent jsonb`);
    await runner.query(`drop index if exists contract_notice_at`);
    await runner.query(`create index if not exists contract_notice_over on contract_notice (greatest(at, until))`);
    await runner.query(`alter table event_notice add column if not exists taken boolean not null default false`);
    await runner.query(
      `create index if not exists event_notice_waiting on event_notice (subscription, seq) where not taken`,
    );
    await runner.query(`alter table event_subscription add column if not exists walk_node bigint`);
    await runner.query(
      `alter table event_subscription add column if not exists starts_behind bigint not null default 0`,
    );
    await runner.query(
      `create index if not exists event_subscription_walk on event_subscription (walk_node) where walk_node is not null`,
    );
    const [due] = (await runner.query(`select to_regclass('contract_notice_due') is not null as is_there`)) as {
      is_there: boolean;
    }[];
    if (!due?.is_there) await applySchema(runner, 'tables/contract_notice_due.sql');
    await applySchema(runner, 'triggers/bring_notices_forward.sql');
    const [alerts] = (await runner.query(`select to_regclass('event_alert') is not null as are_there`)) as {
      are_there: boolean;
    }[];
    if (!alerts?.are_there) return;
    for (const statement of [...CARRY, `drop table event_alert`, `alter table event_subscription drop column scan_at`])
      await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('A database goes back by restoring a backup'));
  }
}

const SENT = `
  (select a.subscription, e.node as contract, split_part(a.kind, ' ', 1) as type, a.mark,
          case when a.kind = 'contractNotValidated' then a.mark || ' sent' else split_part(a.kind, ' ', 2) || ' ' || a.mark end as key
     from event_alert a join entity e on e.id = a.entity where e.type = 'dataContract')`;

const NOW = `(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** So long what was sent stays known, in ms, unless a look finds it so again. */
const KNOWN_MS = 30 * 86_400_000;

const CARRY = [
  `insert into contract_notice (id, contract, type, key, at, text, body, series, until)
   select gen_random_uuid(), s.contract, s.type, s.key, ${NOW}, 'was sent to subscribers', '{}',
          case when s.type = 'contractNotValidated' then s.type || ' ' || s.contract || ' ' || s.mark end,
          case when s.type = 'contractNotValidated' then ${NOW} + ${KNOWN_MS} else greatest(s.mark::numeric::bigint, ${NOW}) end
     from (select distinct s.contract, s.type, s.key, s.mark from ${SENT} s) s
   on conflict (contract, type, key) do nothing`,
  `insert into event_notice (subscription, notice, created_at, taken)
   select s.subscription, n.id, ${NOW}, true from ${SENT} s
     join contract_notice n on n.contract = s.contract and n.type = s.type and n.key = s.key
   on conflict (subscription, notice) do nothing`,
  `update event_subscription s
      set starts_behind = s.position,
          walk_node = case when s.scan_at is not null and s.document #> '{filter,mine}' is distinct from 'true' then 0 end`,
  `update contract_notice_place p set position = least(p.position, s.position)
     from (select min(position) as position from event_subscription
            where document -> 'eventTypes' ?| array['contractFailed', 'contractRecovered']
              and document #> '{filter,mine}' is distinct from 'true') s
    where s.position is not null`,
  // Runs that were aborted are found by index; what people are notified of without a subscription follows from these.
  `insert into contract_notice_due (contract, type, due_at)
   select c.node, 'contractNotValidated', ${NOW} from contract c where c.live and c.ended_status = 'Aborted' on conflict do nothing`,
];
