import { migrateDatabase } from '@app/database';
import { ContractWorld } from '../runs/support/contract-world';
import { queryAt, schemaOf } from '../database/schema-snapshot';

/** The tables of schedules as they were made before they became one. */
const BEFORE = `
  drop table schedule;
  delete from migration where name like 'OneTableOfSchedules%' or name like 'NotifiedSchedules%';
  create table contract_schedule (
    contract bigint primary key references contract (node) on delete cascade, cron text not null, timezone text not null, enabled boolean not null,
    next_at timestamptz, updated_by text not null,
    evidence text not null default 'auto' check (evidence in ('auto', 'source', 'stored')));
  create index contract_schedule_due on contract_schedule (next_at) where next_at is not null;
  create table data_schedule (
    target bigint not null references entity (node) on delete cascade, kind text not null, cron text not null, timezone text not null,
    enabled boolean not null, next_at timestamptz, updated_by text not null, request jsonb not null default '{}', primary key (target, kind));
  create index data_schedule_due on data_schedule (next_at) where next_at is not null`;

describe('the schedules of a database of the build before', () => {
  let world: ContractWorld;

  beforeAll(async () => {
    world = await ContractWorld.create();
  });
  afterAll(() => world.destroy());

  it('stand in one table, with what they were', async () => {
    const schema = await schemaOf(world.url);
    const [daily, disabled, sourced] = await world.contracts(3);
    const { database } = world;
    await queryAt(world.url, BEFORE);
    const at = '2026-03-29 01:30:00.123456+00';
    await database.query(
      `insert into contract_schedule values ($1, '0 6 * * 1-5', 'Europe/Berlin', true, $4, 'ann', 'auto'),
         ($2, '* * * * *', 'UTC', false, null, 'bob', 'stored'), ($3, '5 * * * *', 'UTC', true, $4, 'bob', 'source')`,
      [daily!.node, disabled!.node, sourced!.node, at],
    );
    await database.query(
      `insert into data_schedule values ($1, 'check', '0 5 * * *', 'UTC', true, $2, 'cleo', '{"profile": true}'),
         ($1, 'crawl', '0 4 * * *', 'UTC', false, null, 'cleo', '{}')`,
      [daily!.node, at],
    );
    expect(await migrateDatabase(world.url)).toEqual([
      expect.stringContaining('OneTableOfSchedules'),
      expect.stringContaining('NotifiedSchedules'),
    ]);
    const rows = await database.query(
      `select target::text, kind, cron, timezone, enabled, next_at = $1::timestamptz as "isDueThen", updated_by as by, request
         from schedule order by schedule.target, kind`,
      [at],
    );
    const row = (target: string, kind: string, cron: string, by: string, more: object = {}) => ({
      ...{ target, kind, cron, timezone: 'UTC', enabled: true, isDueThen: true, by, request: {}, ...more },
    });
    const off = { enabled: false, isDueThen: null };
    expect(rows).toEqual([
      row(daily!.node, 'check', '0 5 * * *', 'cleo', { request: { profile: true } }),
      row(daily!.node, 'crawl', '0 4 * * *', 'cleo', off),
      row(daily!.node, 'validation', '0 6 * * 1-5', 'ann', { timezone: 'Europe/Berlin' }),
      row(disabled!.node, 'validation', '* * * * *', 'bob', { ...off, request: { evidence: 'stored' } }),
      row(sourced!.node, 'validation', '5 * * * *', 'bob', { request: { evidence: 'source' } }),
    ]);
    expect(await schemaOf(world.url)).toEqual(schema);
    expect(await migrateDatabase(world.url)).toEqual([]);
  });
});
