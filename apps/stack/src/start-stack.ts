import { openSync } from 'node:fs';
import { join } from 'node:path';
import { consoleFolder, startScript, type Settings } from '@app/config';
import { EmbeddedPostgresError } from '@app/embedded';
import { apiUrl, type StackState } from './state/state-file';
import { DataLock } from './state/data-lock';
import { untilPortFree } from './state/service-check';
import { StackError } from './state/stack-error';
import { print } from './supervisor/progress';
import { Stack, type StackScripts } from './supervisor/stack';
import { StopRequest } from './supervisor/stop-request';

const DIST = join(__dirname, '../../..');
const SCRIPTS: StackScripts = {
  migrate: join(__dirname, 'migrate.js'),
  api: startScript('api', DIST),
  worker: startScript('worker', DIST),
};

/** The action once the stack is ready; it stays up afterwards. A failure of it ends the stack with code 1. */
export type OnReady = (state: StackState, stopped: AbortSignal) => Promise<void> | void;

export interface StackOptions {
  readonly scripts?: StackScripts;
  /** A file below DATA_DIR, begun anew, that API and worker log to; default: standard output. */
  readonly logFile?: string;
}

/**
 * Runs database, API and worker in the foreground till a signal ends them together.
 * Resolves with the exit code, when all has ended: 0 after a signal, 78 when a part refuses its settings, 1 when the
 * stack could not be started (another one runs on the same data, the port is taken, the database does not start).
 */
export async function startStack(
  settings: Settings,
  onReady: OnReady = () => undefined,
  { scripts = SCRIPTS, logFile }: StackOptions = {},
): Promise<number> {
  const stopRequest = new StopRequest();
  stopRequest.listen();
  try {
    const lock = await DataLock.acquire(settings.dataDir, apiUrl(settings));
    try {
      const output = logFile === undefined ? undefined : openSync(join(settings.dataDir, logFile), 'w', 0o600);
      await run(settings, new Stack(settings, scripts, stopRequest, output), stopRequest, onReady);
    } finally {
      lock.release();
    }
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    stopRequest.request(1);
  }
  return stopRequest.exitCode;
}

/** Whatever happens between start and end: what was started is stopped again. */
async function run(settings: Settings, stack: Stack, stopRequest: StopRequest, onReady: OnReady): Promise<void> {
  const { signal } = stopRequest;
  await untilPortFree(settings.host, settings.port, signal, print);
  if (signal.aborted) return;
  const life = live(settings, stack, signal, onReady);
  try {
    await Promise.race([life, stopRequest.wished()]);
    await stopRequest.wished();
  } finally {
    // Errors of an interrupted start (such as a database that stops while starting) are not reported.
    life.catch(() => undefined);
    stopRequest.request(1);
    if (stopRequest.exitCode === 0) print('stopping');
    await stack.stop();
    if (stopRequest.exitCode === 0) print('stopped');
  }
}

async function live(settings: Settings, stack: Stack, signal: AbortSignal, onReady: OnReady): Promise<void> {
  await stack.start();
  if (signal.aborted) return;
  announce(stack.state, consoleFolder(settings) !== undefined);
  await onReady(stack.state, signal);
}

function announce({ baseUrl }: StackState, hasConsole: boolean): void {
  print(`\nAPI         ${baseUrl}/api`);
  if (hasConsole) print(`Console     ${baseUrl}/`);
  print(`Try it      ${baseUrl}/docs`);
  print(`OpenAPI     ${baseUrl}/openapi.json`);
  print('A token     npm run -s token');
  print('Ctrl-C ends all of it.\n');
}

/** One sentence for the operator for known errors, the full stack trace otherwise. */
function explain(error: unknown): string {
  if (error instanceof StackError || error instanceof EmbeddedPostgresError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
