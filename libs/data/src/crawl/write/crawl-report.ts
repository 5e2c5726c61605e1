import type { DataOutcomeBody, DataWarning } from '../../runs/data-run';
import type { DataRunContext } from '../../runs/work/data-runner';

/** Counts of tables, views among them: created to failed, and filtered, add up to what the source has. */
const COUNTS = {
  databases: 0,
  schemas: 0,
  tables: 0,
  views: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  restored: 0,
  deleted: 0,
  filtered: 0,
  failed: 0,
};

export type CrawlCount = keyof typeof COUNTS;

export type TableChange = 'created' | 'updated' | 'restored' | 'deleted';

/** Changes that a dry run lists one by one. */
const MOST_CHANGES = 1_000;

/** The outcome of a crawl, reported as it goes. */
export class CrawlReport {
  private readonly counts = { ...COUNTS };
  private readonly changes: NonNullable<DataOutcomeBody['changes']>[number][] = [];
  private partial = false;
  private done = 0;
  private total = 0;

  constructor(
    private readonly context: Pick<DataRunContext, 'warn' | 'progress'>,
    readonly isDryRun: boolean,
  ) {}

  count(name: CrawlCount, by = 1): void {
    this.counts[name] += by;
  }

  set(name: CrawlCount, to: number): void {
    this.counts[name] = to;
  }

  change(table: string, change: TableChange, fields: readonly string[], about?: DataWarning['about']): void {
    if (!this.isDryRun || this.changes.length >= MOST_CHANGES) return;
    this.changes.push({ table, change, fields: [...fields], ...(about && { about }) });
  }

  /** Something to know: the crawl is whole all the same. */
  note(warning: DataWarning): void {
    this.context.warn(warning);
  }

  /** Something that could not be read or written. */
  fault(warning: DataWarning): void {
    this.partial = true;
    this.context.warn(warning);
  }

  expect(tables: number): void {
    this.total += tables;
    this.context.progress({ done: this.done, total: this.total });
  }

  advance(tables: number, current: string): void {
    this.done += tables;
    this.context.progress({ done: this.done, total: this.total, current });
  }

  get status(): 'Success' | 'PartialSuccess' {
    return this.partial ? 'PartialSuccess' : 'Success';
  }

  get message(): string {
    const { tables, created, updated, unchanged, restored, deleted, failed } = this.counts;
    const parts = Object.entries({ created, updated, restored, deleted, unchanged, failed });
    const told = parts.filter(([, number]) => number > 0).map(([name, number]) => `${number} ${name}`);
    const would = this.isDryRun ? 'A dry run, nothing was written: ' : '';
    return `${would}${tables} ${tables === 1 ? 'table' : 'tables'}${told.length ? `: ${told.join(', ')}` : ''}`;
  }

  get body(): DataOutcomeBody {
    return { counts: { ...this.counts }, ...(this.isDryRun && { changes: this.changes }) };
  }
}
