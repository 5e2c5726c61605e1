import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { EntityReader, entityTypes, EntityWriter, SubtreeRemover, type EntityKey } from '@app/catalog';
import type { Actor } from '@app/common';
import { ContractsModule, RuleSyntax, dataContractType, OdcsBulk, OdcsExport, OdcsService } from '@app/contracts';
import { Database } from '@app/database';
import { ruleFault } from '@app/validation';
import type { INestApplicationContext } from '@nestjs/common';
import { parse } from 'yaml';
import type { ImportReport } from '../../../libs/contracts/src/odcs/mapping/report';
import { LibraryContext } from '../../support/library-context';
import { missingShared, sharedPath } from '../../support/shared-folder';

export type Json = Record<string, unknown>;

export interface Entity extends Json {
  readonly id: string;
  readonly name: string;
  readonly fullyQualifiedName: string;
}

export interface Imported extends Entity {
  readonly version: number;
  readonly odcsImportReport: ImportReport;
}

export const ADMIN: Actor = { name: 'admin', id: randomUUID(), isAdmin: true, ownerIds: new Set(), rules: [] };

/** Published documents. */
const EXAMPLES = 'data/odcs';

export const missingExamples = missingShared(EXAMPLES);

export function example(name: string): Json {
  return parse(readFileSync(sharedPath(`${EXAMPLES}/${name}.odcs.yaml`), 'utf8')) as Json;
}

/** Imports and exports on a database of the test's own. */
export class OdcsFixture {
  readonly odcs: OdcsService;
  readonly odcsExport: OdcsExport;
  readonly bulk: OdcsBulk;
  readonly writer: EntityWriter;
  readonly reader: EntityReader;
  readonly database: Database;
  service = '';
  schema = '';

  private readonly app: INestApplicationContext;

  private constructor(private readonly context: LibraryContext) {
    const { app } = context;
    this.app = app;
    app.get(RuleSyntax).register(ruleFault);
    this.odcs = app.get(OdcsService);
    this.odcsExport = app.get(OdcsExport);
    this.bulk = app.get(OdcsBulk);
    this.writer = app.get(EntityWriter);
    this.reader = app.get(EntityReader);
    this.database = app.get(Database);
  }

  static async open(): Promise<OdcsFixture> {
    const fixture = new OdcsFixture(await LibraryContext.open(() => [ContractsModule]));
    await fixture.makeSchema();
    return fixture;
  }

  close(): Promise<void> {
    return this.context.close();
  }

  async make(type: string, body: Json): Promise<Entity> {
    return JSON.parse((await this.writer.create(ADMIN, entityTypes.get(type), body)).json) as Entity;
  }

  table(name: string, columns: readonly Json[]): Promise<Entity> {
    return this.make('table', { name, databaseSchema: this.schema, columns });
  }

  /** A table of a new name with the columns id and note. */
  plainTable(): Promise<Entity> {
    const columns = [
      { name: 'id', dataType: 'BIGINT' },
      { name: 'note', dataType: 'VARCHAR', dataLength: 18 },
    ];
    return this.table(`t_${randomUUID().slice(0, 13)}`, columns);
  }

  async create(asset: Entity, document: unknown, more: Json = {}): Promise<Imported> {
    const { json } = await this.odcs.create(ADMIN, this.target(asset, more), document);
    return JSON.parse(json) as Imported;
  }

  async put(asset: Entity, document: unknown, mode: 'merge' | 'replace'): Promise<Imported & { created: boolean }> {
    const { json, created } = await this.odcs.put(ADMIN, this.target(asset), document, mode);
    return { ...(JSON.parse(json) as Imported), created };
  }

  target(asset: Entity, more: Json = {}): { entity: EntityKey; entityType: string; allowDrift: boolean } {
    return { entity: { id: asset.id }, entityType: 'table', allowDrift: false, ...more };
  }

  out({ id }: { readonly id: string }, version?: 'v3.1.0' | 'v3.2.0'): Promise<Json> {
    return this.odcsExport.document(ADMIN, { id }, version);
  }

  async patch({ id }: { readonly id: string }, operations: readonly Json[]): Promise<Imported> {
    return JSON.parse((await this.writer.patch(ADMIN, dataContractType, { id }, operations)).json) as Imported;
  }

  async remove({ id }: { readonly id: string }, hardDelete = false): Promise<void> {
    const request = { hardDelete, recursive: false, precondition: undefined };
    await this.app.get(SubtreeRemover).remove(ADMIN, dataContractType, { id }, request);
  }

  private async makeSchema(): Promise<void> {
    this.service = `service_${randomUUID().slice(0, 8)}`;
    await this.make('databaseService', { name: this.service, serviceType: 'Postgres' });
    const database = await this.make('database', { name: 'db', service: this.service });
    this.schema = (
      await this.make('databaseSchema', { name: 'public', database: database.fullyQualifiedName })
    ).fullyQualifiedName;
  }
}
