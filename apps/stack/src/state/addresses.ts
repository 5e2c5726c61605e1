import type { Settings } from '@app/config';

/** Listening on all interfaces is no address to call; the loopback one of the same family answers then. */
const CALLABLE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** The URL, without a slash at its end, under which this machine reaches a server that listens on host and port. */
export function localUrl(host: string, port: number): string {
  const callable = CALLABLE[host] ?? host;
  return `http://${callable.includes(':') ? `[${callable}]` : callable}:${port}`;
}

/** The address of the API on this machine. */
export const apiUrl = (settings: Settings): string => localUrl(settings.host, settings.port);

/** The worker's health and metrics are for this machine only, whatever HOST says. */
export const WORKER_HOST = '127.0.0.1';
