import { randomUUID } from 'node:crypto';
import { migrateDatabase } from '@app/database';
import { NoticeWorld, type Made } from '../notices/notice-world';

const DAY = 86_400_000;

/** The tables of the build before, with what subscriptions were sent. */
const BEFORE = [
  'drop function look_at_sla_contract() cascade',
  'drop function look_at_sla_entity() cascade',
  'drop function look_at_sla_observation() cascade',
  'drop function look_at_sla_of(bigint[])',
  'drop table contract_notice_due',
  'drop trigger bring_notices_forward on observation',
  'drop function bring_notices_forward()',
  'drop index contract_notice_over',
  'create index contract_notice_at on contract_notice (at)',
  'alter table contract_notice drop column sent',
  'alter table event_notice drop column taken',
  'alter table event_subscription drop column walk_node, drop column starts_behind, add column scan_at bigint',
  `create table event_alert (
     subscription uuid not null references event_subscription (id) on delete cascade,
     kind text not null, entity uuid not null, mark text not null, primary key (subscription, kind, entity))`,
  `delete from migration where name like 'NoticesOfTime%' or name like 'SlaRisksByIndex%'`,
];

describe('a database of a build that sent alerts by marks', () => {
  let world: NoticeWorld;
  let owner: Made;

  beforeAll(async () => {
    world = await NoticeWorld.open();
    for (const statement of BEFORE) await world.database.query(statement);
    owner = await world.user();
  });
  afterAll(() => world.close());

  const subscribe = async (eventTypes: readonly string[], position: number): Promise<string> => {
    const id = randomUUID();
    await world.database.query(
      `insert into event_subscription (id, owner, name, document, sealed, enabled, created_at, updated_at, updated_by, may_administrate, position, plan_at, scan_at)
       values ($1::uuid, $2, $1::uuid::text, $3, '', true, 0, 0, 'test', true, $4, 0, 5)`,
      [id, owner.node, JSON.stringify({ filter: {}, digestMinutes: 0, eventTypes }), position],
    );
    return id;
  };
  const waiting = async (subscription: string): Promise<string[]> =>
    (
      await world.database.query<{ what: string }>(
        `select n.type || ' of ' || e.name as what from event_notice w join contract_notice n on n.id = w.notice join entity e on e.node = n.contract
          where w.subscription = $1 and not w.taken order by w.seq`,
        [subscription],
      )
    ).map(({ what }) => what);

  it('sends nothing twice, and what it had not sent', async () => {
    const now = await world.database.now();
    const [stale, other, risky, turning] = [
      await world.contract(),
      await world.contract(),
      await world.contract(),
      await world.contract(),
    ];
    await world.database.query(`update contract set ended_status = 'Success', ended_at = $1`, [now - DAY]);
    await world.database.query(`update contract set ended_at = $1 where node = any($2::bigint[])`, [
      now - 8 * DAY,
      [stale.node, other.node],
    ]);
    await world.database.query(`update entity set body = '{"sla": {"refreshFrequency": "P1D"}}' where node = $1`, [
      risky.node,
    ]);
    const refreshed = now - DAY + 3_600_000;
    await world.database.query(`insert into observation (asset, kind, timestamp) values ($1, 'refresh', $2)`, [
      risky.asset,
      refreshed,
    ]);
    await world.verdict(turning, 'Failed');
    await world.verdict(turning, 'Success', 'Failed');
    const positions = (
      await world.database.query<{ at: number }>('select position::float8 as at from change_event order by 1')
    ).map(({ at }) => at);
    // One has seen the first verdict, the other none; notices of people were made of both.
    const types = ['contractNotValidated', 'contractSlaAtRisk', 'contractFailed', 'contractRecovered'];
    const ahead = await subscribe(types, positions[0]!);
    const behind = await subscribe(types, positions[0]! - 1);
    await world.database.query('update contract_notice_place set position = $1', [positions[1]]);
    const mark = (subscription: string, kind: string, { id }: Made, at: number) =>
      world.database.query('insert into event_alert values ($1, $2, $3, $4)', [subscription, kind, id, String(at)]);
    await mark(ahead, 'contractNotValidated', stale, now - 8 * DAY);
    await mark(ahead, 'contractNotValidated', other, now - 20 * DAY);
    await mark(ahead, 'contractSlaAtRisk refreshFrequency', risky, refreshed + DAY);
    await migrateDatabase(world.url);
    await world.work();
    const found = [await waiting(ahead), await waiting(behind)].map((one) => one.sort());
    const of = (type: string, { name }: Made) => `contract${type} of ${name}`;
    expect(found).toEqual([
      [of('NotValidated', other), of('Recovered', turning)].sort(),
      [
        ...[of('Failed', turning), of('NotValidated', other), of('NotValidated', stale)],
        ...[of('Recovered', turning), of('SlaAtRisk', risky)],
      ].sort(),
    ]);
    expect(await migrateDatabase(world.url)).toEqual([]);
  });
});
