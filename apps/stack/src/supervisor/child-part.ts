import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { BackOff } from './back-off';
import type { PartEnvironment } from './child-process';
import { ended, startScript, stopChild } from './child-process';

/** The exit code of a part whose settings are bad (EX_CONFIG of sysexits.h): starting it again would not help. */
export const BAD_SETTINGS = 78;

export interface ChildPlan {
  readonly name: string;
  /** A compiled script. */
  readonly script: string;
  /** Called before every start: the database may have moved to another port. */
  environment(): Promise<PartEnvironment>;
  /** Called when the part refuses its settings; it is not restarted then. */
  onBadSettings(): void;
  print(line: string): void;
}

/** A process of the stack that is restarted until it is stopped, whatever the cause of its exit. */
export class ChildPart {
  private readonly backOff = new BackOff();
  private readonly stopping = new AbortController();
  private child: ChildProcess | null = null;
  private childEnd: Promise<unknown> = Promise.resolve();
  private kept: Promise<void> = Promise.resolve();

  constructor(private readonly plan: ChildPlan) {}

  start(): void {
    this.kept = this.keep();
  }

  /** Ends the process as `stop` does, to be started again with a new environment. */
  restart(limitMs: number): void {
    if (this.child) void stopChild(this.child, this.childEnd, limitMs);
  }

  /** SIGTERM, SIGKILL after the time given in ms; returns when the process has gone. */
  async stop(limitMs: number): Promise<void> {
    this.stopping.abort();
    if (this.child) await stopChild(this.child, this.childEnd, limitMs);
    await this.kept;
  }

  private async keep(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const since = performance.now();
      const { code, how } = await this.liveOnce().catch((error: Error) => ({ code: null, how: error.message }));
      if (this.stopping.signal.aborted) return;
      if (code === BAD_SETTINGS) return this.plan.onBadSettings();
      const pauseMs = this.backOff.next(performance.now() - since);
      this.plan.print(`${this.plan.name} ${how}; it starts again in ${pauseMs / 1000} s`);
      await delay(pauseMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }

  private async liveOnce(): Promise<{ code: number | null; how: string }> {
    const environment = await this.plan.environment();
    // A stop that came while the environment was made found no child to end.
    if (this.stopping.signal.aborted) return { code: 0, how: 'was not started' };
    this.child = startScript(this.plan.script, environment);
    const ending = ended(this.child);
    this.childEnd = ending;
    const end = await ending;
    this.child = null;
    return end;
  }
}
