import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Pages end early where documents are large. How long a document is as text is known from its row, or it would have to be read to
 * be left out.
 */
export class DocumentSizes1700000001500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table entity
        add column body_bytes integer not null generated always as (octet_length(body::text)) stored,
        add column details_bytes integer not null generated always as (octet_length(details::text)) stored`);
    await runner.query(`
      alter table entity_version
        add column document_bytes integer not null generated always as (octet_length(document::text)) stored`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table entity_version drop column document_bytes`);
    await runner.query(`alter table entity drop column body_bytes, drop column details_bytes`);
  }
}
