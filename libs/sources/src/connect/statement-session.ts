import { endsWithin } from '@app/common';
import type { Cell, ResultBounds, Rows, Session, SessionLimits } from '../engine';
import { type Explanation, SourceError, wasCancelled } from '../reason';
import type { Dialect } from '../sql/dialect';

/** A session that runs one statement at a time, which can be ended from outside, and explains each error. */
export abstract class StatementSession implements Session {
  abstract readonly dialect: Dialect;
  /** Resolves when the running statement has ended, however it did. */
  protected running?: Promise<unknown>;
  protected cancelled = false;
  /** An end that comes before the statement has begun is lost: it is sent again until the statement has ended. */
  protected readonly cancelling = { everyMs: 100, tries: 20 };

  /** @param explain an error, and the statement that met it if it was one */
  protected constructor(
    protected readonly limits: SessionLimits,
    private readonly explain: (error: unknown, statement?: string) => Explanation,
  ) {}

  abstract enter(schema: string): Promise<void>;
  abstract now(): Promise<number>;
  abstract close(): Promise<void>;

  protected abstract run(sql: string, limits: SessionLimits, params: readonly Cell[]): Promise<Rows>;
  /** Ends the running statement in the source; throws where no further try is worth it. */
  protected abstract end(): Promise<unknown>;
  /** Cuts the line where a statement does not end. */
  protected abstract cut(): unknown;

  async query(sql: string, bounds: Partial<ResultBounds> = {}, params: readonly Cell[] = []): Promise<Rows> {
    if (!this.cancelled) this.requireReading(sql);
    return this.asked(sql, () => this.run(sql, { ...this.limits, ...bounds }, params));
  }

  async cancel(): Promise<void> {
    this.cancelled = true;
    const { running } = this;
    if (running && !(await this.endedBy(running))) await this.cut();
  }

  /** Refuses what is no reading, where the source has no mode in which it does. @throws {SourceError} `notReadOnly` */
  protected requireReading(_sql: string): void {}

  /** Makes the session fit for the next statement after one that failed. */
  protected recover(): Promise<unknown> {
    return Promise.resolve();
  }

  /** Ends the running statement. @returns whether it has ended */
  protected async endedBy(running: Promise<unknown>): Promise<boolean> {
    try {
      for (let i = 0; i < this.cancelling.tries; i++) {
        await this.end();
        if (await endsWithin(running, this.cancelling.everyMs)) return true;
      }
    } catch {
      // As where the source gives no second connection, or the user has no right to end statements.
    }
    return false;
  }

  /** Begins the session; where that fails it is closed. @throws {SourceError} */
  protected async opened(begun: Promise<unknown>): Promise<this> {
    try {
      await begun;
      return this;
    } catch (error) {
      await this.close();
      throw new SourceError(this.explain(error), { cause: error });
    }
  }

  /** Runs a statement. @param sql the part of it that a message may show */
  protected async asked<Result>(sql: string, work: () => Promise<Result>): Promise<Result> {
    if (this.cancelled) throw wasCancelled();
    const asked = work();
    this.running = asked.catch(() => undefined);
    try {
      return await asked;
    } catch (error) {
      await this.recover().catch(() => undefined);
      if (this.cancelled) throw wasCancelled(error);
      throw new SourceError(this.explain(error, sql), { cause: error });
    } finally {
      this.running = undefined;
    }
  }

  protected async numberOf(sql: string): Promise<number> {
    const { rows } = await this.query(sql);
    return Number(rows[0]![0]);
  }
}
