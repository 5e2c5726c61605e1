import { randomUUID } from 'node:crypto';
import { endsWithin } from '@app/common';
import { ApiError } from '../connect/api-error';
import { LimitedRows } from '../connect/limited-rows';
import type { Cell, Rows, Session, SessionContext, SessionLimits } from '../engine';
import { SourceError, wasCancelled } from '../reason';
import type { Dialect } from '../sql/dialect';
import { requireReading } from '../sql/guard';
import { BigQueryApi, type Dataset, type Job, type ResultPage } from './bigquery-api';
import type { BigQueryConfig } from './bigquery-connection';
import { BIGQUERY } from './bigquery-dialect';
import { explainBigQuery } from './bigquery-explain';

const MS = 1_000;
/** Beyond the time-out of the job itself, which is kept at about the time. */
const SPARE_SECONDS = 10;
/** How long one answer waits for the end of a job: a cancel is told by the next one. */
const WAIT_SECONDS = 5;
const PAGE_ROWS = 10_000;
/** A cancel that comes before the job has begun is lost: it is sent again until the job has ended. */
const CANCEL_EVERY_MS = 200;
const CANCEL_TRIES = 20;
const MOST_LABEL = 63;

interface Running {
  readonly jobId: string;
  location?: string;
  ended: Promise<unknown>;
}

/** Reading of one project: jobs, each tried dry before it runs. It has no transaction and no snapshot. */
export class BigQuerySession implements Session {
  readonly dialect: Dialect;
  private running?: Running;
  private dataset?: string;
  private cancelled = false;

  private constructor(
    private readonly api: BigQueryApi,
    private readonly config: BigQueryConfig,
    private readonly limits: SessionLimits,
    private readonly program: string,
  ) {
    // A dataset without its project would be one of the project that the job runs in.
    const name = (...parts: readonly string[]): string =>
      BIGQUERY.name(...(parts.length === 2 ? [config.project] : []), ...parts);
    this.dialect = { ...BIGQUERY, name };
  }

  /** @throws {SourceError} where it cannot be connected */
  static async open(config: BigQueryConfig, context: SessionContext): Promise<BigQuerySession> {
    const session = new BigQuerySession(new BigQueryApi(config, context), config, context.limits, context.program);
    try {
      await session.tryDry('SELECT 1');
      return session;
    } catch (error) {
      session.api.close();
      throw new SourceError(explainBigQuery(error, config), { cause: error });
    }
  }

  async query(
    sql: string,
    _params: readonly Cell[] = [],
    bounds: Partial<Pick<SessionLimits, 'rows' | 'bytes'>> = {},
  ): Promise<Rows> {
    if (this.cancelled) throw wasCancelled();
    requireReading(sql);
    const running: Running = { jobId: `metadata_catalog_${randomUUID()}`, ended: Promise.resolve() };
    const asked = this.run(sql, { ...this.limits, ...bounds }, running);
    running.ended = asked.catch(() => undefined);
    this.running = running;
    try {
      return await asked;
    } catch (error) {
      if (this.cancelled) throw wasCancelled(error);
      throw new SourceError(explainBigQuery(error, this.config, sql), { cause: error });
    } finally {
      this.running = undefined;
    }
  }

  enter(schema: string): Promise<void> {
    this.dataset = schema;
    return Promise.resolve();
  }

  async now(): Promise<number> {
    const { rows } = await this.query('SELECT UNIX_MILLIS(CURRENT_TIMESTAMP())');
    return Number(rows[0]![0]);
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

  async cancel(): Promise<void> {
    this.cancelled = true;
    const { running } = this;
    if (!running) return;
    for (let i = 0; i < CANCEL_TRIES; i++) {
      await this.end(running);
      if (await endsWithin(running.ended, CANCEL_EVERY_MS)) return;
    }
    this.api.close();
  }

  async close(): Promise<void> {
    if (this.running) await this.end(this.running);
    this.api.close();
  }

  private async run(sql: string, limits: SessionLimits, running: Running): Promise<Rows> {
    await this.tryDry(sql);
    if (this.cancelled) throw wasCancelled();
    const until = Date.now() + (limits.statementSeconds + SPARE_SECONDS) * MS;
    const { jobReference, status } = await this.begun(sql, running.jobId);
    running.location = jobReference?.location;
    if (status?.errorResult) throw errorOf(status.errorResult);
    const collected = new LimitedRows(limits);
    let columns: readonly string[] = [];
    for (let page: ResultPage | undefined; ;) {
      page = await this.api.results(
        ...([running.jobId, running.location, Math.min(PAGE_ROWS, limits.rows + 1), page?.pageToken] as const),
        WAIT_SECONDS,
      );
      if (page.schema?.fields) columns = page.schema.fields.map(({ name }) => name);
      for (const { f } of page.rows ?? []) collected.add(f.map(({ v }) => cellOf(v)));
      if (collected.excess) {
        await this.end(running);
        throw collected.excess;
      }
      if (page.jobComplete && page.pageToken === undefined) return { columns, rows: collected.rows };
      if (this.cancelled) throw wasCancelled();
      if (Date.now() < until) continue;
      await this.end(running);
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

  private async end({ jobId, location }: Running): Promise<void> {
    await this.api.cancel(jobId, location).catch(() => undefined);
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

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | boolean);
}
