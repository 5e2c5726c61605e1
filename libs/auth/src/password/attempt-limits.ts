import { setTimeout } from 'node:timers/promises';
import { AppError } from '@app/common';
import { Database, query, type Transaction } from '@app/database';
import { Injectable, Logger } from '@nestjs/common';
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
 * An address with so many failures within a minute is crowded: behind it may be one who tries a password on many accounts, and everybody else. An
 * attempt from there is checked in a slot of its own, with a gap to the one before: 60 at once and one a second are fewer than 130 in any minute.
 */
const CROWD = 60;
/** The gap, in ms, grows with the failures of the last 15 minutes from a second to five: behind one attacker a login takes ten seconds at most. */
const GAP_MS = { least: 1_000, most: 5_000, perFailure: 1_000 / CROWD } as const;
/** The longest wait for a slot, in ms: then as many attempts from the address wait as have a slot within it. */
const LONGEST_WAIT_MS = 60_000;
/** How often the log of a process says that an address is crowded, in ms. */
const REPORT_EVERY_MS = 60_000;
/** Longer than any window. */
const FORGOTTEN_AFTER = '1 hour';
/** Rows removed per attempt at most: more than an attempt adds, so that the table shrinks. */
const SWEEP = 20;
/** Advisory locks of two kinds, always taken in this order, so that two attempts cannot wait for each other. */
const ACCOUNT_LOCK = 0x6c6f6761;
const ADDRESS_LOCK = 0x6c6f6762;
const ADVISORY_LOCK = 'select pg_advisory_xact_lock($1, hashtext($2))';

/** Wrong guesses, counted in the database: the counts outlive restarts and apply to all processes together. */
@Injectable()
export class AttemptLimits {
  private readonly log = new Logger(AttemptLimits.name);
  private reportedAt = 0;

  constructor(
    private readonly database: Database,
    @InjectRepository(LoginFailure) private readonly failures: Repository<LoginFailure>,
  ) {}

  /**
   * Counts an attempt as failed before it is made, and waits for its slot where the address is crowded; `succeeded` takes that back.
   *
   * @throws {AppError} TOO_MANY_REQUESTS where the pair of account and address, or the account, has used up its failures, or too many wait
   */
  async begin(account: string, address: string): Promise<void> {
    const failure = failureOf(account, address);
    const key = [failure.account, failure.address];
    const { seconds, delay } = await this.database.transaction(async (tx) => {
      await query(tx, ADVISORY_LOCK, [ACCOUNT_LOCK, failure.account]);
      await query(tx, ADVISORY_LOCK, [ADDRESS_LOCK, failure.address]);
      const standing = await standingOf(tx, key);
      if (standing.seconds === 0) await query(tx, COUNT, [...key, standing.delay]);
      return standing;
    });
    if (seconds > 0) throw tooMany(seconds);
    if (delay === 0) return;
    this.report(failure.address);
    await setTimeout(delay);
  }

  /** The pair starts anew. */
  async succeeded(account: string, address: string): Promise<void> {
    await this.failures.delete(failureOf(account, address));
  }

  async forgetOld(): Promise<void> {
    await this.database.query(
      `delete from login_failure where id in
        (select id from login_failure where at < statement_timestamp() - $1::interval order by at limit $2)`,
      [FORGOTTEN_AFTER, SWEEP],
    );
  }

  private report(address: string): void {
    const now = Date.now();
    if (now - this.reportedAt < REPORT_EVERY_MS) return;
    // eslint-disable-next-line house/no-learned-ways -- says what is logged, and nothing of what is done
    this.reportedAt = now;
    this.log.warn(
      `${address}: ${CROWD} wrong logins or more within a minute; logins from there are slowed down. If it is a proxy, TRUSTED_PROXIES has to name it`,
    );
  }
}

function failureOf(account: string, address: string): Pick<LoginFailure, 'account' | 'address'> {
  return { account: account.toLowerCase(), address: networkOf(address) };
}

interface Standing {
  /** Until another attempt is checked; 0: it is now, or in its slot. */
  readonly seconds: number;
  /** Until the slot of the attempt, in ms. */
  readonly delay: number;
}

/** In seconds: when the n-th newest failure of a limit leaves its window; null before there are so many. */
const wait = ({ by, failures, window }: Limit): string => `
  (select ceil(extract(epoch from at + interval '${window}' - clock_timestamp()))::int
     from login_failure where ${by} and at > statement_timestamp() - interval '${window}'
    order by at desc offset ${failures - 1} limit 1)`;

/** An attempt that waits for its slot stands at the time of that: the next slot is behind the last one. */
const STANDING = `
  select greatest(${LIMITS.map(wait).join(',')}, case when s.delay > ${LONGEST_WAIT_MS} then ceil(s.delay / 1000)::int end, 0) as seconds, s.delay
    from (select case when c.recent < ${CROWD} then 0 else ceil(
             greatest(extract(epoch from c.last - clock_timestamp()) * 1000, 0)
             + least(greatest(c.lately * ${GAP_MS.perFailure}, ${GAP_MS.least}), ${GAP_MS.most}))::int end as delay
            from (select count(*) filter (where at > statement_timestamp() - interval '1 minute') as recent, count(*) as lately, max(at) as last
                    from login_failure where address = $2 and at > statement_timestamp() - interval '15 minutes') c) s`;

const COUNT = `
  insert into login_failure (account, address, at) values ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')`;

async function standingOf(tx: Transaction, key: readonly string[]): Promise<Standing> {
  const [row] = await query<Standing>(tx, STANDING, key);
  return row!;
}

function tooMany(seconds: number): AppError {
  return new AppError('TOO_MANY_REQUESTS', `Too many failed attempts, try again in ${seconds} seconds`, {
    retryAfter: seconds,
  });
}
