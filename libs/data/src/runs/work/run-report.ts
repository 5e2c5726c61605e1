import type { Fence } from '@app/runs';
import { Logger } from '@nestjs/common';
import { MOST_WARNINGS, type DataProgress, type DataWarning } from '../data-run';
import type { DataClaimRepository } from './data-claim.repository';

/** Between two reports, in ms: who follows a run sees it move, and a crawl of thousands of tables writes two rows a second. */
const REPORT_MS = 500;

/** Shows how far a run is and what it met, in few statements. */
export class RunReport {
  private readonly log = new Logger(RunReport.name);
  private readonly warnings: DataWarning[] = [];
  private count = 0;
  private latest: DataProgress | undefined;
  private timer: NodeJS.Timeout | undefined;
  private telling: Promise<void> = Promise.resolve();

  constructor(
    private readonly claims: Pick<DataClaimRepository, 'report'>,
    private readonly run: Fence,
  ) {}

  progress(progress: DataProgress): void {
    this.latest = progress;
    this.tellSoon();
  }

  warn(warning: DataWarning): void {
    this.count++;
    if (this.warnings.length < MOST_WARNINGS) this.warnings.push(warning);
    this.tellSoon();
  }

  /** Reports what was not reported yet, so that the run ends with all of it. */
  async settle(): Promise<void> {
    const isLate = this.timer !== undefined;
    clearTimeout(this.timer);
    this.timer = undefined;
    if (isLate) this.tell();
    await this.telling;
  }

  private tellSoon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.tell();
    }, REPORT_MS);
  }

  private tell(): void {
    const { latest, count } = this;
    const warnings = [...this.warnings];
    this.telling = this.telling
      .then(() => this.claims.report(this.run, latest, warnings, count))
      .catch((error: Error) =>
        this.log.warn(`how far the data run ${this.run.id} is was not stored: ${error.message}`),
      );
  }
}
