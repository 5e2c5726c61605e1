import type { Host, SeveralHosts } from '@app/common';
import { Client, DatabaseError, type ClientConfig } from 'pg';

/** For connecting and for the question, in ms: below the time that a pool gives a connection. */
const ANSWER_MS = 3_000;
/** For how long a choice holds, in ms: connections that are opened together ask once. */
const CHOICE_MS = 1_000;
/** Classes of the SQLSTATEs of a login or a database that is refused: no other host will have it otherwise. */
const REFUSED = /^(28|3D)/;
/** The SQLSTATE of a write on a read-only server. */
const READ_ONLY = '25006';

/** By the URL of all hosts: that of the one that was chosen last. */
const last = new Map<string, string>();
const choices = new Map<string, { readonly at: number; readonly host: Promise<Host> }>();

/** The host that is wanted, asked anew at most once a second. @param url of all of them @param config for the connections that ask */
export function chosenHost(url: string, several: SeveralHosts, config: ClientConfig): Promise<Host> {
  const choice = choices.get(url);
  if (choice && performance.now() - choice.at < CHOICE_MS) return choice.host;
  const host = choose(url, several, config);
  choices.set(url, { at: performance.now(), host });
  return host;
}

/** The URL of the host that connections to `url` were last opened to; `url` itself where it names one. */
export const lastHost = (url: string): string => last.get(url) ?? url;

/** All are asked at once, so that one that is away holds nothing up. */
async function choose(url: string, { hosts, wanted }: SeveralHosts, config: ClientConfig): Promise<Host> {
  try {
    const host = await Promise.any(hosts.map((one) => answering(one, wanted === 'read-write', config)));
    last.set(url, host.url);
    return host;
  } catch (error) {
    throw failure(hosts, (error as AggregateError).errors as Error[]);
  }
}

async function answering(host: Host, writes: boolean, config: ClientConfig): Promise<Host> {
  const client = new Client({
    ...config,
    connectionString: host.url,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    if (!writes) return host;
    const { rows } = await client.query<{ off: boolean }>(
      `select current_setting('transaction_read_only') = 'off' as off`,
    );
    if (!rows[0]?.off) throw Object.assign(new Error('it is read-only'), { code: READ_ONLY });
    return host;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The error of the first host that refused the login, or of all together. */
function failure(hosts: readonly Host[], errors: readonly Error[]): Error {
  const refused = errors.find((error) => error instanceof DatabaseError && REFUSED.test(error.code ?? ''));
  if (refused) return refused;
  const reasons = hosts.map(
    ({ name }, i) => `${name}: ${errors[i]?.message || (errors[i] as NodeJS.ErrnoException)?.code}`,
  );
  return Object.assign(new Error(`none of the hosts can be used (${reasons.join('; ')})`), { errors });
}
