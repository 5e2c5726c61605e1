import { EXIT_BAD_SETTINGS, slotEnvironment } from '@app/config/pure';
import type { Logger } from 'pino';
import { OwnRequestCounts } from '../http/access/request-counts';
import { MetricsOfPort } from './metrics-of-port';
import type { AskedOfPrimary } from './port-questions';
import { pause, ProcessSlot, type ProcessEnd } from './process-slot';

/** Each process ends by itself in this time (`GracefulStop`), unless it computes all the time. */
const END_MS = 10_000;

export interface PortPlan {
  readonly processes: number;
  /** The settings of all processes, whatever becomes of the files that they came from. */
  readonly settings: Readonly<Record<string, string>>;
  /** The setting `STOP_DELAY_MS`. */
  readonly stopDelayMs: number;
  readonly logger: Logger;
}

/**
 * Supervises the processes that serve one port. The first one starts alone: what prevents it from serving (settings, the port, the
 * database) is reported once, and ends all with its exit code. The others follow when it serves.
 */
export class PortProcesses {
  private readonly slots: readonly ProcessSlot[];
  private readonly metrics: MetricsOfPort;
  private readonly counts = new OwnRequestCounts();
  private readonly stopping = new AbortController();
  private code = 0;

  constructor(private readonly plan: PortPlan) {
    const started = Date.now() - Math.round(process.uptime() * 1000);
    this.slots = Array.from({ length: plan.processes }, (_, at) => {
      const environment = { ...plan.settings, ...slotEnvironment(at + 1, started) };
      return new ProcessSlot({ slot: at + 1, environment, answers: (slot) => this.answers(slot) });
    });
    this.metrics = new MetricsOfPort(this.slots);
  }

  /** Resolves with the exit code when all have ended. */
  async run(): Promise<number> {
    const [first, ...others] = this.slots as [ProcessSlot, ...ProcessSlot[]];
    const kept: Promise<void>[] = [];
    const follow = (): void => {
      if (!this.isStopping && kept.length === 0) kept.push(...others.map((slot) => this.keep(slot)));
    };
    await this.keep(first, follow);
    await Promise.all(kept);
    return this.code;
  }

  /** Asks all to end, each in order. Further calls change nothing. @param code with which all ends, unless a process fails to */
  stop(signal: NodeJS.Signals, code = 0): void {
    if (this.isStopping) return;
    this.code = code;
    this.stopping.abort();
    for (const slot of this.slots) slot.signal(signal);
    setTimeout(() => this.kill(), this.plan.stopDelayMs + END_MS).unref();
  }

  private kill(): void {
    for (const slot of this.slots) slot.signal('SIGKILL');
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /** @param onServing called when one of its processes serves */
  private async keep(slot: ProcessSlot, onServing?: () => void): Promise<void> {
    while (!this.isStopping) {
      const since = performance.now();
      const end = await slot.live(onServing);
      this.metrics.end(slot.slot);
      if (this.isStopping) return this.ended(end);
      if (this.endsAll(end)) return this.stop('SIGTERM', end.code ?? 1);
      const pauseMs = slot.pauseAfter(performance.now() - since);
      const { logger } = this.plan;
      logger.warn({ place: slot.slot }, `A process ${end.how}; it starts again in ${pauseMs / 1000} s`);
      await pause(pauseMs, this.stopping.signal);
    }
  }

  /** Another start would not help, or the first one failed. */
  private endsAll({ code, hadServed }: ProcessEnd): boolean {
    const isBegun = hadServed || this.hasServed;
    this.hasServed = isBegun;
    return code === EXIT_BAD_SETTINGS || !isBegun;
  }

  private hasServed = false;

  private ended({ code, how }: ProcessEnd): void {
    // By the signal itself where it came before the process was there for it.
    const isAsItShould = code === 0 || /SIG(TERM|INT)$/.test(how);
    if (!isAsItShould && this.code === 0) this.code = code || 1;
  }

  private answers(slot: ProcessSlot): Omit<AskedOfPrimary, 'serving'> {
    return {
      count: (callers) => Promise.all(callers.map((caller) => this.counts.add(caller))),
      metrics: (own) => this.metrics.all(slot, own),
      added: (added) => this.metrics.replace(added),
    };
  }
}
