import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Relations of users, teams and roles by which somebody has rights. */
const RELATIONS = `('teams', 'parents', 'roles', 'defaultRoles', 'policies')`;
const TYPES = `('user', 'team', 'role', 'policy')`;

// A random version never comes again: not where a transaction is rolled back, nor after a failover or a restore.
const TABLE = `
  create table rights_version (
    singleton boolean primary key default true check (singleton),
    version uuid not null
  );
  insert into rights_version (version) values (gen_random_uuid());
  create function renew_rights_version() returns trigger language plpgsql as $$
  begin
    -- Once in a transaction, however many rows it changes.
    update rights_version set version = gen_random_uuid() where xmin <> pg_current_xact_id()::xid;
    return null;
  end $$;
`;

/**
 * Deferred: the row is locked at the end of a transaction, which then waits for nothing else, so that writers neither deadlock on it nor
 * wait longer than for a commit.
 */
const trigger = (table: string, event: 'insert' | 'update' | 'delete', condition: string): string => `
  create constraint trigger ${table}_rights_${event} after ${event} on ${table} deferrable initially deferred
    for each row when (${condition}) execute function renew_rights_version();
`;

const isRight = (row: 'old' | 'new'): string => `${row}.relation in ${RELATIONS}`;

const TRIGGERS: readonly string[] = [
  // Tokens of outside issuers name roles. A new user, team or policy is reached only by rows that are written with it.
  trigger('entity', 'insert', `new.type = 'role'`),
  trigger(
    'entity',
    'update',
    `new.type in ${TYPES} and (old.name, old.deleted_by, old.body, old.details) is distinct from (new.name, new.deleted_by, new.body, new.details)`,
  ),
  trigger('entity', 'delete', `old.type in ${TYPES}`),
  trigger('entity_reference', 'insert', isRight('new')),
  trigger('entity_reference', 'update', `${isRight('old')} or ${isRight('new')}`),
  trigger('entity_reference', 'delete', isRight('old')),
];

/** A version of all that gives rights to users, which each change renews. */
export class RightsVersion1700000003910 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    for (const each of TRIGGERS) await runner.query(each);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function renew_rights_version() cascade');
    await runner.query('drop table rights_version');
  }
}
