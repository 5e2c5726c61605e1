import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pages of hits end early where documents are large: how long a document is as text is known from its row. */
export class SearchDocumentSize1700000002810 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table search_source
        add column document_bytes integer not null generated always as (octet_length(document::text)) stored`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table search_source drop column document_bytes`);
  }
}
