import { promises, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { AppError } from '../app-error';
import { Semaphore } from '../concurrency/semaphore';
import { HostsFile } from './hosts-file';
import { candidatesOf, systemSearchList, type SearchList } from './search-list';

export interface ResolverLimits {
  /** Names that are looked up at once: by all, and for one principal. */
  readonly atOnce: number;
  readonly atOncePerPrincipal: number;
  /** Names that wait for that: of all, and of one principal. Further ones are refused. */
  readonly queueLength: number;
  readonly queueLengthPerPrincipal: number;
  /** The longest wait before a look-up, and the longest look-up, in ms. */
  readonly longestWaitMs: number;
  readonly longestMs: number;
}

const LIMITS: ResolverLimits = {
  atOnce: 32,
  atOncePerPrincipal: 4,
  queueLength: 256,
  queueLengthPerPrincipal: 32,
  longestWaitMs: 4_000,
  longestMs: 4_000,
};

/** Time for one server, in ms; the second try waits longer. */
const TRY_MS = 1_000;
const TRIES = 2;

/** No server has the name, or there is none to ask: other sources of the system may know it. */
const UNKNOWN: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'ECONNREFUSED', 'EFORMERR']);

/** The sources that a resolver asks; tests replace it. */
export interface NameSources {
  readonly hosts: Pick<HostsFile, 'find'>;
  readonly searchList: () => Promise<SearchList>;
  /** A new one for each look-up, so that it can be given up alone, and knows the servers of now. */
  readonly servers: () => promises.Resolver;
  /** The system's own resolver. It occupies a thread of the process until it ends. */
  readonly system: (name: string) => Promise<readonly LookupAddress[]>;
}

const SOURCES: NameSources = {
  hosts: new HostsFile(),
  searchList: systemSearchList,
  servers: () => new promises.Resolver({ timeout: TRY_MS, tries: TRIES }),
  system: (name) => promises.lookup(name, { all: true, verbatim: true }),
};

/**
 * Looks up names that callers choose, without a thread of the process for a slow one: in the hosts file, at the name
 * servers, and where none of them has it, by the system's resolver, one name at a time. Principals wait for their own
 * names only.
 */
export class HostResolver {
  private readonly turns: Semaphore;
  private readonly systemTurns: Semaphore;
  /** Look-ups of a principal that are under way: those of the same name share one. */
  private readonly underWay = new Map<string, Promise<readonly LookupAddress[]>>();

  constructor(
    private readonly sources: NameSources = SOURCES,
    private readonly limits: ResolverLimits = LIMITS,
  ) {
    const { atOnce, atOncePerPrincipal, queueLength, queueLengthPerPrincipal, longestWaitMs } = limits;
    const refusal = (): AppError => tooManyLookups(limits);
    const perKey = { atOncePerKey: atOncePerPrincipal, queueLengthPerKey: queueLengthPerPrincipal };
    this.turns = new Semaphore({ atOnce, queueLength, ...perKey, longestWaitMs, refusal });
    this.systemTurns = new Semaphore({ atOnce: 1, queueLength: atOnce, longestWaitMs, refusal });
  }

  /**
   * All addresses of a name, at least one; IPv4 comes first.
   * @param principal on whose behalf, such as a user's id
   * @throws {AppError} TOO_MANY_REQUESTS where a limit is reached
   * @throws {Error} with the `code` ENOTFOUND, ETIMEOUT or EAI_AGAIN
   */
  find(name: string, principal: string): Promise<readonly LookupAddress[]> {
    const key = `${principal} ${name}`;
    const known = this.underWay.get(key);
    if (known) return known;
    const made = this.turns
      .runKeyed(principal, () => this.resolve(name.toLowerCase()))
      .finally(() => this.underWay.delete(key));
    this.underWay.set(key, made);
    return made;
  }

