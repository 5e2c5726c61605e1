import { StartError } from '@app/common';
import { EXIT_BAD_SETTINGS } from './exit-on-bad-settings';
import type { Settings } from './setting-list';

const PORT_FAULTS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken by another process: end that one, or set',
  EACCES: 'may not be opened by this user: take one from 1024 on, by',
  EADDRNOTAVAIL: 'is not an address of this machine: set HOST, or',
};

/** A fault of `listen` in one sentence; other errors stay as they are. @param setting which names the port */
export function explainPort(
  error: unknown,
  setting: 'PORT' | 'WORKER_PORT',
  { host }: Pick<Settings, 'host'>,
): unknown {
  const { code = '', port } = error as NodeJS.ErrnoException & { port?: number };
  const fault = PORT_FAULTS[code];
  return fault === undefined ? error : new StartError(`Port ${port} of ${host} ${fault} ${setting}.`);
}

/** Ends a process that could not start: with one sentence and code 78 where a restart would not help, else with code 1. */
export function exitUnstarted(error: unknown, log: (error: unknown) => void): never {
  if (!(error instanceof StartError)) {
    log(error);
    process.exit(1);
  }
  process.stderr.write(`${error.message}\n`);
  process.exit(EXIT_BAD_SETTINGS);
}
