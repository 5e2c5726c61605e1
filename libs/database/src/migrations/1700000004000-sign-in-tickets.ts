import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Tickets of links that sign in once are no refresh tokens any more. digest: SHA-256 of the text; the first refresh token of its login is the
 * HMAC of that text with seed, so that it can be given again where an answer was lost, and yet be read from no row.
 */
export class SignInTickets1700000004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sign_in_ticket (
        digest bytea primary key,
        user_node bigint not null references entity (node) on delete cascade,
        seed bytea not null,
        expires_at timestamptz not null,
        used_at timestamptz
      )`);
    await runner.query(`create index sign_in_ticket_user on sign_in_ticket (user_node)`);
    // Those of before were refresh tokens of ten minutes, of logins of thirty days.
    await runner.query(`
      update login_family f set ended_at = now()
       where ended_at is null
         and exists (select 1 from refresh_token t
                      where t.family = f.id and t.used_at is null and t.expires_at < f.expires_at - interval '29 days')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table sign_in_ticket`);
  }
}
