import { AppError } from '@app/common';
import { Database, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { LoginFailure } from './login-failure.entity';
import { networkOf } from './network';

interface Limit {
  readonly by: string;
  readonly failures: number;
  readonly window: string;
}

const PAIR: Limit = { by: 'account = $1 and address = $2', failures: 5, window: '15 minutes' };
/** After this many failures within the window the next attempt is refused unchecked. */
const LIMITS: readonly Limit[] = [PAIR, { by: 'account = $1', failures: 50, window: '15 minutes' }];
/**
 * An address with so many failures is crowded: behind it may be one attacker and everybody else. Who has failures of the own there is
 * refused, others are not.
 */
const CROWD: Limit = { by: 'address = $2', failures: 100, window: '1 minute' };
/** Longer than any window. */
const FORGOTTEN_AFTER = '1 hour';
/** Rows removed per attempt at most: more than an attempt adds, so that the table shrinks. */
const SWEEP = 20;
/** Advisory locks of two kinds, always taken in this order, so that two attempts cannot wait for each other. */
const ACCOUNT_LOCK = 0x6c6f6761;
const ADDRESS_LOCK = 0x6c6f6762;
const ADVISORY_LOCK = 'select pg_advisory_xact_lock($1, hashtext($2))';

/** Wrong guesses, counted in the database: the counts outlive restarts and hold for all processes together. */
@Injectable()
export class AttemptLimits {
  constructor(
    private readonly database: Database,
    @InjectRepository(LoginFailure) private readonly failures: Repository<LoginFailure>,
  ) {}

  /**
   * Counts an attempt as failed before it is made; `succeeded` takes that back. 429 with Retry-After where the pair of account
   * and address, or the account, has used up its failures.
   * @returns whether the address is crowded
   */
  async begin(account: string, address: string): Promise<boolean> {
    const failure = failureOf(account, address);
    const key = [failure.account, failure.address];
    const { seconds, isCrowded } = await this.database.transaction(async (tx) => {
      await query(tx, ADVISORY_LOCK, [ACCOUNT_LOCK, failure.account]);
      await query(tx, ADVISORY_LOCK, [ADDRESS_LOCK, failure.address]);
      const standing = await standingOf(tx, key);
      if (standing.seconds === 0) await tx.withRepository(this.failures).insert(failure);
      return standing;
    });
    if (seconds > 0) throw tooMany(seconds);
    return isCrowded;
  }

  /** The pair starts anew. */
  async succeeded(account: string, address: string): Promise<void> {
    await this.failures.delete(failureOf(account, address));
  }

  async forgetOld(): Promise<void> {
    await this.database.query(
      `delete from login_failure where id in
        (select id from login_failure where at < clock_timestamp() - $1::interval order by at limit $2)`,
      [FORGOTTEN_AFTER, SWEEP],
    );
  }
}

function failureOf(account: string, address: string): Pick<LoginFailure, 'account' | 'address'> {
  return { account: account.toLowerCase(), address: networkOf(address) };
}

interface Standing {
  /** Until another attempt is checked; 0: now. */
  readonly seconds: number;
  readonly isCrowded: boolean;
}

/** In seconds: when the n-th newest failure of a limit leaves its window; null before there are so many. */
const wait = ({ by, failures, window }: Limit): string => `
  (select ceil(extract(epoch from at + interval '${window}' - clock_timestamp()))::int
     from login_failure where ${by} and at > clock_timestamp() - interval '${window}'
    order by at desc offset ${failures - 1} limit 1)`;

const STANDING = `
  select greatest(${LIMITS.map(wait).join(',')}, case when ${wait({ ...PAIR, failures: 1 })} is not null then crowd end, 0) as seconds,
         crowd is not null as "isCrowded"
    from (select ${wait(CROWD)} as crowd) c`;

async function standingOf(tx: Transaction, key: readonly string[]): Promise<Standing> {
  const [row] = await query<Standing>(tx, STANDING, key);
  return row!;
}

function tooMany(seconds: number): AppError {
  return new AppError('TOO_MANY_REQUESTS', `Too many failed attempts, try again in ${seconds} seconds`, {
    retryAfter: seconds,
  });
}
