import { AppError, Semaphore } from '@app/common';
import { Injectable, Logger } from '@nestjs/common';
import { networkOf } from './network';

/** Attempts that wait at once per process: about 6 s of hashing. */
const QUEUE = 200;
/** How often the log says that an address is crowded, in ms. */
const REPORT_EVERY_MS = 60_000;
/** Addresses whose last report is remembered. */
const MOST_REMEMBERED = 1_000;

/**
 * Attempts from addresses with many failures, of which each address has one checked at a time: an attack keeps one processor busy at most,
 * and others behind the same address still get in.
 */
@Injectable()
export class CrowdedAddresses {
  private readonly log = new Logger(CrowdedAddresses.name);
  // eslint-disable-next-line house/no-learned-ways -- says what is logged, and nothing of what is done
  private readonly reported = new Map<string, number>();
  private readonly turns = new Semaphore({
    atOnce: Infinity,
    queueLength: QUEUE,
    refusal: () =>
      new AppError('TOO_MANY_REQUESTS', 'Too many logins from this address at once, try again in a second', {
        retryAfter: 1,
      }),
  });

  /** @throws {AppError} TOO_MANY_REQUESTS where too many wait already */
  inTurn<T>(address: string, check: () => Promise<T>): Promise<T> {
    const network = networkOf(address);
    this.report(network);
    return this.turns.runKeyed(network, check);
  }

  private report(network: string): void {
    const now = Date.now();
    if (now - (this.reported.get(network) ?? 0) < REPORT_EVERY_MS) return;
    if (this.reported.size >= MOST_REMEMBERED) this.reported.clear();
    this.reported.set(network, now);
    this.log.warn(
      `${network}: more than 100 wrong logins within a minute; logins from there are checked one at a time. ` +
        'If it is a proxy, TRUSTED_PROXIES has to name it',
    );
  }
}
