import { randomUUID } from 'node:crypto';
import { BulkWriter, EntityReader, entityTypes, EntityWriter, SubtreeRemover } from '@app/catalog';
import type { AccessRule, Actor } from '@app/common';
import { ContractsModule, RuleSyntax } from '@app/contracts';
import { Database } from '@app/database';
import {
  ArrivalKeeper,
  EventBatch,
  EventIntake,
  EventList,
  IngestionModule,
  MappingService,
  UnresolvedList,
} from '@app/ingestion';
import { ruleFault } from '@app/validation';
import type { INestApplicationContext } from '@nestjs/common';
import { LibraryContext } from '../../support/library-context';

export type Json = Record<string, unknown>;

export interface Entity extends Json {
  readonly id: string;
  readonly fullyQualifiedName: string;
}

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

/** One edge of the catalog as the facts left it. */
export interface StoredEdge {
  readonly from: string;
  readonly to: string;
  readonly source: string;
  readonly pipeline: string | null;
  readonly sql: string | null;
  readonly details: Json;
  /** `from column → to column (function)`, sorted. */
  readonly columns: readonly string[];
}

/** Ingestion on a database of the test's own. */
export class IngestionFixture {
  readonly intake: EventIntake;
  readonly batch: EventBatch;
  readonly mappings: MappingService;
  readonly unresolved: UnresolvedList;
  readonly events: EventList;
  readonly writer: EntityWriter;
  readonly bulk: BulkWriter;
  readonly remover: SubtreeRemover;
  readonly database: Database;
  readonly app: INestApplicationContext;

  private constructor(private readonly context: LibraryContext) {
    const { app } = context;
    this.app = app;
    this.intake = app.get(EventIntake);
    this.batch = app.get(EventBatch);
    this.mappings = app.get(MappingService);
    this.unresolved = app.get(UnresolvedList);
    this.events = app.get(EventList);
    this.writer = app.get(EntityWriter);
    this.bulk = app.get(BulkWriter);
    this.remover = app.get(SubtreeRemover);
    this.database = app.get(Database);
    app.get(RuleSyntax).register(ruleFault);
  }

  static async open(): Promise<IngestionFixture> {
    const fixture = new IngestionFixture(await LibraryContext.open(() => [ContractsModule, IngestionModule]));
    await fixture.app.get(ArrivalKeeper).start();
    return fixture;
  }

  async close(): Promise<void> {
    await this.app.get(ArrivalKeeper).stop();
    await this.context.close();
  }

  async create(type: string, body: Json): Promise<Entity> {
    return JSON.parse((await this.writer.create(ADMIN, entityTypes.get(type), body)).json) as Entity;
  }

  async get(type: string, fqn: string, include: 'all' | 'non-deleted' = 'non-deleted'): Promise<Entity> {
    const reader = this.app.get(EntityReader);
    return JSON.parse((await reader.get(ADMIN, entityTypes.get(type), { fqn }, '*', include)).json) as Entity;
  }

  /** A schema `<service>.<database>.<schema>` of a database service. */
  async schema(service: string, database: string, schema: string): Promise<string> {
    await this.create('databaseService', { name: service, serviceType: 'Postgres' });
    await this.create('database', { name: database, service });
    const { fullyQualifiedName } = await this.create('databaseSchema', {
      name: schema,
      database: `${service}.${database}`,
    });
    return fullyQualifiedName;
  }

  table(databaseSchema: string, name: string, columns: readonly string[], more: Json = {}): Promise<Entity> {
    const typed = columns.map((column) => ({ name: column, dataType: 'INT' }));
    return this.create('table', { name, databaseSchema, columns: typed, ...more });
  }

  /** Everything that events have left in the catalog, in terms that know nothing of times of writing and of ids. */
  async state(): Promise<Json> {
    const [edges, observations, results, live, unresolved] = await Promise.all([
      this.edges(),
      this.database.query(OBSERVATIONS),
      this.database.query(RESULTS),
      this.database.query(LIVE),
      this.database.query(NAMES),
    ]);
    return { edges, observations, results, live, unresolved };
  }

  async edges(): Promise<StoredEdge[]> {
    return this.database.query<StoredEdge & Json>(EDGES);
  }
}

const EDGES = `
  select a.fqn as "from", b.fqn as "to", e.source, p.fqn as pipeline, e.sql_query as sql, e.details,
         coalesce((select jsonb_agg(c.from_column || ' → ' || c.to_column || coalesce(' (' || c.function || ')', '')
                                    order by c.from_column collate "C", c.to_column collate "C")
                     from lineage_column_edge c where c.from_node = e.from_node and c.to_node = e.to_node), '[]') as columns
    from lineage_edge e join entity a on a.node = e.from_node join entity b on b.node = e.to_node
    left join entity p on p.node = e.pipeline order by a.fqn, b.fqn`;
const OBSERVATIONS = `
  select e.fqn, o.kind, o.timestamp, o.source, o.data_timestamp from observation o join entity e on e.node = o.asset
   order by 1, 2, 3, 4`;
const RESULTS = `
  select e.fqn, r.timestamp, r.status from test_case_result r join entity e on e.node = r.test_case order by 1, 2`;
const LIVE = `select type, fqn, deleted_by is not null as deleted from entity order by 1, 2`;
const NAMES = `
  select kind, namespace, name, node is not null as resolved, first_seen, last_seen, events from openlineage_name order by 1, 2, 3`;

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
