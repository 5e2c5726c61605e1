import { randomUUID } from 'node:crypto';
import { EntityReader, entityTypes, EntityWriter, SubtreeRemover } from '@app/catalog';
import type { AccessRule, Actor } from '@app/common';
import { Database } from '@app/database';
import {
  AssetFinder,
  EdgeBulk,
  EdgeService,
  EdgeWriter,
  LineageModule,
  LineageWalker,
  SourceRemoval,
} from '@app/lineage';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { nodesOf, type Side, type WalkRequest } from '../../../libs/lineage/src/traversal/walk';
import { LibraryContext } from '../../support/library-context';

export type Document = Record<string, unknown> & { id: string; fullyQualifiedName: string; version: number };

export const ADMIN: Actor = { name: 'admin', id: randomUUID(), isAdmin: true, ownerIds: new Set(), rules: [] };

export function someone(rules: readonly Partial<AccessRule>[], ownerIds: readonly string[] = []): Actor {
  const complete = rules.map((rule) => ({
    name: 'r',
    effect: 'allow' as const,
    resources: ['All'],
    operations: [],
    ...rule,
  }));
  return { name: 'ada', id: randomUUID(), isAdmin: false, ownerIds: new Set(ownerIds), rules: complete };
}

/** An edge of a walk, by node numbers. */
export interface WalkedEdge {
  readonly side: Side;
  readonly hop: number;
  readonly from: number;
  readonly to: number;
}

/** Of so many edges a plan matters. */
const MANY = 500;

/** The services of lineage and of the catalog on a database of the test's own. */
export class GraphFixture {
  readonly database: Database;
  readonly app: INestApplicationContext;

  private constructor(private readonly context: LibraryContext) {
    const { app } = context;
    this.app = app;
    this.database = app.get(Database);
  }

  static async open(...further: Type<unknown>[]): Promise<GraphFixture> {
    return new GraphFixture(await LibraryContext.open(() => [LineageModule, ...further]));
  }

  get edges(): EdgeService {
    return this.app.get(EdgeService);
  }
  get bulk(): EdgeBulk {
    return this.app.get(EdgeBulk);
  }
  get bySource(): SourceRemoval {
    return this.app.get(SourceRemoval);
  }
  get writer(): EdgeWriter {
    return this.app.get(EdgeWriter);
  }
  get walker(): LineageWalker {
    return this.app.get(LineageWalker);
  }
  get finder(): AssetFinder {
    return this.app.get(AssetFinder);
  }

  close(): Promise<void> {
    return this.context.close();
  }

  async create(type: string, body: Record<string, unknown>, actor = ADMIN): Promise<Document> {
    return JSON.parse((await this.app.get(EntityWriter).create(actor, entityTypes.get(type), body)).json) as Document;
  }

  async patch(type: string, id: string, patch: readonly object[]): Promise<Document> {
    const answer = await this.app.get(EntityWriter).patch(ADMIN, entityTypes.get(type), { id }, patch, undefined);
    return JSON.parse(answer.json) as Document;
  }

  async remove(type: string, id: string, hardDelete = false): Promise<void> {
    const options = { hardDelete, recursive: true, precondition: undefined };
    await this.app.get(SubtreeRemover).remove(ADMIN, entityTypes.get(type), { id }, options);
  }

  async get(type: string, id: string, fields: string): Promise<Document> {
    const { json } = await this.app.get(EntityReader).get(ADMIN, entityTypes.get(type), { id }, fields, 'all');
    return JSON.parse(json) as Document;
  }

  /** A schema for tables, with what lies above it. */
  async schema(): Promise<Document> {
    const service = await this.create('databaseService', { name: newName('s'), serviceType: 'Postgres' });
    const database = await this.create('database', { name: 'd', service: service.fullyQualifiedName });
    return this.create('databaseSchema', { name: 'p', database: database.fullyQualifiedName });
  }

  /** A table with `id`, `a.b` (a name with a dot) and a nested `home.since`. */
  table(schema: Document, name = newName('t'), more: Record<string, unknown> = {}): Promise<Document> {
    const columns = [
      { name: 'id', dataType: 'BIGINT' },
      { name: 'a.b', dataType: 'INT' },
      { name: 'home', dataType: 'STRUCT', children: [{ name: 'since', dataType: 'DATE' }] },
    ];
    return this.create('table', { name, databaseSchema: schema.fullyQualifiedName, columns, ...more });
  }

  /** Bare rows for graphs whose shape is all that counts; their FQNs sort in another order than their nodes. */
  async plant(size: number, deleted: readonly number[] = []): Promise<number[]> {
    const text = `
      insert into entity (id, type, name, fqn, deleted_by, version, updated_at, updated_by, body, details)
      select gen_random_uuid(), 'table', x, $1 || '.' || md5(x), case when i = any($3) then 0 end, 1, 0, 'test', '{}', '{}'
        from generate_series(0, $2 - 1) i, lateral (select $1 || i::text as x) n order by i returning node::int`;
    return (await this.database.query<{ node: number }>(text, [newName('g'), size, deleted])).map(({ node }) => node);
  }

  async link(edges: readonly (readonly [number, number])[]): Promise<void> {
    // Nodes are planted at once: statistics come a minute later by themselves, and plans without them read all nodes for each edge.
    if (edges.length > MANY) await this.database.query('analyze entity');
    const drafts = edges.map(([from, to]) => ({
      fromNode: String(from),
      toNode: String(to),
      source: 'Manual' as const,
      details: {},
      columns: [],
    }));
    await this.database.transaction((tx) => this.writer.put(tx, ADMIN, drafts));
  }

  async walk(request: WalkRequest, actor = ADMIN): Promise<WalkedEdge[]> {
    const edges: WalkedEdge[] = [];
    for await (const { side, hop, size, from, to } of this.walker.walk(actor, request)) {
      const [froms, tos] = [nodesOf(from), nodesOf(to)];
      expect([froms.length, tos.length]).toEqual([size, size]);
      froms.forEach((node, i) => edges.push({ side, hop, from: node, to: tos[i] as number }));
    }
    return edges;
  }

  async nodeOf({ id }: Document): Promise<number> {
    const [row] = await this.database.query<{ node: number }>('select node::int from entity where id = $1', [id]);
    return row!.node;
  }

  async fqns(nodes: readonly number[]): Promise<Map<number, string>> {
    const text = 'select node::int, fqn from entity where node = any($1)';
    const rows = await this.database.query<{ node: number; fqn: string }>(text, [nodes]);
    return new Map(rows.map(({ node, fqn }) => [node, fqn]));
  }
}

export function newName(kind: string): string {
  return `${kind}_${randomUUID().slice(0, 13)}`;
}

/** What a promise fails with. */
export async function failure(
  promise: Promise<unknown>,
): Promise<{ code: string; message: string; details?: unknown }> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error) || !('code' in error)) throw new Error('it did not fail with a code', { cause: error });
  return error as Error & { code: string };
}
