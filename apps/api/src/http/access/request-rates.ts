import { networkOf } from '@app/auth';
import { AppError } from '@app/common';
import type { Settings } from '@app/config';
import { OwnRequestCounts, type RequestCounts } from './request-counts';

type Limits = Pick<Settings, 'rateLimitPerAddress' | 'rateLimitPerPrincipal'>;

/** How many requests a caller may make in a minute; a limit of 0 means no limit, and then there is nothing to wait for. */
export class RequestRates {
  private readonly perAddress: number;
  private readonly perPrincipal: number;

  constructor(
    { rateLimitPerAddress, rateLimitPerPrincipal }: Limits,
    private readonly counts: RequestCounts = new OwnRequestCounts(),
  ) {
    this.perAddress = rateLimitPerAddress;
    this.perPrincipal = rateLimitPerPrincipal;
  }

  /** Whether requests are counted at all. */
  get areLimited(): boolean {
    return this.perAddress > 0 || this.perPrincipal > 0;
  }

  /**
   * Counted before a token is looked at; IPv6 addresses are counted by network, as for logins.
   * @throws {AppError} TOO_MANY_REQUESTS, with the seconds until the window ends
   */
  countAddress(address: string): Promise<void> | undefined {
    return this.perAddress > 0 ? this.count(this.perAddress, 'address', networkOf(address)) : undefined;
  }

  /** @throws {AppError} TOO_MANY_REQUESTS, with the seconds until the window ends */
  countPrincipal(name: string): Promise<void> | undefined {
    return this.perPrincipal > 0 ? this.count(this.perPrincipal, 'principal', name) : undefined;
  }

  private async count(limit: number, who: string, name: string): Promise<void> {
    const { count, msLeft } = await this.counts.add(`${who} ${name}`);
    if (count > limit) throw tooMany(limit, who, Math.max(1, Math.ceil(msLeft / 1000)));
  }
}

function tooMany(limit: number, who: string, seconds: number): AppError {
  const message = `More than ${limit} requests of this ${who} within a minute, try again in ${seconds} seconds`;
  return new AppError('TOO_MANY_REQUESTS', message, { retryAfter: seconds });
}
