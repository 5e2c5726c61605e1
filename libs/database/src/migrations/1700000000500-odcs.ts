import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The documents of the Open Data Contract Standard that contracts came from. */
export class Odcs1700000000500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(KEPT_DOCUMENT);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table contract_odcs`);
  }
}

// document: as it goes out while nothing is changed here; json and not jsonb, so that it keeps the order of its keys. object:
// index of the contract's object in its schema, null without one. baseline: what the contract said when it was read from it.
const KEPT_DOCUMENT = `
  create table contract_odcs (
    node bigint primary key references entity (node) on delete cascade,
    document json not null,
    object integer,
    baseline jsonb not null
  );
`;
