import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Logins by an outside issuer: one that may not speak for administrators gives logins that may not either. */
export class OutsideLogins1700000002980 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table login_family add column may_administrate boolean not null default true`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // Without the column they would be logins like any other.
    await runner.query(`update login_family set ended_at = now() where not may_administrate and ended_at is null`);
    await runner.query(`alter table login_family drop column may_administrate`);
  }
}
