import { allFields, EntityDocuments, entityTypes, EntityWriter, joinFqn } from '@app/catalog';
import { AppError, attemptAsync } from '@app/common';
import { Database } from '@app/database';
import type { NameCase } from '@app/datatypes';
import { Injectable } from '@nestjs/common';
import type { DbtRelation } from '../project';
import type { ImportRun, ResolvedTable } from '../report';
import { MissingEntities, type WantedEntity } from './missing-entities';
import type { Governance } from './governance-writer';
import { missingGovernance, missingParts, nameCaseOf, tableBody, type CatalogColumn, type Json } from './table-columns';

/** A relation with its schema, and the columns that its table has. */
export interface WrittenTable extends ResolvedTable {
  readonly relation: DbtRelation;
  /** Those at the top. */
  readonly columns: readonly Pick<CatalogColumn, 'name'>[];
  /** How their names are compared. */
  readonly nameCase: NameCase;
}

/** The tables of a project by the ids of their relations. */
export type WrittenTables = ReadonlyMap<string, WrittenTable>;

/** Most documents in memory at a time. */
const BLOCK = 100;

/** Databases, schemas and tables of a project: made where they are missing, completed where they are not. */
@Injectable()
export class TableWriter {
  constructor(
    private readonly missing: MissingEntities,
    private readonly documents: EntityDocuments,
    private readonly writer: EntityWriter,
    private readonly database: Database,
  ) {}

  /** The tables by the id of their relation. @param service its FQN */
  async write(run: ImportRun, service: string, governance: Governance): Promise<Map<string, WrittenTable>> {
    const { relations } = run.project;
    await this.containers(run, service);
    const byFqn = new Map<string, DbtRelation>();
    for (const relation of relations.values()) {
      const fqn = joinFqn(service, relation.database, relation.schema, relation.name);
      const other = byFqn.get(fqn);
      // A source that is another project's model, as projects refer to each other.
      if (other) run.report.skip(relation.id, `it is the same table as ${other.id}`);
      else byFqn.set(fqn, relation);
    }
    const wanted = [...byFqn].map(([fqn, relation]) => ({
      ...{ fqn, id: relation.id },
      body: () => tableBody(joinFqn(service, relation.database, relation.schema), relation, governance),
    }));
    const found = await this.missing.make(run, 'table', wanted);
    const written = await this.complete(run, byFqn, [...found.values()], governance);
    // Those of the same table share it.
    for (const relation of relations.values()) {
      const same = byFqn.get(joinFqn(service, relation.database, relation.schema, relation.name));
      const table = same && written.get(same.id);
      if (table && same !== relation) written.set(relation.id, table);
    }
    return written;
  }

  private async containers(run: ImportRun, service: string): Promise<void> {
    const databases = new Map<string, WantedEntity>();
    const schemas = new Map<string, WantedEntity>();
    for (const { database, schema } of run.project.relations.values()) {
      const inDatabase = joinFqn(service, database);
      const fqn = joinFqn(inDatabase, schema);
      databases.set(inDatabase, { fqn: inDatabase, body: () => ({ name: database, service }) });
      schemas.set(fqn, { fqn, body: () => ({ name: schema, database: inDatabase }) });
    }
    await this.missing.make(run, 'database', [...databases.values()]);
    await this.missing.make(run, 'databaseSchema', [...schemas.values()]);
  }

  private async complete(
    run: ImportRun,
    relations: ReadonlyMap<string, DbtRelation>,
    tables: readonly ResolvedTable[],
    governance: Governance,
  ): Promise<Map<string, WrittenTable>> {
    const type = entityTypes.get('table');
    const written = new Map<string, WrittenTable>();
    for (let from = 0; from < tables.length; from += BLOCK) {
      const block = tables.slice(from, from + BLOCK);
      const ids = block.map(({ id }) => id);
      const documents = await this.documents.several(this.database, ids, allFields(type));
      for (const table of block) {
        const relation = relations.get(table.fqn);
        const read = documents.get(table.id);
        if (!relation || !read) continue;
        const document = JSON.parse(read.json) as Json;
        const after = await this.patched(run, table, relation, missingParts(document, relation));
        const now = after ?? document;
        await this.patched(run, table, relation, missingGovernance(now, relation, governance));
        const columns = ((now.columns ?? []) as CatalogColumn[]).map(({ name }) => ({ name }));
        written.set(relation.id, { ...table, relation, columns, nameCase: nameCaseOf(document) });
      }
    }
    return written;
  }

  /** The table as it is then; undefined where nothing was written. */
  private async patched(
    { actor, report }: ImportRun,
    { id }: ResolvedTable,
    relation: DbtRelation,
    patch: readonly Json[],
  ): Promise<Json | undefined> {
    if (patch.length === 0) return undefined;
    const patched = await attemptAsync(() => this.writer.patch(actor, entityTypes.get('table'), { id }, patch));
    if (!(patched instanceof AppError)) return JSON.parse(patched.json) as Json;
    report.skip(relation.id, `its table stays as it is: ${patched.message}`);
    return undefined;
  }
}
