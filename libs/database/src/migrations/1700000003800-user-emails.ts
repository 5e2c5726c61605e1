import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEX = `create unique index entity_user_email on entity (lower(body ->> 'email')) where type = 'user' and deleted_by is null`;

/** The e-mail addresses of live users, in lower case. The constraint has the name of the index before it: what it refuses is worded by that. */
const TABLE = `
  create table user_email (
    node bigint primary key references entity on delete cascade,
    email text not null constraint entity_user_email unique
  );
  insert into user_email (node, email)
  select node, lower(body ->> 'email') from entity where type = 'user' and deleted_by is null and body ->> 'email' is not null;
  create function keep_user_email() returns trigger language plpgsql as $$
  begin
    if new.deleted_by is null and new.body ->> 'email' is not null then
      insert into user_email as m (node, email) values (new.node, lower(new.body ->> 'email'))
      on conflict (node) do update set email = excluded.email where m.email <> excluded.email;
    else
      delete from user_email m where m.node = new.node;
    end if;
    return null;
  end $$;
  create trigger user_email_insert after insert on entity for each row when (new.type = 'user')
    execute function keep_user_email();
  create trigger user_email_update after update on entity for each row
    when (new.type = 'user' and (old.deleted_by is distinct from new.deleted_by or old.body ->> 'email' is distinct from new.body ->> 'email'))
    execute function keep_user_email();
`;

/**
 * An index on an expression of `body` is written anew with each change of a body, and so are all other indexes of the table then. Without
 * it a change of attributes leaves the indexes as they are (heap-only tuples).
 */
export class UserEmails1700000003800 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index entity_user_email');
    await runner.query(TABLE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger user_email_insert on entity;
      drop trigger user_email_update on entity;
      drop function keep_user_email();
      drop table user_email`);
    await runner.query(INDEX);
  }
}
