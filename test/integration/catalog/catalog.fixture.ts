import { randomUUID } from 'node:crypto';
import {
  BulkWriter,
  ColumnList,
  EntityReader,
  EntityVersions,
  entityTypes,
  EntityWriter,
  Followers,
  MetadataTypes,
  ProductAssets,
  SubtreeRemover,
  TableExport,
  FileImport,
  Votes,
  type EntityAnswer,
  type EntityType,
} from '@app/catalog';
import type { AccessRule, Actor } from '@app/common';
import { Database } from '@app/database';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { LibraryContext } from '../../support/library-context';

export type Document = Record<string, unknown> & {
  id: string;
  name: string;
  fullyQualifiedName: string;
  version: number;
};

export const ADMIN: Actor = { name: 'admin', id: randomUUID(), isAdmin: true, ownerIds: new Set(), rules: [] };

/** The catalog's services on a database of the test's own. */
export class CatalogFixture {
  readonly writer: EntityWriter;
  readonly reader: EntityReader;
  readonly versions: EntityVersions;
  readonly remover: SubtreeRemover;
  readonly bulk: BulkWriter;
  readonly followers: Followers;
  readonly votes: Votes;
  readonly products: ProductAssets;
  readonly columns: ColumnList;
  readonly types: MetadataTypes;
  readonly tableExport: TableExport;
  readonly tableImport: FileImport;
  readonly database: Database;
  private readonly app: INestApplicationContext;

  private constructor(private readonly context: LibraryContext) {
    const { app } = context;
    this.app = app;
    this.writer = app.get(EntityWriter);
    this.reader = app.get(EntityReader);
    this.versions = app.get(EntityVersions);
    this.remover = app.get(SubtreeRemover);
    this.bulk = app.get(BulkWriter);
    this.followers = app.get(Followers);
    this.votes = app.get(Votes);
    this.products = app.get(ProductAssets);
    this.columns = app.get(ColumnList);
    this.types = app.get(MetadataTypes);
    this.tableExport = app.get(TableExport);
    this.tableImport = app.get(FileImport);
    this.database = app.get(Database);
  }

  /** @param further modules that the test needs beside the catalog */
  static async open(...further: Type<unknown>[]): Promise<CatalogFixture> {
    return new CatalogFixture(await LibraryContext.open(() => further));
  }

  /** A part of the application under test. */
  part<Part>(type: Type<Part>): Part {
    return this.app.get(type);
  }

  close(): Promise<void> {
    return this.context.close();
  }

  async create(type: string, body: Record<string, unknown>): Promise<Document> {
    return read(await this.writer.create(ADMIN, entityTypes.get(type), body));
  }

  async get(type: string, fqn: string, fields?: string): Promise<Document> {
    return read(await this.reader.get(ADMIN, entityTypes.get(type), { fqn }, fields, 'non-deleted'));
  }

  /** With all fields, as it is stored. */
  async whole(type: string, id: string): Promise<Document> {
    return read(await this.reader.read(this.database, entityTypes.get(type), id));
  }

  async patch(type: string, fqn: string, ...operations: object[]): Promise<Document> {
    return read(await this.writer.patch(ADMIN, entityTypes.get(type), { fqn }, operations));
  }

  /** A new entity of the type, with whatever it needs above and beside it. */
  async make(type: string, more: Record<string, unknown> = {}): Promise<Document> {
    return this.create(type, await this.body(type, more));
  }

  /** Copies of an entity beside it, `from` to `to` behind their names, without what only one may have: by SQL, since they are many. */
  copy(id: string, from: number, to: number): Promise<unknown> {
    return this.database.query(
      `insert into entity (id, type, name, fqn, parent, root, version, updated_at, updated_by, body, details)
       select gen_random_uuid(), m.type, m.name || n, m.fqn || n, m.parent, m.root, m.version, m.updated_at, m.updated_by,
              m.body - 'email', m.details
         from entity m, generate_series($2::int, $3::int) n where m.id = $1`,
      [id, from, to],
    );
  }

  /** A create body that works: the type's own example under a new name, below parents that were made for it. */
  async body(type: string, more: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const entityType = entityTypes.get(type);
    const body: Record<string, unknown> = { ...entityType.example, name: newName(type) };
    if (typeof body.email === 'string') body.email = `${newName('mail')}@example.org`;
    for (const { property, required, types, link } of entityType.parents) {
      delete body[property];
      if (!required || more[property] !== undefined) continue;
      const parent = await this.make(types[0] as string);
      body[property] = link ? link.render(parent.fullyQualifiedName, []) : parent.fullyQualifiedName;
    }
    for (const [property, { types, many, readOnly }] of Object.entries(entityType.relations)) {
      delete body[property];
      if (readOnly || !entityType.required.includes(property) || more[property] !== undefined) continue;
      const target = (await this.make(types[0] as string)).fullyQualifiedName;
      body[property] = many ? [target] : target;
    }
    return { ...body, ...more };
  }
}

/** Somebody who may see everything, and what further rules allow. */
export function actorOf(user: Document, ...rules: AccessRule[]): Actor {
  return { name: user.name, id: user.id, isAdmin: false, ownerIds: new Set([user.id]), rules: [SEES_ALL, ...rules] };
}

export function mayDo(operations: AccessRule['operations'], ...resources: string[]): AccessRule {
  return { name: 'may do', effect: 'allow', operations, resources: resources.length ? resources : ['All'] };
}

const SEES_ALL: AccessRule = mayDo(['ViewAll']);

export function read(answer: EntityAnswer): Document {
  return JSON.parse(answer.json) as Document;
}

export function newName(kind: string): string {
  return `${kind}_${randomUUID().slice(0, 13)}`;
}

/** The error that a promise fails with. */
export async function failure(
  promise: Promise<unknown>,
): Promise<{ code: string; message: string; details?: { field: string; message: string }[] }> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error === undefined) throw new Error('it did not fail');
  if (!(error instanceof Error)) throw new Error(`it failed with ${String(error)}`);
  if (!('code' in error)) throw error;
  return error as Error & { code: string };
}

export function typeNamed(type: string): EntityType {
  return entityTypes.get(type);
}
