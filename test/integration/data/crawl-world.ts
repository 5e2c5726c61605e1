import { randomUUID } from 'node:crypto';
import { CatalogModule } from '@app/catalog';
import { CRAWLER } from '../../../libs/data/src/crawl/state/crawl.repository';
import { CrawlModule } from '../../../libs/data/src/crawl/crawl.module';
import { CrawlRunner } from '../../../libs/data/src/crawl/crawl.runner';
import { DEFAULT_CRAWL, DEFAULT_LIMITS, type CrawlRules } from '../../../libs/data/src/access/data-access';
import { TableChecksRepository } from '../../../libs/data/src/tables/table-checks.repository';
import { ProfileRunner } from '../../../libs/data/src/profiles/profile-runner';
import { DataClaimRepository } from '../../../libs/data/src/runs/work/data-claim.repository';
import type { DataOutcome, DataRunContext, DataRunner } from '../../../libs/data/src/runs/work/data-runner';
import type { DataProgress, DataWarning } from '../../../libs/data/src/runs/data-run';
import { engineOf, type Session } from '@app/sources';
import { contextWith } from '../../support/sources/source-context.fixture';
import { ADMIN, CatalogFixture, type Document } from '../catalog/catalog.fixture';

/** The outcome of a crawl or a profile of a test. */
export interface Crawled extends DataOutcome {
  readonly id: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly changes: readonly Readonly<Record<string, unknown>>[];
  readonly warnings: readonly DataWarning[];
  readonly progress: readonly DataProgress[];
  /** Statements that the source was asked. */
  readonly statements: number;
}

export interface CrawlOptions {
  readonly request?: Readonly<Record<string, unknown>>;
  readonly rules?: Partial<CrawlRules>;
  /** A run that is tried again. */
  readonly run?: { readonly id: string; readonly startedAt: number; readonly attempts: number };
  readonly signal?: AbortSignal;
  /** Asked before what a run saw is noted down. */
  readonly fence?: () => void;
  readonly roots?: readonly string[];
}

/** The catalog with a service whose source is real; crawls without the lane that they wait in. */
export class CrawlWorld {
  private constructor(
    readonly catalog: CatalogFixture,
    readonly service: Document,
    private readonly config: Readonly<Record<string, unknown>>,
  ) {}

  static async open(serviceType: string, config: Readonly<Record<string, unknown>>): Promise<CrawlWorld> {
    const catalog = await CatalogFixture.open(CatalogModule, CrawlModule);
    const service = await catalog.create('databaseService', { name: 'src', serviceType, connection: { config } });
    return new CrawlWorld(catalog, service, config);
  }

  /** Another service with the same source. */
  async another(name: string): Promise<CrawlWorld> {
    const { serviceType } = this.service;
    const connection = { config: this.config };
    return new CrawlWorld(
      this.catalog,
      await this.catalog.create('databaseService', { name, serviceType, connection }),
      this.config,
    );
  }

  /** The same service, crawled by another connection. */
  withConfig(config: Readonly<Record<string, unknown>>): CrawlWorld {
    return new CrawlWorld(this.catalog, this.service, config);
  }

  close(): Promise<void> {
    return this.catalog.close();
  }

  crawl(options: CrawlOptions = {}): Promise<Crawled> {
    return this.run(this.catalog.part(CrawlRunner), null, options);
  }

  /** @param path names of the table below the service */
  async profile(
    path: readonly string[],
    options: CrawlOptions & { hiddenTags?: readonly string[] } = {},
  ): Promise<Crawled> {
    const { id } = await this.table(...path);
    const settings = { dataRowsLimit: 1_000, sampleDataHiddenTags: options.hiddenTags ?? [] };
    const runner = new ProfileRunner(new TableChecksRepository(this.catalog.database), settings);
    return this.run(runner, String(id), options);
  }

