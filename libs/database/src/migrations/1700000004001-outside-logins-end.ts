import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Logins by an outside issuer come to an end. issuer: which one, without which the login is over; null where a password or a ticket began it.
 * closes_at: when it ends, however much it is used; null: never.
 */
export class OutsideLoginsEnd1700000004001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table login_family add column issuer text, add column closes_at timestamptz`);
    // Which issuer began a login of before is not known. Whoever has no password, or may not administrate by it, came by one.
    await runner.query(`
      update login_family f set closes_at = now() + interval '12 hours'
       where ended_at is null
         and (not may_administrate or not exists (select 1 from credential c where c.user_node = f.user_node))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // Without the columns they would never end.
    await runner.query(`
      update login_family set ended_at = now() where ended_at is null and (issuer is not null or closes_at is not null)`);
    await runner.query(`alter table login_family drop column issuer, drop column closes_at`);
  }
}
