import { cpus, loadavg, totalmem } from 'node:os';

const GIB = 2 ** 30;

/** Where a run took place: an absolute time means nothing without it. */
export function machine(): string {
  const load = loadavg()[0] ?? 0;
  const memory = (totalmem() / GIB).toFixed(0);
  return `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'CPU'}, ${memory} GiB, Node ${process.versions.node}, load ${load.toFixed(1)} at the start`;
}
