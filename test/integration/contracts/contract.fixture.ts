import { randomUUID } from 'node:crypto';
import {
  EntityReader,
  entityTypes,
  EntityVersions,
  EntityWriter,
  SubtreeRemover,
  type EntityAnswer,
  type ListRequest,
} from '@app/catalog';
import { AppError, type Actor } from '@app/common';
import { ContractsModule, RuleSyntax, ContractService, dataContractType } from '@app/contracts';
import { Database } from '@app/database';
import { ruleFault } from '@app/validation';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { LibraryContext } from '../../support/library-context';

export type Json = Record<string, unknown>;

export interface Document extends Json {
  readonly id: string;
  readonly name: string;
  readonly fullyQualifiedName: string;
  readonly version: number;
  readonly updatedAt: number;
}

export interface Page {
  readonly data: readonly Document[];
  readonly paging: { readonly total: number; readonly before?: string; readonly after?: string };
}

export const ADMIN: Actor = { name: 'admin', id: randomUUID(), isAdmin: true, ownerIds: new Set(), rules: [] };

export const COLUMNS: readonly Json[] = [
  { name: 'id', dataType: 'BIGINT', constraint: 'PRIMARY_KEY' },
  { name: 'amount', dataType: 'DECIMAL', precision: 10, scale: 2 },
  { name: 'note', dataType: 'VARCHAR', dataLength: 200 },
  { name: 'address', dataType: 'STRUCT', children: [{ name: 'zip', dataType: 'STRING' }] },
];

/** Contracts on a database of the test's own, with the rules' check of the validation. */
export class ContractFixture {
  readonly writer: EntityWriter;
  readonly reader: EntityReader;
  readonly remover: SubtreeRemover;
  readonly versions: EntityVersions;
  readonly service: ContractService;
  readonly database: Database;
  /** FQN of a schema for tables. */
  schema = '';

  private readonly app: INestApplicationContext;

  private constructor(private readonly context: LibraryContext) {
    const { app } = context;
    this.app = app;
    this.writer = app.get(EntityWriter);
    this.reader = app.get(EntityReader);
    this.remover = app.get(SubtreeRemover);
    this.versions = app.get(EntityVersions);
    this.service = app.get(ContractService);
    this.database = app.get(Database);
    app.get(RuleSyntax).register(ruleFault);
  }

  /** @param further what stands on contracts */
  static async open(further: readonly Type<unknown>[] = []): Promise<ContractFixture> {
    const fixture = new ContractFixture(await LibraryContext.open(() => [ContractsModule, ...further]));
    await fixture.makeSchema();
    return fixture;
  }

  /** A part of the application under test. */
  part<Part>(type: Type<Part>): Part {
    return this.app.get(type);
  }

  close(): Promise<void> {
    return this.context.close();
  }

  async make(type: string, body: Json): Promise<Document> {
    return read(await this.writer.create(ADMIN, entityTypes.get(type), { name: newName(type), ...body }));
  }

  table(more: Json = {}): Promise<Document> {
    return this.make('table', { databaseSchema: this.schema, columns: COLUMNS, ...more });
  }

  /** A table's replacement of columns, as an ingestion that found them changed writes it. */
  async setColumns(table: Document, columns: readonly Json[]): Promise<void> {
    await this.writer.put(ADMIN, entityTypes.get('table'), { name: table.name, databaseSchema: this.schema, columns });
  }

  user(): Promise<Document> {
    const name = newName('user');
    return this.make('user', { name, email: `${name}@example.org` });
  }

  async testCase(table: Document): Promise<Document> {
    const { fullyQualifiedName } = await this.make('testDefinition', {
      entityType: 'TABLE',
      testPlatforms: ['OpenMetadata'],
      description: 'counts rows',
    });
    const entityLink = `<#E::table::${table.fullyQualifiedName}>`;
    return this.make('testCase', { entityLink, testDefinition: fullyQualifiedName });
  }

  /** A contract of the asset (of a new table where none is given). */
  async contract(body: Json = {}, asset?: Document, assetType = 'table'): Promise<Document> {
    const { id } = asset ?? (await this.table());
    return this.create({ entity: { id, type: assetType }, ...body });
  }

  async create(body: Json, writeOptions: Json = {}, actor = ADMIN): Promise<Document> {
    return read(
      await this.writer.create(actor, dataContractType, { name: newName('contract'), ...body }, { writeOptions }),
    );
  }

  async put(body: Json, writeOptions: Json = {}, actor = ADMIN): Promise<Document & { readonly created: boolean }> {
    const answer = await this.writer.put(actor, dataContractType, body, { writeOptions });
    return { ...read(answer), created: answer.created };
  }

  async patch(
    contract: { readonly id: string },
    operations: readonly Json[],
    writeOptions: Json = {},
  ): Promise<Document> {
    return read(await this.writer.patch(ADMIN, dataContractType, { id: contract.id }, operations, { writeOptions }));
  }

  async get(id: string, fields?: string, include: ListRequest['include'] = 'non-deleted'): Promise<Document> {
    return read(await this.reader.get(ADMIN, dataContractType, { id }, fields, include));
  }

  async byFqn(fqn: string): Promise<Document> {
    return read(await this.reader.get(ADMIN, dataContractType, { fqn }, undefined, 'non-deleted'));
  }

  async list(filters: Record<string, string>, more: Partial<ListRequest> = {}, actor = ADMIN): Promise<Page> {
    const request = { limit: 100, include: 'non-deleted' as const, filters, ...more };
    return JSON.parse(String(await this.reader.list(actor, dataContractType, request))) as Page;
  }

  async remove(type: string, { id }: Document, hardDelete = false): Promise<Document> {
    const request = { hardDelete, recursive: false, precondition: undefined };
    return read(await this.remover.remove(ADMIN, entityTypes.get(type), { id }, request));
  }

  async restore(type: string, { id }: Document): Promise<Document> {
    return read(await this.remover.restore(ADMIN, entityTypes.get(type), id));
  }

  /** Adds a result, which becomes the latest one of the contract. */
  async result(contract: Document, status: string, timestamp: number): Promise<string> {
    const id = randomUUID();
    await this.database.query(
      `insert into contract_result (contract, timestamp, id, status, origin, body, details)
       select node, $2, $3, $4, 'pushed', '{"result": "said so"}', '{}' from entity where id = $1`,
      [contract.id, timestamp, id, status],
    );
    return id;
  }

  private async makeSchema(): Promise<void> {
    const service = await this.make('databaseService', { serviceType: 'Postgres' });
    const database = await this.make('database', { service: service.fullyQualifiedName });
    const schema = await this.make('databaseSchema', { database: database.fullyQualifiedName });
    this.schema = schema.fullyQualifiedName;
  }
}

export function newName(kind: string): string {
  return `${kind}_${randomUUID().slice(0, 13)}`;
}

export function read(answer: EntityAnswer): Document {
  return JSON.parse(answer.json) as Document;
}

/** The refusal of a promise; a promise that keeps or fails in another way fails the test. */
export async function refusal(promise: Promise<unknown>): Promise<AppError> {
  const outcome = await promise.catch((error: unknown) => error);
  if (outcome instanceof AppError) return outcome;
  throw outcome instanceof Error ? outcome : new Error(`it was not refused: ${JSON.stringify(outcome)}`);
}

/** The fields that a refusal names. */
export async function wrongFields(promise: Promise<unknown>): Promise<string[]> {
  const { code, details } = await refusal(promise);
  expect(code).toBe('BAD_REQUEST');
  return (details ?? []).map(({ field }) => field);
}
