import { networkOf } from '@app/auth';
import { AppError } from '@app/common';
import type { Settings } from '@app/config';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const WINDOW_SECONDS = 60;

type Limits = Pick<Settings, 'rateLimitPerAddress' | 'rateLimitPerPrincipal'>;

/**
 * How many requests a caller may make in a minute, each process counting for itself; a limit of 0 means no limit, and then there is
 * nothing to wait for.
 */
export class RequestRates {
  private readonly addresses: RateLimiterMemory | undefined;
  private readonly principals: RateLimiterMemory | undefined;

  constructor({ rateLimitPerAddress, rateLimitPerPrincipal }: Limits) {
    this.addresses = limiter(rateLimitPerAddress);
    this.principals = limiter(rateLimitPerPrincipal);
  }

  /** Whether requests are counted at all. */
  get areLimited(): boolean {
    return this.addresses !== undefined || this.principals !== undefined;
  }

  /**
   * Counted before a token is looked at; IPv6 addresses are counted by network, as for logins.
   * @throws {AppError} TOO_MANY_REQUESTS, with the seconds until the window ends
   */
  countAddress(address: string): Promise<void> | undefined {
    return this.addresses && count(this.addresses, networkOf(address), 'address');
  }

  /** @throws {AppError} TOO_MANY_REQUESTS, with the seconds until the window ends */
  countPrincipal(name: string): Promise<void> | undefined {
    return this.principals && count(this.principals, name, 'principal');
  }
}

function limiter(points: number): RateLimiterMemory | undefined {
  return points > 0 ? new RateLimiterMemory({ points, duration: WINDOW_SECONDS }) : undefined;
}

async function count(limits: RateLimiterMemory, key: string, who: string): Promise<void> {
  try {
    await limits.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw tooMany(limits.points, who, Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
  }
}

function tooMany(limit: number, who: string, seconds: number): AppError {
  const message = `More than ${limit} requests of this ${who} within a minute, try again in ${seconds} seconds`;
  return new AppError('TOO_MANY_REQUESTS', message, { retryAfter: seconds });
}
