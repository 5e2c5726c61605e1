import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';

/** What is added to the environment of a part; the rest it inherits. */
export type PartEnvironment = Readonly<Record<string, string>>;

/**
 * Starts a compiled script of the project as a part of the stack.
 * In a process group of its own: of Ctrl-C, or a signal to the whole group, it gets one signal, from the supervisor, in
 * the right order. With an IPC channel: when that closes, the part knows that the supervisor is gone.
 */
export function startScript(script: string, environment: PartEnvironment): ChildProcess {
  return spawn(process.execPath, [script], {
    // Handed on, not read: each part checks its settings itself.
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
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

/** SIGTERM, and SIGKILL when it has not ended within the time. */
export async function stopChild(child: ChildProcess, end: Promise<unknown>, limitMs: number): Promise<void> {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
  await end;
  clearTimeout(timer);
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
