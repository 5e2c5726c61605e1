import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { BackOff } from '@app/common';

/** The variables that are added to the environment of a part; the rest it inherits. */
export type PartEnvironment = Readonly<Record<string, string>>;

/**
 * Starts a compiled script of the project as a part of the stack.
 * In a process group of its own: of Ctrl-C, or a signal to the whole group, it gets one signal, from the supervisor, in
 * the right order. With an IPC channel: when that closes, the part knows that the supervisor is gone.
 *
 * @param output descriptor of the file that its log goes to; default: our standard output
 */
export function startScript(script: string, environment: PartEnvironment, output?: number): ChildProcess {
  return spawn(process.execPath, [script], {
    // Handed on, not read: each part checks its settings itself.
    env: { ...process.env, ...environment },
    stdio: ['ignore', output ?? 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
}

/** Resolves when the process has ended, or could not be started. */
export function ended(child: ChildProcess): Promise<{ code: number | null; how: string }> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, how: `could not be started: ${error.message}` }));
    child.once('exit', (code, signal) =>
      resolve({ code, how: signal ? `was ended by ${signal}` : `ended with code ${code}` }),
    );
  });
}

/** SIGTERM, and SIGKILL to it and the processes that it started when it has not ended within the time. */
export async function stopChild(child: ChildProcess, end: Promise<unknown>, limitMs: number): Promise<void> {
  child.kill('SIGTERM');
  const timer = setTimeout(() => killGroup(child), limitMs);
  await end;
  clearTimeout(timer);
}

/** A part leads a process group: an API of several processes is all of it. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended in this moment.
  }
}

/** Runs a script to its end and gives its exit code; null when a signal ended it. Stopped when the signal asks for it. */
export async function runScript(
  script: string,
  environment: PartEnvironment,
  stop: AbortSignal,
  limitMs: number,
): Promise<number | null> {
  const child = startScript(script, environment);
  const end = ended(child);
  const halt = (): void => void stopChild(child, end, limitMs);
  stop.addEventListener('abort', halt, { once: true });
  const { code } = await end;
  stop.removeEventListener('abort', halt);
  return code;
}

/** The exit code of a part whose settings are bad (EX_CONFIG of sysexits.h): starting it again would not help. */
export const BAD_SETTINGS = 78;

export interface ChildPlan {
  readonly name: string;
  readonly script: string;
  /** The `output` of `startScript`. */
  readonly output?: number;
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
    this.child = startScript(this.plan.script, environment, this.plan.output);
    const ending = ended(this.child);
    this.childEnd = ending;
    const end = await ending;
    this.child = null;
    return end;
  }
}
