import { eventually } from './eventually';

/** The value of one series of a process's /metrics; NaN where it has none. */
export async function metric(baseUrl: string, series: string): Promise<number> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? NaN : Number(line.slice(series.length + 1));
}

/**
 * Sends writes of different objects whose rows the caller holds, and resolves when all of them have reached the API.
 *
 * A write begins again when a lock is not free soon. A quarter of the connections may then be held while it is waited for, and whoever
 * holds one does not begin again. So among one write more than that, as many repetitions as writes mean that each has begun.
 *
 * @param send as many as a quarter of the API's connections, rounded down, and one
 */
export async function sentToLocked<T>(baseUrl: string, send: readonly (() => Promise<T>)[]): Promise<Promise<T>[]> {
  const repeated = (): Promise<number> => metric(baseUrl, 'database_transactions_total{end="repeated"}');
  const before = await repeated();
  const sent = send.map((each) => each());
  await eventually(repeated, (count) => count >= before + send.length);
  return sent;
}
