import { randomUUID } from 'node:crypto';
import { EntityReader, entityTypes, EntityWriter, SubtreeRemover } from '@app/catalog';
import type { AccessRule, Actor } from '@app/common';
import { Database } from '@app/database';
import { IncidentService, IncidentsModule } from '@app/incidents';
import {
  ObservationService,
  PipelineStatusService,
  ProfileHistory,
  QualityModule,
  TableProfileService,
  TestResultService,
} from '@app/quality';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { evidenceLimits } from '../../../libs/validation/src/checks/sla-check';
import { EvidenceLoader } from '../../../libs/validation/src/runs/work/evidence-loader';
import { LibraryContext } from '../../support/library-context';

export type Document = Record<string, unknown> & { id: string; fullyQualifiedName: string; version: number };

export interface Page {
  readonly data: readonly Record<string, unknown>[];
  readonly paging: { readonly total: number; readonly before?: string; readonly after?: string };
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

/** The services of evidence and of the catalog on a database of the test's own. */
export class QualityFixture {
  readonly results: TestResultService;
  readonly incidents: IncidentService;
  readonly observations: ObservationService;
  readonly profiles: TableProfileService;
  readonly profileHistory: ProfileHistory;
  readonly pipelines: PipelineStatusService;
  readonly writer: EntityWriter;
  readonly remover: SubtreeRemover;
  readonly database: Database;
  /** What the validation of contracts reads of all this. */
  readonly loader: EvidenceLoader;

  private readonly app: INestApplicationContext;

  private constructor(private readonly context: LibraryContext) {
    const { app } = context;
    this.app = app;
    this.results = app.get(TestResultService);
    this.incidents = app.get(IncidentService);
    this.observations = app.get(ObservationService);
    this.profiles = app.get(TableProfileService);
    this.profileHistory = app.get(ProfileHistory);
    this.pipelines = app.get(PipelineStatusService);
    this.writer = app.get(EntityWriter);
    this.remover = app.get(SubtreeRemover);
    this.database = app.get(Database);
    this.loader = new EvidenceLoader(this.database);
  }

  /** @param more settings of the test's own */
  static async open(more: object = {}): Promise<QualityFixture> {
    return new QualityFixture(await LibraryContext.open(() => [QualityModule, IncidentsModule], more));
  }

  service<T>(type: Type<T>): T {
    return this.app.get(type);
  }

  close(): Promise<void> {
    return this.context.close();
  }

  async create(type: string, body: Record<string, unknown>): Promise<Document> {
    return parsed(await this.writer.create(ADMIN, entityTypes.get(type), body));
  }

  /** A table with an `id`, a `made` of type TIMESTAMP and a nested `home.since` of type DATE. */
  async table(more: Record<string, unknown> = {}): Promise<Document> {
    const service = await this.create('databaseService', { name: newName('s'), serviceType: 'Postgres' });
    const database = await this.create('database', { name: 'd', service: service.fullyQualifiedName });
    const schema = await this.create('databaseSchema', { name: 'p', database: database.fullyQualifiedName });
    const columns = [
      { name: 'id', dataType: 'BIGINT' },
      { name: 'made', dataType: 'TIMESTAMP' },
      { name: 'home', dataType: 'STRUCT', children: [{ name: 'since', dataType: 'DATE' }] },
    ];
    return this.create('table', { name: newName('t'), databaseSchema: schema.fullyQualifiedName, columns, ...more });
  }

  async testCase(table: Document, more: Record<string, unknown> = {}): Promise<Document> {
    const definition = { name: newName('d'), entityType: 'TABLE', testPlatforms: ['Other'] };
    const { fullyQualifiedName: testDefinition } = await this.create('testDefinition', definition);
    const entityLink = `<#E::table::${table.fullyQualifiedName}>`;
    return this.create('testCase', { name: newName('c'), entityLink, testDefinition, ...more });
  }

  async pipeline(): Promise<Document> {
    const service = await this.create('pipelineService', { name: newName('s'), serviceType: 'Airflow' });
    return this.create('pipeline', { name: newName('p'), service: service.fullyQualifiedName });
  }

  async patch(type: string, id: string, patch: readonly object[]): Promise<Document> {
    return parsed(await this.writer.patch(ADMIN, entityTypes.get(type), { id }, patch));
  }

  async get(type: string, id: string, fields: string): Promise<Document> {
    return parsed(await this.app.get(EntityReader).get(ADMIN, entityTypes.get(type), { id }, fields, 'non-deleted'));
  }

  /** What is known of an asset beside its own document, as an SLA looks at it. */
  async evidenceOf({ id }: Document, sla: object = {}, now = Date.now()) {
    const [row] = await this.database.query<{ node: string }>(`select node::text from entity where id = $1`, [id]);
    return this.loader.ofAsset(row!.node, {}, evidenceLimits(sla, now));
  }
}

/** When the evidence is from, the newest first. */
export function timesOf(sightings: readonly (number | { readonly timestamp: number })[]): number[] {
  return sightings.map((one) => (typeof one === 'number' ? one : one.timestamp));
}

export function newName(kind: string): string {
  return `${kind}_${randomUUID().slice(0, 13)}`;
}

export function parsed<T = Document>({ json }: { readonly json: string }): T {
  return JSON.parse(json) as T;
}

/** What a promise fails with. */
export async function failure(promise: Promise<unknown>): Promise<{ code: string; message: string }> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error) || !('code' in error)) throw new Error('it did not fail with a code', { cause: error });
  return error as Error & { code: string };
}
