import { PeriodicTask, type TaskLog } from '../concurrency/periodic-task';
import type { HealthProbes } from './health-probes';
import type { HealthReport } from './health-report';

/** How often a process that is ready, or is not yet, is looked at, in ms. */
const LOOK_MS = 5_000;

/**
 * Logs when a process becomes ready and when it no longer is, with the parts that are not and why. At its start nothing is ready yet: that
 * causes no warning before the second check.
 */
export class HealthWatch {
  private told: string | undefined;
  private hasWarned = false;
  private looks = 0;
  private readonly task: PeriodicTask;

  constructor(
    private readonly probes: HealthProbes,
    private readonly log: TaskLog,
    restMs = LOOK_MS,
  ) {
    this.task = new PeriodicTask(() => this.look(), { restMs, log, failing: 'its health is not known' });
  }

  start(): void {
    this.task.start();
  }

  stop(): Promise<void> {
    return this.task.stop();
  }

  private async look(): Promise<void> {
    const report = await this.probes.report();
    const state = stateOf(report);
    const warns = report.status !== 'ready' && this.looks++ > 0;
    if (state === this.told && warns === this.hasWarned) return;
    if (warns) this.log.warn(state);
    else this.log.log(state);
    this.told = state;
    this.hasWarned = warns;
  }
}

function stateOf({ status, parts }: HealthReport): string {
  const faults = Object.entries(parts).filter(([, { ready }]) => !ready);
  return [status, faults.map(([part, { reason }]) => `${part}: ${reason}`).join('; ')].filter(Boolean).join(': ');
}
