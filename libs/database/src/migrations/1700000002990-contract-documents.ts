import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The search document of a contract shows the status of its newest result, as that of its asset does. */
export class ContractDocuments1700000002990 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(marks('(new.asset), (new.node)'));
    await runner.query(`insert into search_mark (node) select node from contract where live on conflict do nothing`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(marks('(new.asset)'));
  }
}

const marks = (nodes: string): string => `
  create or replace function search_mark_contract_update() returns trigger language plpgsql as $$
  begin
    insert into search_mark (node) values ${nodes} on conflict do nothing;
    return null;
  end $$`;
