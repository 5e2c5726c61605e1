import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which custom properties the extension of each entity type has, beside what anybody puts there. */
export class CustomProperties1700000000900 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CUSTOM_PROPERTY);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table custom_property');
  }
}

// kind: the name of the type of its values; config: what they are held against beside it, or null.
const CUSTOM_PROPERTY = `
  create table custom_property (
    type text not null,
    name text collate "C" not null,
    display_name text,
    description text not null,
    kind text not null,
    config jsonb,
    updated_at bigint not null,
    updated_by text not null,
    primary key (type, name)
  );
`;
