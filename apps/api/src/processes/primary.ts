import cluster from 'node:cluster';
import { askedProcesses, exitOnBadSettings, settingsAsEnvironment } from '@app/config/pure';
import { exitWithParent } from '@app/embedded/pure';
import { createLogger } from '@app/logging';
import { PortProcesses } from './port-processes';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Where several processes are to serve the port, and this is none of them, becomes the one that starts them and hands out the connections. It loads
 * nothing of the application.
 * @returns false where this process is to serve
 */
export function startedProcesses(): boolean {
  const processes = askedProcesses();
  if (processes === 1 || cluster.isWorker) return false;
  const settings = exitOnBadSettings();
  const logger = createLogger(settings, 'api');
  // Round-robin: the system would give most of a few connections that stay to one of them.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  const { stopDelayMs } = settings;
  const port = new PortProcesses({ processes, settings: settingsAsEnvironment(), stopDelayMs, logger });
  for (const signal of SIGNALS) process.on(signal, () => port.stop(signal));
  exitWithParent();
  void port.run().then((code) => process.exit(code));
  return true;
}
