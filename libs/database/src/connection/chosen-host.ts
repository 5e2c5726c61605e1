import { endsWithin, type Host, type SeveralHosts } from '@app/common';
import { Client, DatabaseError, type ClientConfig } from 'pg';

/** For connecting and for the question, in ms: below the time that a pool gives a connection. */
const ANSWER_MS = 3_000;
/** For how long a choice is valid, in ms: connections that are opened together ask once. */
const CHOICE_MS = 1_000;
/** Longest wait for a server that takes writes once one answered that takes none, in ms: reads do not wait for a silent host. */
const GRACE_MS = 1_000;
/** Classes of the SQLSTATEs of a login or a database that is refused: no other host will have it otherwise. */
const REFUSED = /^(28|3D)/;

/** By the URL of all hosts: that of the one that was chosen last. */
// eslint-disable-next-line house/no-learned-ways -- of connections: where the last one led, for a thread that connects by itself
const last = new Map<string, string>();
// eslint-disable-next-line house/no-learned-ways -- of connections that are opened at the same time, which ask the hosts once
const choices = new Map<string, { readonly at: number; readonly answer: Promise<HostAnswer> }>();

export interface HostAnswer {
  readonly host: Host;
  readonly takesWrites: boolean;
}

/** Preferences of a connection. */
export interface HostWish {
  /** Whether one that answers will do while none takes writes: reads work there, and writes fail with the SQLSTATE of a read-only server. */
  readonly orReadOnly: boolean;
}

/**
 * The host that is wanted, asked anew at most once a second.
 *
 * @param url of all of them
 * @param config for the connections that ask
 */
export function chosenHost(
  url: string,
  several: SeveralHosts,
  config: ClientConfig,
  { orReadOnly }: HostWish,
): Promise<HostAnswer> {
  const key = `${orReadOnly} ${url}`;
  const choice = choices.get(key);
  if (choice && performance.now() - choice.at < CHOICE_MS) return choice.answer;
  const answer = choose(url, several, config, orReadOnly);
  choices.set(key, { at: performance.now(), answer });
  return answer;
}

/** The URL of the host that connections to `url` were last opened to; `url` itself where it names one. */
export const lastHost = (url: string): string => last.get(url) ?? url;

/** All are asked at once, so that one that is away delays nothing. */
async function choose(
  url: string,
  { hosts, wanted }: SeveralHosts,
  config: ClientConfig,
  orReadOnly: boolean,
): Promise<HostAnswer> {
  const asked = hosts.map((host) => answerOf(host, config));
  const answers = Promise.allSettled(asked);
  const fits = wanted === 'any' ? asked : asked.map(takingWrites);
  try {
    const chosen = await Promise.any(orReadOnly ? [...fits, readOnlyAfter(asked, answers)] : fits);
    last.set(url, chosen.host.url);
    return wanted === 'any' ? { ...chosen, takesWrites: true } : chosen;
  } catch {
    const faults = (await answers).map((answer) => (answer.status === 'rejected' ? answer.reason : READ_ONLY) as Error);
    throw failure(hosts, faults);
  }
}

/** The fault of a host that answers and is not wanted; its code is the SQLSTATE of a write there. */
const READ_ONLY = Object.assign(new Error('it is read-only'), { code: '25006' });

async function takingWrites(asked: Promise<HostAnswer>): Promise<HostAnswer> {
  const answer = await asked;
  if (!answer.takesWrites) throw READ_ONLY;
  return answer;
}

/** The first that answered, once all have answered or failed, or the others have had their time. */
async function readOnlyAfter(asked: readonly Promise<HostAnswer>[], all: Promise<unknown>): Promise<HostAnswer> {
  const answer = await Promise.any(asked);
  await endsWithin(all, GRACE_MS);
  return answer;
}

async function answerOf(host: Host, config: ClientConfig): Promise<HostAnswer> {
  const client = new Client({
    ...config,
    connectionString: host.url,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ off: boolean }>(
      `select current_setting('transaction_read_only') = 'off' as off`,
    );
    return { host, takesWrites: rows[0]?.off === true };
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