  /** @param asset id of the table that it is about */
  private async run(
    runner: DataRunner,
    asset: string | null,
    { request = {}, rules = {}, run, signal, fence, roots = [] }: CrawlOptions,
  ): Promise<Crawled> {
    const engine = engineOf(String(this.service.serviceType))!;
    const read = engine.readConfig(this.config);
    if (!('config' in read)) throw new Error(JSON.stringify(read.faults));
    const [warnings, progress, sessions]: [DataWarning[], DataProgress[], Session[]] = [[], [], []];
    let statements = 0;
    const nodeOf = async (id: unknown): Promise<string> =>
      (await this.catalog.database.query<{ node: string }>('select node::text from entity where id = $1', [id]))[0]!
        .node;
    const held = run ?? { id: randomUUID(), startedAt: await this.catalog.database.now(), attempts: 1 };
    const context: DataRunContext = {
      run: {
        ...{ ...held, kind: runner.kind, serviceRef: null, assetRef: null, request },
        ...{ service: await nodeOf(this.service.id), asset: asset === null ? null : await nodeOf(asset) },
        ...{ trigger: 'manual', requestedBy: ADMIN.name },
      },
      access: {
        ...{ enabled: true, customSql: false, exampleKeys: false, timezone: 'UTC', limits: DEFAULT_LIMITS },
        crawl: { ...DEFAULT_CRAWL, ...rules },
      },
      source: () => ({
        engine,
        config: read.config,
        open: async (config: unknown = read.config) => {
          const session = await engine.connect(config, contextWith({}, roots));
          const query = session.query.bind(session);
          session.query = (...asked) => {
            statements++;
            return query(...asked);
          };
          sessions.push(session);
          return session;
        },
        known: (database, tables) =>
          new DataClaimRepository(this.catalog.database).known(
            String(this.service.fullyQualifiedName),
            database,
            tables,
          ),
      }),
      signal: signal ?? new AbortController().signal,
      until: Infinity,
      progress: (one) => progress.push(one),
      warn: (one) => warnings.push(one),
      fence: async () => fence?.(),
    };
    try {
      const outcome = await runner.run(context);
      await this.catalog.database.transaction(async (tx) => outcome.store?.(tx));
      const { counts = {}, changes = [] } = outcome.body ?? {};
      return { ...outcome, id: held.id, counts, changes, warnings, progress, statements };
    } finally {
      await Promise.all(sessions.map((session) => session.close()));
    }
  }

  /** With all fields, deleted or not. @param path names below the service */
  async table(...path: string[]): Promise<Document> {
    return (await this.find('table', ...path))!;
  }

  async find(type: string, ...path: string[]): Promise<Document | undefined> {
    const fqn = [String(this.service.name), ...path.map((name) => (/[."]/.test(name) ? `"${name}"` : name))].join('.');
    const [row] = await this.catalog.database.query<{ id: string; deleted: boolean }>(
      'select id, deleted_by is not null as deleted from entity where type = $1 and fqn = $2',
      [type, fqn],
    );
    if (!row) return undefined;
    const document = await this.catalog.whole(type, row.id);
    return { ...document, deleted: row.deleted };
  }

  /** Version and time of every entity below the service, by type and FQN. */
  async state(): Promise<Map<string, string>> {
    const rows = await this.catalog.database.query<{ key: string; state: string }>(
      `select e.type || ' ' || e.fqn as key, e.version || ' ' || (e.deleted_by is not null) || ' ' || e.updated_by || ' ' || e.body || e.details as state
         from entity e join entity r on r.node = e.root where r.id = $1 order by 1`,
      [this.service.id],
    );
    return new Map(rows.map(({ key, state }) => [key, state]));
  }

  /** Figures of the columns by the newest profile, by name. */
  async figures(...path: string[]): Promise<Record<string, Record<string, unknown>>> {
    const { id } = await this.table(...path);
    const rows = await this.catalog.database.query<{ body: Record<string, unknown> & { name: string } }>(
      `select c.body from column_profile c join entity e on e.node = c.asset
        where e.id = $1 and c.profile = (select max(profile) from column_profile where asset = e.node)`,
      [id],
    );
    return Object.fromEntries(rows.map(({ body: { name, timestamp: _at, ...figures } }) => [name, figures]));
  }

  async versions(): Promise<unknown[]> {
    return this.catalog.database.query(
      `select e.fqn, e.version, e.updated_at from entity e join entity r on r.node = e.root where r.id = $1 order by 1`,
      [this.service.id],
    );
  }

  async events(): Promise<number> {
    const [row] = await this.catalog.database.query<{ events: number }>(
      `select (select count(*) from change_event_pending where actor = $1) + (select count(*) from change_event where actor = $1) as events`,
      [CRAWLER],
    );
    return Number(row!.events);
  }
}
