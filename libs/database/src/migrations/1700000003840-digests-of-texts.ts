import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The digest of an entity's row from the texts of its documents: a statement that needs the texts as well makes them once. The other
 * function says the same by this one.
 */
export class DigestsOfTexts1700000003840 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(OF_TEXTS);
    await runner.query(
      ofDocuments(
        `entity_digest(entity_digest.fqn, entity_digest.version, entity_digest.body::text, entity_digest.details::text)`,
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(ofDocuments(`sha256(convert_to(${joined('body::text', 'details::text')}, 'UTF8'))`));
    await runner.query(`drop function entity_digest(text, integer, text, text)`);
  }
}

const joined = (body: string, details: string): string =>
  `fqn || E'\\n' || version || E'\\n' || ${body} || E'\\n' || ${details}`;

const OF_TEXTS = `
  create function entity_digest(fqn text, version integer, body text, details text) returns bytea
    language sql stable parallel safe return sha256(convert_to(${joined('body', 'details')}, 'UTF8'))`;

const ofDocuments = (digest: string): string => `
  create or replace function entity_digest(fqn text, version integer, body jsonb, details jsonb) returns bytea
    language sql stable parallel safe return ${digest}`;