  /** @param judge throws where one of the addresses must not be connected to */
  lookupFor(principal: string, judge: (name: string, found: readonly LookupAddress[]) => void): LookupFunction {
    return (name, { all = false, family = 0 }, callback) => {
      const wanted = family === 'IPv4' ? 4 : family === 'IPv6' ? 6 : family;
      this.find(name, principal).then(
        (found) => {
          const fitting = wanted === 0 ? found : found.filter((one) => one.family === wanted);
          answer(name, fitting, all, judge, callback);
        },
        (error: Error) => callback(error, []),
      );
    };
  }

  private async resolve(name: string): Promise<readonly LookupAddress[]> {
    const known = await this.sources.hosts.find(name.replace(/\.$/, ''));
    if (known.length) return addresses(known);
    const found = await this.ask(name);
    if (found) return found;
    return this.systemTurns.run(async () => {
      try {
        return await this.sources.system(name);
      } catch (error) {
        throw failure(name, (error as NodeJS.ErrnoException).code === 'ENOTFOUND' ? 'ENOTFOUND' : 'EAI_AGAIN');
      }
    });
  }

  /** undefined where no server has it. */
  private async ask(name: string): Promise<readonly LookupAddress[] | undefined> {
    const servers = this.sources.servers();
    const limit = new AbortController();
    const timer = setTimeout(() => {
      limit.abort();
      servers.cancel();
    }, this.limits.longestMs);
    try {
      let hasFailed = false;
      for (const candidate of candidatesOf(name, await this.sources.searchList())) {
        if (limit.signal.aborted) throw failure(name, 'ETIMEOUT');
        const found = await bothFamilies(servers, candidate);
        if (found === 'late') throw failure(name, 'ETIMEOUT');
        // As the system's resolver: a server that fails for one domain of the list may know the next.
        if (found === 'failed') hasFailed = true;
        else if (found.length) return found;
      }
      if (hasFailed) throw failure(name, 'EAI_AGAIN');
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Empty where the servers say that there are none. */
async function bothFamilies(
  servers: promises.Resolver,
  name: string,
): Promise<readonly LookupAddress[] | 'late' | 'failed'> {
  const ends = await Promise.allSettled([servers.resolve4(name), servers.resolve6(name)]);
  const found = ends.flatMap((end) => (end.status === 'fulfilled' ? end.value : []));
  if (found.length) return addresses(found);
  const codes = ends.map((end) => (end.status === 'rejected' ? (end.reason as NodeJS.ErrnoException).code : undefined));
  if (codes.some((code) => code === 'ETIMEOUT' || code === 'ECANCELLED')) return 'late';
  return codes.every((code) => code === undefined || UNKNOWN.has(code)) ? [] : 'failed';
}

function addresses(found: readonly string[]): LookupAddress[] {
  return found.map((address) => ({ address, family: isIP(address) })).sort((a, b) => a.family - b.family);
}

function answer(
  name: string,
  found: readonly LookupAddress[],
  all: boolean,
  judge: (name: string, found: readonly LookupAddress[]) => void,
  callback: Parameters<LookupFunction>[2],
): void {
  const [first] = found;
  if (!first) return callback(failure(name, 'ENOTFOUND'), []);
  try {
    judge(name, found);
  } catch (error) {
    return callback(error as Error, []);
  }
  if (all) callback(null, [...found]);
  else callback(null, first.address, first.family);
}

/** The error of a name that does not exist. */
export const unknownHost = (name: string): NodeJS.ErrnoException => failure(name, 'ENOTFOUND');

function failure(name: string, code: 'ENOTFOUND' | 'ETIMEOUT' | 'EAI_AGAIN'): NodeJS.ErrnoException {
  return Object.assign(new Error(`lookup ${code} ${name}`), { code, hostname: name });
}

function tooManyLookups(limits: ResolverLimits): AppError {
  const { atOnce, atOncePerPrincipal, queueLength, queueLengthPerPrincipal } = limits;
  const message =
    `Too many host names are being looked up: ${atOncePerPrincipal} at once and ${queueLengthPerPrincipal} waiting for one ` +
    `principal, ${atOnce} at once and ${queueLength} waiting in the whole process; try again in some seconds`;
  return new AppError('TOO_MANY_REQUESTS', message, { retryAfter: 5 });
}
