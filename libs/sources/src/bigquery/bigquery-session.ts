import { randomUUID } from 'node:crypto';
import { ApiError } from '../connect/api-error';
import { cellOf, LimitedRows } from '../connect/limited-rows';
import { StatementSession } from '../connect/statement-session';
import type { Rows, SessionContext, SessionLimits } from '../engine';
import { SourceError, wasCancelled } from '../reason';
import type { Dialect } from '../sql/dialect';
import { requireReading } from '../sql/guard';
import { BigQueryApi, type Dataset, type Job, type ResultPage } from './bigquery-api';
import type { BigQueryConfig } from './bigquery-connection';
import { BIGQUERY } from './bigquery-dialect';
import { explainBigQuery } from './bigquery-explain';

const MS = 1_000;
/** Beyond the time-out of the job itself, which is only approximate. */
const SPARE_SECONDS = 10;
/** How long one answer waits for the end of a job: a cancel is reported by the next one. */
const WAIT_SECONDS = 5;
const PAGE_ROWS = 10_000;
const MOST_LABEL = 63;

/** Reading of one project: jobs, each tried dry before it runs. It has no transaction and no snapshot. */
export class BigQuerySession extends StatementSession {
  readonly dialect: Dialect;
  protected override readonly cancelling = { everyMs: 200, tries: 20 };
  private job?: { readonly id: string; location?: string };
  private dataset?: string;

  private constructor(
    private readonly api: BigQueryApi,
    private readonly config: BigQueryConfig,
    limits: SessionLimits,
    private readonly program: string,
  ) {
    super(limits, (error, statement) => explainBigQuery(error, config, statement));
    // A dataset without its project would be one of the project that the job runs in.
    const name = (...parts: readonly string[]): string =>
      BIGQUERY.name(...(parts.length === 2 ? [config.project] : []), ...parts);
    this.dialect = { ...BIGQUERY, name };
  }

  /** @throws {SourceError} where it cannot be connected */
  static open(config: BigQueryConfig, context: SessionContext): Promise<BigQuerySession> {
    const session = new BigQuerySession(new BigQueryApi(config, context), config, context.limits, context.program);
    return session.opened(session.tryDry('SELECT 1'));
  }

  enter(schema: string): Promise<void> {
    this.dataset = schema;
    return Promise.resolve();
  }

  now(): Promise<number> {
    return this.numberOf('SELECT UNIX_MILLIS(CURRENT_TIMESTAMP())');
  }

  /** Lists the datasets of the project. @throws {SourceError} */
  async datasets(): Promise<readonly Dataset[]> {
    if (this.cancelled) throw wasCancelled();
    try {
      return await this.api.datasets();
    } catch (error) {
      throw new SourceError(explainBigQuery(error, this.config), { cause: error });
    }
  }

  async close(): Promise<void> {
    if (this.running) await this.end();
    this.cut();
  }

  protected override requireReading(sql: string): void {
    requireReading(sql);
  }

  protected async run(sql: string, limits: SessionLimits): Promise<Rows> {
    const job: typeof this.job = { id: `metadata_catalog_${randomUUID()}` };
    this.job = job;
    await this.tryDry(sql);
    if (this.cancelled) throw wasCancelled();
    const until = Date.now() + (limits.statementSeconds + SPARE_SECONDS) * MS;
    const { jobReference, status } = await this.begun(sql, job.id);
    job.location = jobReference?.location;
    if (status?.errorResult) throw errorOf(status.errorResult);
    const collected = new LimitedRows(limits);
    let columns: readonly string[] = [];
    for (let page: ResultPage | undefined; ;) {
      page = await this.api.results(
        ...([job.id, job.location, Math.min(PAGE_ROWS, limits.rows + 1), page?.pageToken] as const),
        WAIT_SECONDS,
      );
      if (page.schema?.fields) columns = page.schema.fields.map(({ name }) => name);
      for (const { f } of page.rows ?? []) collected.add(f.map(({ v }) => cellOf(v)));
      if (collected.excess) {
        await this.end();
        throw collected.excess;
      }
      if (page.jobComplete && page.pageToken === undefined) return { columns, rows: collected.rows };
      if (this.cancelled) throw wasCancelled();
      if (Date.now() < until) continue;
      await this.end();
      throw new ApiError(0, 'timeout', `The statement took longer than ${limits.statementSeconds} s`);
    }
  }

  /** Asks the source itself what kind of statement it is, which costs nothing. */
  private async tryDry(sql: string): Promise<void> {
    const { statistics } = await this.api.insert(undefined, { ...this.configurationOf(sql), dryRun: true });
    const type = statistics?.query?.statementType ?? 'nothing that it has a name for';
    if (type === 'SELECT') return;
    throw new SourceError({ reason: 'notReadOnly', message: `BigQuery calls it ${type}, not SELECT` });
  }

  /** An answer that was lost is asked for again under the same name, so that no statement runs twice. */
  private async begun(sql: string, jobId: string): Promise<Job> {
    try {
      return await this.api.insert({ projectId: this.config.billingProject, jobId }, this.configurationOf(sql));
    } catch (error) {
      if (error instanceof ApiError && error.word === 'duplicate') return {};
      throw error;
    }
  }

  private configurationOf(query: string): object {
    const { project: projectId, maximumBytesBilled } = this.config;
    return {
      jobTimeoutMs: String(this.limits.statementSeconds * MS),
      labels: { application: 'metadata-catalog', reading: labelOf(this.program) },
      query: {
        ...{ query, useLegacySql: false, maximumBytesBilled },
        ...(this.dataset !== undefined && { defaultDataset: { projectId, datasetId: this.dataset } }),
      },
    };
  }

  protected async end(): Promise<void> {
    if (this.job) await this.api.cancel(this.job.id, this.job.location).catch(() => undefined);
  }

  protected cut(): void {
    this.api.close();
  }
}

/** Letters, digits, hyphens and underscores. */
const labelOf = (program: string): string =>
  program
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '_')
    .slice(0, MOST_LABEL);

const errorOf = ({ reason = '', message = 'no message' }: { reason?: string; message?: string }): ApiError =>
  new ApiError(0, reason, message);
