/**
 * Sizes for a private server on a small machine: the idle stack stays below 600 MB. Everything that keeps an
 * acknowledged write (fsync, full_page_writes, synchronous_commit) stays as PostgreSQL ships it.
 */
const MODEST = {
  max_connections: '100',
  shared_buffers: '64MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  max_wal_size: '512MB',
  min_wal_size: '64MB',
  max_worker_processes: '4',
  max_parallel_workers: '2',
  max_parallel_workers_per_gather: '1',
  io_workers: '1',
  huge_pages: 'off',
  // Compiling a statement costs more than the small statements of the catalog take.
  jit: 'off',
};

const PRIVATE = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  logging_collector: 'off',
  log_min_messages: 'warning',
  log_timezone: 'UTC',
  timezone: 'UTC',
};

/** For databases that are thrown away, such as those of tests: a crash of the machine may lose them. */
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** The command line of the server on a cluster and a port. */
export function serverFlags(cluster: string, port: number, durable: boolean): string[] {
  const settings = { ...MODEST, ...PRIVATE, ...(durable ? {} : NOT_DURABLE) };
  return [
    '-D',
    cluster,
    '-p',
    String(port),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}
